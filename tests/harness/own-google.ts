import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { decodeJwt, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll } from 'vitest';
import { createApp } from '#http/app.ts';
import { SESSION_COOKIE } from '#http/may-call.ts';
import { byAddress } from '#http/mounts.ts';
import { GOOGLE } from '#model/identity/google.ts';
import { createGoogle } from '#outside/identity/google.ts';
import { createGoogleSandbox } from '#sandbox/google/google-sandbox.ts';
import type { TestShop } from './own-shop.ts';

export const CLIENT = { clientId: 'shop', clientSecret: 'a secret of thirty-two letters ok' };
const PATH = '/sandbox/google';

/** What happens to the token answer on its way to the shop: the claims of its ID token go in, a token comes out. */
export type Tamper = (claims: JWTPayload, token: string) => Promise<unknown> | unknown;

/**
 * The shop with sign-in by Google, over HTTP on a port of its own, with the real provider mounted in it.
 * @param standIn false to have the provider's word taken for Google's own
 */
export async function ownGoogle(shop: TestShop, { standIn = false }: { standIn?: boolean } = {}) {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${origin}${PATH}`;
  const redirectUri = `${origin}${GOOGLE.callback}`;
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signingKey = { ...(privateKey.export({ format: 'jwk' }) as JWK), alg: 'RS256', use: 'sig', kid: 'of-the-test' };
  const sandbox = createGoogleSandbox({ ...CLIENT, issuer, redirectUri, shopName: 'Toolyard', signingKey });
  let tamper: Tamper | undefined;
  let answers = true;
  const google = createGoogle({
    ...CLIENT,
    issuer,
    redirectUri,
    standIn: true,
    fetch: async (url, init) => {
      if (!answers) throw new TypeError('fetch failed');
      const answer = await fetch(url, init);
      if (!tamper || !url.endsWith('/token') || !answer.ok) return answer;
      const told = (await answer.json()) as { id_token: string };
      return Response.json({ ...told, id_token: await tamper(decodeJwt(told.id_token), told.id_token) });
    },
  });
  const context = { ...shop.context, google: { ...google, standIn } };
  const app = createApp({
    context,
    publicOrigin: origin,
    shopName: 'Toolyard',
    sandboxes: [{ path: PATH, fetch: byAddress(sandbox.fetch) }],
  });
  server.on('request', getRequestListener(app.fetch));
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await sandbox.close();
  });
  const key = await importJWK(signingKey, 'RS256');

  return {
    origin,
    context,
    publicKey,
    browser: () => newBrowser(origin),
    /** Signs claims as the provider does. */
    sign: (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'of-the-test' }).sign(key),
    /** Runs something while every token answer is changed on its way. */
    tampering: async <T>(how: Tamper, work: () => Promise<T>): Promise<T> => {
      tamper = how;
      return work().finally(() => {
        tamper = undefined;
      });
    },
    /** Runs something while the provider does not answer the shop. */
    unreachable: async <T>(work: () => Promise<T>): Promise<T> => {
      answers = false;
      return work().finally(() => {
        answers = true;
      });
    },
  };
}

export type OwnBrowser = ReturnType<typeof newBrowser>;

/** Whom to be at the sign-in page. */
export interface Choice {
  readonly email: string;
  readonly name?: string;
  readonly verified?: boolean;
}

/** Follows no redirect by itself and keeps cookies by name, each for all paths. */
export function newBrowser(origin: string) {
  const jar = new Map<string, string>();
  const strict = new Set<string>();

  /** @param fromElsewhere true when another site sends the browser there: strict cookies then stay at home */
  async function go(place: string | URL, fields?: Record<string, string>, fromElsewhere = false) {
    const sent = [...jar].filter(([name]) => !fromElsewhere || !strict.has(name));
    const answer = await fetch(new URL(place, origin), {
      redirect: 'manual',
      headers: { cookie: sent.map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970|Max-Age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
      if (/SameSite=Strict/i.test(line)) strict.add(name);
    }
    const location = answer.headers.get('location');
    return {
      status: answer.status,
      headers: answer.headers,
      to: location ? new URL(location, origin) : null,
      text: await answer.text(),
    };
  }

  /** Goes on from redirect to redirect until one leads back to the shop, and answers where to. */
  async function follow(first: Awaited<ReturnType<typeof go>>): Promise<URL> {
    let seen = first;
    while (seen.to && seen.to.pathname !== GOOGLE.callback) seen = await go(seen.to);
    if (!seen.to) throw new Error(`The way ended with ${seen.status}: ${seen.text}`);
    return seen.to;
  }

  return {
    jar,
    go,
    /** Presses "Continue with Google": the address of the sign-in page. */
    async begin(): Promise<URL> {
      const started = await go(GOOGLE.start);
      const asked = await go(started.to ?? '');
      if (!asked.to) throw new Error(`No sign-in page: ${asked.status} ${asked.text}`);
      return asked.to;
    },
    /** Chooses an account there: the address that the provider sends the browser back to, not gone to yet. */
    choose: async (page: URL, { email, name = 'Sam Sample', verified = true }: Choice) =>
      follow(await go(page, { email, name, ...(verified && { verified: 'on' }) })),
    cancel: async (page: URL) => follow(await go(page, { cancel: '1' })),
    /** Both. */
    async toCallback(choice: Choice): Promise<URL> {
      return this.choose(await this.begin(), choice);
    },
    /** Goes back to the shop: where it leads then, and whether this browser has a session now. */
    async arrive(callback: string | URL) {
      const { status, to, headers } = await go(callback, undefined, true);
      const set = headers.getSetCookie().find((line) => line.startsWith(SESSION_COOKIE));
      const cookie = set?.split(';')[0];
      return { status, to: to && `${to.pathname}${to.search}`, session: cookie, cookies: headers.getSetCookie() };
    },
    /** The whole way. */
    async enter(choice: Choice) {
      return this.arrive(await this.toCallback(choice));
    },
  };
}
