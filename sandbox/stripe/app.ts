import { setTimeout as pause } from 'node:timers/promises';
import { Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { getPath } from 'hono/utils/url';
import Stripe from 'stripe';
import type { Trouble } from '../kernel/misbehave.ts';
import { isStoreFailure } from '../kernel/open-sqlite.ts';
import type { Mounted, Workings } from '../kernel/sandbox.ts';
import type { Actor, Call, Endpoint } from './call.ts';
import { retrieveCharge } from './charges.ts';
import { authenticatePaymentIntent, confirmPaymentIntent, settlePaymentIntent } from './confirm.ts';
import { listEvents, recordEvent, retrieveEvent } from './events.ts';
import { parseForm } from './form.ts';
import { answerKey, badKey, fingerprintOf, inUse, replayOf } from './idempotency.ts';
import { newId } from './ids.ts';
import {
  cancelPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
} from './payment-intents.ts';
import { createPaymentMethod, retrievePaymentMethod } from './payment-methods.ts';
import { createRefund, listRefunds, retrieveRefund } from './refunds.ts';
import { failed, Refusal, type Reply } from './refusal.ts';

/** The 500 that a `trouble` makes is kept for its key, as at Stripe. */
export interface AppOptions extends Workings {
  readonly secretKey: string;
  readonly publishableKey: string;
}

export function createApp(options: AppOptions): Hono<Mounted> {
  const app = new Hono<Mounted>({ getPath: (request, at) => getPath(request).slice(at?.env?.mountedAt?.length ?? 0) });
  const running = new Set<string>();

  app.use('/v1/*', cors({ origin: '*', exposeHeaders: ['request-id', 'idempotent-replayed'] }));
  const counted = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => respond(newId('req'), tooLarge) });
  // HTTP enforces a declared length. Counting is for bodies without one, and costs a stream.
  app.use('/v1/*', (c, next) => {
    const isShort = c.req.method === 'GET' || Number(c.req.header('content-length')) <= MAX_BODY_BYTES;
    return isShort ? next() : counted(c, next);
  });
  for (const endpoint of endpoints)
    app.on(endpoint.method, endpoint.path, (c) => answer(options, running, endpoint, c.req));
  app.notFound((c) =>
    respond(
      newId('req'),
      failed(
        404,
        { type: 'invalid_request_error', message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).` },
        false,
      ),
    ),
  );
  app.onError((error) => {
    if (isStoreFailure(error)) {
      options.log.warn({ err: error }, 'the payment stand-in cannot write to its disk');
      return respond(newId('req'), unavailable);
    }
    options.log.error({ err: error }, 'Sandbox call failed');
    return respond(newId('req'), broken);
  });
  return app;
}

async function answer(options: AppOptions, running: Set<string>, endpoint: Endpoint, req: HonoRequest) {
  const { store, dispatcher, log } = options;
  const requestId = newId('req');
  const actor = actorOf(req.header('authorization'), options);
  if (typeof actor !== 'string') return respond(requestId, actor);
  if (!endpoint.actors.includes(actor)) return respond(requestId, mayNot);

  const form = endpoint.method === 'POST' ? await req.text() : new URL(req.url).search.slice(1);
  const given = endpoint.method === 'POST' ? req.header('idempotency-key') : undefined;
  if (given !== undefined && (given === '' || given.length > 255)) return respond(requestId, badKey);
  const key = given === undefined ? undefined : answerKey(actor, given);
  const fingerprint = fingerprintOf(req.method, req.path, form);

  if (key !== undefined) {
    const replay = replayOf(store, key, fingerprint);
    if (replay) return respond(requestId, replay, replay.keep ? { 'idempotent-replayed': 'true' } : {});
    if (running.has(key)) return respond(requestId, inUse);
    running.add(key);
  }
  let trouble: Trouble = 'none';
  let reply: Reply;
  try {
    trouble = (await options.trouble?.({ method: req.method, path: req.path })) ?? 'none';
    const now = Math.floor(options.clock().getTime() / 1000);
    const request = { id: requestId, idempotency_key: given ?? null };
    const record: Call['record'] = (type, object) =>
      recordEvent(store, { type, object, now, request, deliver: dispatcher.hears(type) });
    const call = { actor, id: req.param('id') ?? '', store, now, record };

    const change = endpoint.method === 'POST';
    const work = () => {
      const done = trouble === 'fail-before' ? broken : publicView(actor, run(endpoint, form, call));
      const sent = trouble === 'fail-after' ? broken : done;
      if (key !== undefined && sent.keep)
        store.saveAnswer(key, { fingerprint, status: sent.status, body: JSON.stringify(sent.body) }, now);
      return sent;
    };
    // Effect, events and stored answer are one transaction: after a crash all exist or none.
    reply = change ? store.transaction(work) : work();
    if (change) dispatcher.wake();
    log.debug({ method: req.method, path: req.path, status: reply.status, requestId }, 'Sandbox call');
  } finally {
    if (key !== undefined) running.delete(key);
  }
  if (trouble === 'silent-after') await pause(SILENCE_MS, undefined, { ref: false });
  return respond(requestId, reply);
}

function run(endpoint: Endpoint, form: string, call: Omit<Call, 'params'>): Reply {
  const work = () => endpoint.run({ ...call, params: parseForm(form) });
  try {
    return endpoint.method === 'POST' ? call.store.undoable(work) : work();
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}

function respond(requestId: string, { status, body }: Reply, headers: Record<string, string> = {}): Response {
  // A retry of a 500 would return the stored answer; Stripe sends this header too.
  const retry: Record<string, string> = status === 500 ? { 'stripe-should-retry': 'false' } : {};
  return Response.json(body, {
    status,
    headers: { 'request-id': requestId, 'stripe-version': Stripe.API_VERSION, ...retry, ...headers },
  });
}

const MAX_BODY_BYTES = 64 * 1024;
const SILENCE_MS = 60_000;
const broken = failed(500, { type: 'api_error', message: 'An unknown error occurred' });
const unavailable = failed(
  503,
  { type: 'api_error', message: 'The payment stand-in cannot write to its disk now. Nothing was charged.' },
  false,
);
const tooLarge = failed(413, { type: 'invalid_request_error', message: 'The request is too large.' }, false);

/** The key is a bearer token, or the user name of Basic authentication. */
function actorOf(
  authorization: string | undefined,
  { secretKey, publishableKey }: { secretKey: string; publishableKey: string },
): Actor | Reply {
  const key = keyIn(authorization ?? '');
  if (key === secretKey) return 'secret';
  if (key === publishableKey) return 'publishable';
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`
    : 'You did not provide an API key. You need to provide your API key in the Authorization header.';
  return failed(401, { type: 'invalid_request_error', message }, false);
}

const mayNot = failed(
  403,
  {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  },
  false,
);

function keyIn(authorization: string): string {
  const [, scheme = '', value = ''] = /^(\w+) (\S+)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0] as string;
  return '';
}

/** A publishable key is public: its answers omit private fields. */
function publicView(actor: Actor, reply: Reply): Reply {
  return actor === 'secret' ? reply : { ...reply, body: withoutPrivate(reply.body) };
}

const PRIVATE = [
  ...['metadata', 'amount_received', 'amount_capturable', 'latest_charge', 'application', 'application_fee_amount'],
  ...['customer', 'customer_account', 'on_behalf_of', 'payment_record', 'review', 'statement_descriptor'],
  ...['statement_descriptor_suffix', 'transfer_data', 'transfer_group'],
];

function withoutPrivate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('error' in value) return { ...value, error: withoutPrivate(value.error) };
  if ('payment_intent' in value) return { ...value, payment_intent: withoutPrivate(value.payment_intent) };
  if (!('object' in value) || value.object !== 'payment_intent') return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !PRIVATE.includes(name)));
}

const server = ['secret'] as const;
const browser = ['secret', 'publishable'] as const;

/** The two `sandbox_` calls are not Stripe's. */
const endpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/v1/payment_methods', actors: browser, run: createPaymentMethod },
  { method: 'GET', path: '/v1/payment_methods/:id', actors: server, run: retrievePaymentMethod },

  { method: 'POST', path: '/v1/payment_intents', actors: server, run: createPaymentIntent },
  { method: 'GET', path: '/v1/payment_intents', actors: server, run: listPaymentIntents },
  { method: 'GET', path: '/v1/payment_intents/:id', actors: browser, run: retrievePaymentIntent },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', actors: browser, run: confirmPaymentIntent },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', actors: server, run: cancelPaymentIntent },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/sandbox_authenticate',
    actors: browser,
    run: authenticatePaymentIntent,
  },
  { method: 'POST', path: '/v1/payment_intents/:id/sandbox_settle', actors: server, run: settlePaymentIntent },

  { method: 'GET', path: '/v1/charges/:id', actors: server, run: retrieveCharge },

  { method: 'POST', path: '/v1/refunds', actors: server, run: createRefund },
  { method: 'GET', path: '/v1/refunds', actors: server, run: listRefunds },
  { method: 'GET', path: '/v1/refunds/:id', actors: server, run: retrieveRefund },

  { method: 'GET', path: '/v1/events', actors: server, run: listEvents },
  { method: 'GET', path: '/v1/events/:id', actors: server, run: retrieveEvent },
];
