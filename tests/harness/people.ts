import { setTimeout } from 'node:timers/promises';
import { DEMO_ACCOUNTS } from '../../src/model/identity/demo.ts';
import { TOKEN_SECONDS } from '../../src/outside/identity/bearer-tokens.ts';
import { runningShopSql } from './running-shop-sql.ts';

/** What the shop answered to a call, whatever its status. */
export interface Heard {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the shop says, in whatever shape
  readonly body: any;
}

/** Somebody with an account who can call the shop and be let into a browser. */
export interface Somebody {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The session as the browser keeps it: name and value. */
  readonly cookie: { readonly name: string; readonly value: string };
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Heard>;
}

/** Somebody whose calls can also be made past `call`, with what goes with each of them. */
interface SignedIn extends Somebody {
  readonly authorization: string;
}

/** Half as long as a token lasts: tests of many screens take longer. */
const RENEWED_MS = (TOKEN_SECONDS * 1000) / 2;
const PASSWORD = 'secret-of-a-test';
let count = 0;

/** A new customer with an address that nobody else has. */
export function newCustomer(origin: string, name = 'Dana Ortiz'): Promise<SignedIn> {
  count += 1;
  const word =
    name
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.join('.')
      .slice(0, 20) ?? 'somebody';
  const email = `${word}.${process.pid.toString(36)}${Date.now().toString(36)}${count}@northgate.example`;
  return enter(origin, '/auth/sign-up', { name, email, password: PASSWORD });
}

/** The shop's own admin, in a session of their own. */
export const theAdmin = (origin: string): Promise<Somebody> => enter(origin, '/auth/sign-in', DEMO_ACCOUNTS.admin);

/** A new admin beside the shop's own, by the database: an admin may only make a few in an hour. */
export async function newAdmin(
  { origin, folder }: { readonly origin: string; readonly folder: string },
  name: string,
): Promise<Somebody> {
  const { email, password } = await newCustomer(origin, name);
  const sql = await runningShopSql(folder);
  await sql`update person set role = 'admin' where email = ${email}`;
  await sql.end();
  return enter(origin, '/auth/sign-in', { name, email, password });
}

async function enter(
  origin: string,
  path: '/auth/sign-up' | '/auth/sign-in',
  account: { name: string; email: string; password: string },
): Promise<SignedIn> {
  const { name, email, password } = account;
  const body = path === '/auth/sign-up' ? { name, email, password } : { email, password };
  const entered = await calm(() => send(origin, 'POST', path, body));
  if (entered.status !== 200) throw new Error(`${email} could not enter: ${JSON.stringify(entered.body)}`);
  const [cookieName = '', value = ''] = entered.cookie.split('=');
  const { cookie } = entered;
  async function issue() {
    // A test may have given them another address.
    const session = await calm(() => send(origin, 'GET', '/auth/session', undefined, { cookie }));
    const now: string = session.body.user?.email ?? email;
    const { status, body: issued } = await calm(() => send(origin, 'PUT', `/user/${now}`, { email: now }, { cookie }));
    if (status !== 200) throw new Error(`${now} got no token: ${JSON.stringify(issued)}`);
    return `Bearer ${issued.token}`;
  }
  let [authorization, at] = [await issue(), Date.now()];
  return {
    ...{ name, email, password },
    cookie: { name: cookieName, value },
    authorization,
    async call(method, where, what, headers) {
      if (Date.now() - at > RENEWED_MS) [authorization, at] = [await issue(), Date.now()];
      return send(origin, method, where, what, { authorization, ...headers });
    },
  };
}

/** Asks again while the shop is busy, as it says before it has done anything. */
async function calm(ask: () => ReturnType<typeof send>) {
  for (let tries = 1; ; tries += 1) {
    const heard = await ask();
    if (heard.status !== 503 || tries === 10) return heard;
    await setTimeout(1_000);
  }
}

/** A call as anybody may make it. */
export async function send(
  origin: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Heard & { cookie: string }> {
  const form = body instanceof FormData;
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { origin, ...(body === undefined || form ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { status: response.status, body: await response.json().catch(() => undefined), cookie };
}
