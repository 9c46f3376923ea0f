import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { calls } from '#contract/calls.ts';
import { allPaths } from '#contract/kernel/call.ts';
import type { CallName } from '#contract/kernel/paths.ts';
import { problemsOf } from '#contract/kernel/problems.ts';
import { createApp } from '#http/app.ts';
import { SESSION_COOKIE } from '#http/may-call.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import type { UnpaidLimits } from '#model/orders/order-life.ts';
import { createPaperWriter } from '#outside/content/paper-writer.ts';
import { createBearerTokens, createSigningKey } from '#outside/identity/bearer-tokens.ts';
import { createCommonPasswords } from '#outside/identity/common-passwords.ts';
import { createPasswordHasher } from '#outside/identity/password-hasher.ts';
import type { PictureStore } from '#outside/images/pictures.ts';
import { createSharpEncoder } from '#outside/images/sharp-encoder.ts';
import { createSmtp } from '#outside/mail/smtp.ts';
import { joinProviders } from '#outside/payments/payments.ts';
import { createPayPal } from '#outside/payments/paypal.ts';
import { createStripe } from '#outside/payments/stripe.ts';
import { createMailbox, type Mailbox, type MailboxOptions } from '#sandbox/mailbox/mailbox.ts';
import { createPayPalSandbox, type PayPalSandbox } from '#sandbox/paypal/paypal-sandbox.ts';
import { createStripeSandbox, type StripeSandbox, type Trouble } from '#sandbox/stripe/stripe-sandbox.ts';
import { MAILS } from '#server/background.ts';
import { loadSigningKeys } from '#services/identity/signing-keys.ts';
import type { Context } from '#services/kernel/context.ts';
import { type Senders, workMails, workOutbox } from '#services/kernel/send-messages.ts';
import { writeInvoices } from '#services/orders/papers/write-invoices.ts';
import { orderSenders } from '#services/orders/waiting/serve-waiting.ts';
import { closeOldOrders } from '#services/payments/close-old-orders.ts';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { paymentSenders } from '#services/payments/payment-senders.ts';
import { workInbox } from '#services/payments/work-inbox.ts';
import * as schema from '#tables/schema.ts';
import type { Sql } from '../../platform/postgres/sql.ts';
import { ownDatabase } from './own-database.ts';
import { PAYPAL } from './paypal-sandbox.ts';

export const ORIGIN = 'http://shop.test';
export const SANDBOX = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' };
export const SENDERS: Senders = { ...orderSenders, ...paymentSenders, ...MAILS };
export const WEBHOOK_SECRET = 'whsec_test_secret';

/** A shop of this test file's own: the real calls and services on a real Postgres, and the payment stand-in over HTTP. */
export interface TestShop {
  readonly sql: Sql;
  readonly context: Context;
  readonly app: Hono;
  readonly sandbox: StripeSandbox;
  readonly paypal: PayPalSandbox;
  /** The mail server that the shop's mail really goes to. */
  readonly mailbox: Mailbox;
  /** Which mails the mail server refuses from now on. */
  readonly refuseMail: (refuse: Required<MailboxOptions>['refuse']) => void;
  /** Where the payment stand-in listens. */
  readonly sandboxAddress: string;
  /** And that for PayPal. */
  readonly payPalAddress: string;
  /** What the payment stand-ins do to the shop's and the browser's calls from now on. */
  readonly setTrouble: (trouble: (call: { method: string; path: string }) => Trouble | Promise<Trouble>) => void;
  /** What the shop logged as a warning or an error, as JSON. */
  readonly troubles: readonly string[];
  /** Moves the shop's clock; it starts at the real time and stands still. */
  readonly passTime: (ms: number) => void;
  /**
   * To one o'clock of the next day (UTC). Then jobs that the database writes by its own clock are due, and a test that
   * counts in days meets no midnight.
   */
  readonly toNextDay: () => void;
  readonly person: (role?: 'customer' | 'admin') => Promise<Person>;
  /** The same person with a bearer token of this moment. */
  readonly renewed: (person: Person) => Promise<Person>;
  readonly tool: (its?: Partial<typeof schema.tool.$inferInsert>) => Promise<typeof schema.tool.$inferSelect>;
  readonly call: (name: CallName, input?: CallInput, caller?: Person) => Promise<CallAnswer>;
  /** Does the background work that is due until none is left. */
  readonly work: () => Promise<void>;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly token: string;
}

export interface CallInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The address at the other end of the connection. */
  readonly from?: string;
}

export interface CallAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly headers: Headers;
}

/**
 * @param limits for unpaid orders; none unless a test is about them
 * @param given a migrated database; one of the file's own unless a test is about the database itself
 * @param settings of the shop that a test is about
 */
export async function ownShop(
  limits: UnpaidLimits = { orders: 0, stockPercent: 0 },
  given?: Sql,
  settings: Partial<Pick<Context, 'db' | 'offer' | 'signUpsPerHour' | 'confirmation'>> = {},
): Promise<TestShop> {
  const sql = given ?? (await ownDatabase());
  const db = settings.db ?? drizzle(sql.pool, { schema });
  const troubles: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void troubles.push(line) });
  let app: Hono | undefined;
  let now = Date.now();
  let trouble: Parameters<TestShop['setTrouble']>[0] = () => 'none';
  const sandbox = createStripeSandbox({ ...SANDBOX, store: ':memory:', log, trouble: (made) => trouble(made) });
  const { host, port } = await sandbox.listen(0);
  afterAll(() => sandbox.close());
  const paypal = createPayPalSandbox({
    ...PAYPAL,
    ...{ store: ':memory:', publicUrl: `${ORIGIN}/sandbox/paypal`, log },
    ...{ clock: () => new Date(now), trouble: (made) => trouble(made) },
  });
  const at = await paypal.listen(0);
  afterAll(() => paypal.close());
  let refuse: Required<MailboxOptions>['refuse'] = () => undefined;
  const mailbox = createMailbox({ store: ':memory:', path: '/sandbox/mailbox', log, refuse: (mail) => refuse(mail) });
  const smtp = await mailbox.listen(0);
  afterAll(() => mailbox.close());
  const context: Context = {
    db,
    log,
    clock: () => new Date(now),
    payments: joinProviders(
      createStripe({
        secretKey: SANDBOX.secretKey,
        webhookSecret: WEBHOOK_SECRET,
        apiBase: `http://${host}:${port}`,
      }),
      createPayPal({ ...PAYPAL, live: false, apiBase: `http://${at.host}:${at.port}`, clock: () => new Date(now) }),
    ),
    papers: createPaperWriter(),
    pictures: memoryStore(),
    encoder: createSharpEncoder(),
    hasher: createPasswordHasher(),
    passwords: { shortest: 6, refuseEasy: false, common: createCommonPasswords() },
    tokens: await createBearerTokens(await loadSigningKeys(db, createSigningKey), ORIGIN),
    limits,
    offer: { percent: SHOP_FACTS.firstOrderPercent, confirmedOnly: false },
    confirmation: 'off',
    // Tests open accounts by the hundred from one address.
    signUpsPerHour: 0,
    reviewsFrom: 'everyone',
    mailer: createSmtp({
      url: `smtp://${smtp.host}:${smtp.port}`,
      from: { name: 'Toolyard', address: 'shop@example.com' },
    }),
    shop: { name: 'Toolyard', origin: ORIGIN, contactEmail: 'sales@example.com' },
    google: undefined,
    sampleData: true,
    wake: () => {},
    ...settings,
  };
  app = createApp({ context, publicOrigin: ORIGIN, shopName: 'Toolyard' });

  const call: TestShop['call'] = async (name, input = {}, caller) => {
    const [method, pattern] = allPaths[name];
    const url = new URL(
      pattern.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(input.params?.[key] ?? '')),
      ORIGIN,
    );
    for (const [key, value] of Object.entries(input.query ?? {})) url.searchParams.set(key, value);
    const env = { incoming: { socket: { remoteAddress: input.from ?? '127.0.0.1' } } };
    const request = {
      method,
      headers: {
        origin: ORIGIN,
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(caller ? { authorization: `Bearer ${caller.token}`, cookie: caller.cookie } : {}),
        ...input.headers,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    };
    const response = await app.request(url.href, request, env);
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    const answer = { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers };
    if (answer.status >= 400) expectNamed(name, answer.body.code);
    return answer;
  };

  const person: TestShop['person'] = async (role = 'customer') => {
    const email = `${role}-${randomUUID().slice(0, 8)}@example.com`;
    const secret = 'secret-of-a-test';
    const entered = await call('signUp', { body: { name: 'Sam Sample', email, password: secret } });
    if (role === 'admin') await sql`update person set role = 'admin' where email = ${email}`;
    const cookie = `${SESSION_COOKIE}=${/=([^;]+)/.exec(entered.headers.get('set-cookie') ?? '')?.[1]}`;
    const issued = await call('issueToken', { params: { email }, body: { email }, headers: { cookie } });
    return { id: entered.body.uid, name: 'Sam Sample', email, password: secret, cookie, token: issued.body.token };
  };

  const renewed: TestShop['renewed'] = async (one) => {
    const { email, cookie } = one;
    const issued = await call('issueToken', { params: { email }, body: { email }, headers: { cookie } });
    return { ...one, token: issued.body.token };
  };

  const tool: TestShop['tool'] = async (its = {}) => {
    const [made] = await db
      .insert(schema.tool)
      .values({
        name: 'Test Hammer',
        description: 'A hammer for tests.',
        image: '/images/0123456789abcdef0123456789abcdef/1200.webp',
        price: 10,
        minQuantity: 5,
        available: 100,
        ...its,
      })
      .returning();
    if (!made) throw new Error('no tool');
    await db.insert(schema.stockMove).values({ toolId: made.id, kind: 'initial', delta: made.available });
    return made;
  };

  return {
    sql,
    context,
    app,
    sandbox,
    paypal,
    mailbox,
    troubles,
    refuseMail: (next) => {
      refuse = next;
    },
    sandboxAddress: `http://${host}:${port}`,
    payPalAddress: `http://${at.host}:${at.port}`,
    setTrouble: (next) => {
      trouble = next;
    },
    passTime: (ms) => {
      now += ms;
    },
    toNextDay: () => {
      now += 25 * 3_600_000 - (now % 86_400_000);
    },
    person,
    renewed,
    tool,
    call,
    work: async () => {
      while (
        (await workInbox(context)) +
          (await workOutbox(context, SENDERS)) +
          (await writeInvoices(context)) +
          (await workMails(context, SENDERS)) +
          (await expireHolds(context)) +
          (await closeOldOrders(context)) >
        0
      );
    },
  };
}

function memoryStore(): PictureStore {
  const files = new Map<string, Uint8Array>();
  return {
    put: async (path, bytes) => {
      files.set(path, bytes);
    },
    get: async (path) => {
      const bytes = files.get(path);
      return bytes
        ? { bytes: new Uint8Array(bytes), type: path.endsWith('avif') ? 'image/avif' : 'image/webp' }
        : undefined;
    },
    has: async (path) => files.has(path),
  } as PictureStore;
}

const NAMED = new Map<CallName, readonly string[]>(Object.values(calls).map((call) => [call.name, problemsOf(call)]));

/** The document of the calls says every problem that a call is ever answered with. */
function expectNamed(name: CallName, code: unknown): void {
  // What is no call at all, such as one whose placeholder was left empty.
  if (code === 'unknown_endpoint') return;
  if (typeof code !== 'string' || !NAMED.get(name)?.includes(code))
    throw new Error(`${name} answered the problem ${String(code)}, which its row in the table of calls does not name`);
}
