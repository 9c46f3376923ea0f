import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getPath } from 'hono/utils/url';
import type { Trouble } from '../kernel/misbehave.ts';
import { isStoreFailure } from '../kernel/open-sqlite.ts';
import type { Mounted, Workings } from '../kernel/sandbox.ts';
import type { Call, Endpoint, EventType } from './call.ts';
import { newId } from './ids.ts';
import { minimalOrder, type Order, type Refund, shownOrder } from './order.ts';
import { approve, captureOrder, createOrder, decideCapture, findOrder, getOrder } from './orders.ts';
import { approvalPage, endedPage, pageHeaders, styleAnswer, withToken } from './pages.ts';
import { getCapture, getRefund, refundCapture } from './refunds.ts';
import { failed, ok, Refusal, type Reply } from './refusal.ts';
import type { createSigner } from './signature.ts';

export interface AppOptions extends Workings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the payer's browser finds the approval page. */
  readonly publicUrl: string;
  readonly signer: ReturnType<typeof createSigner>;
}

/** `decide` is not PayPal's. */
const ENDPOINTS: readonly Endpoint[] = [
  { method: 'POST', path: '/v2/checkout/orders', run: createOrder },
  { method: 'GET', path: '/v2/checkout/orders/:id', run: getOrder },
  { method: 'POST', path: '/v2/checkout/orders/:id/capture', run: captureOrder },
  { method: 'POST', path: '/v2/checkout/orders/:id/decide', run: decideCapture },
  { method: 'GET', path: '/v2/payments/captures/:id', run: getCapture },
  { method: 'POST', path: '/v2/payments/captures/:id/refund', run: refundCapture },
  { method: 'GET', path: '/v2/payments/refunds/:id', run: getRefund },
];

export function createApp(options: AppOptions): Hono<Mounted> {
  const app = new Hono<Mounted>({ getPath: (request, at) => getPath(request).slice(at?.env?.mountedAt?.length ?? 0) });
  const { store, dispatcher, log, clock, signer, clientId, clientSecret, publicUrl } = options;
  const tokens = createTokens(clientSecret);
  const running = new Set<string>();
  const page = `${publicUrl}/checkoutnow`;
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');

  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => respond(failed(413, 'INVALID_REQUEST', 'Too large.')) }));
  app.use('/v1/notifications/*', admitted);
  app.use('/v2/*', admitted);

  app.post('/v1/oauth2/token', async (c) => {
    const [, encoded = ''] = /^Basic (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (!same(Buffer.from(encoded, 'base64').toString(), `${clientId}:${clientSecret}`))
      return c.json({ error: 'invalid_client', error_description: 'Client Authentication failed' }, 401);
    return c.json({
      scope: 'https://uri.paypal.com/services/payments',
      token_type: 'Bearer',
      ...tokens.issue(),
    });
  });

  app.post('/v1/notifications/verify-webhook-signature', async (c) => {
    const good = signer.isOurs(await c.req.json());
    return c.json({ verification_status: good ? 'SUCCESS' : 'FAILURE' });
  });

  for (const endpoint of ENDPOINTS)
    app.on(endpoint.method, endpoint.path, (c) => answer(endpoint, c.req, c.req.param('id') ?? ''));

  app.get('/paypal.css', styleAnswer);
  app.get('/checkoutnow', (c) => {
    const order = orderOf(c);
    const shown = order?.status === 'PAYER_ACTION_REQUIRED' ? approvalPage(order, base) : endedPage(base, order);
    return c.html(shown, order ? 200 : 404, pageHeaders(order ? [order.return_url] : []));
  });
  app.post('/checkoutnow', async (c) => {
    const { payer } = await c.req.parseBody();
    const order = orderOf(c);
    const approved = order && store.transaction(() => approve(callOf(order.id, {}, undefined), payer));
    dispatcher.wake();
    if (!approved) return c.html(endedPage(base, order), 409, pageHeaders([]));
    return c.redirect(withToken(approved.return_url, approved.id, 'SANDBOXPAYER1'), 303);
  });

  app.notFound(() => respond(failed(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.')));
  app.onError((error) => {
    if (isStoreFailure(error)) {
      log.warn({ err: error }, 'the PayPal stand-in cannot write to its disk');
      return respond(failed(503, 'SERVICE_UNAVAILABLE', 'The stand-in cannot write to its disk now.'));
    }
    log.error({ err: error }, 'Sandbox call failed');
    return respond(broken);
  });
  return app;

  async function admitted(c: Context, next: () => Promise<void>) {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (!tokens.isGood(token))
      return respond(failed(401, 'AUTHENTICATION_FAILURE', 'Authentication failed due to invalid credentials.'));
    return next();
  }

  function orderOf(c: Context) {
    try {
      return findOrder({ store, id: c.req.query('token') ?? '', now: clock() });
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  function callOf(id: string, body: Call['body'], key: string | undefined, minimal = false): Call {
    const record = (type: EventType, resource: object) => {
      const at = clock();
      const event = {
        ...{ id: `WH-${newId()}`, event_version: '1.0', create_time: at.toISOString(), event_type: type },
        ...{ resource_version: '2.0', resource, links: [] },
      };
      store.insert('event', { id: event.id, created: Math.floor(at.getTime() / 1000), label: type, body: event });
      if (dispatcher.hears(type)) store.addDelivery(event.id);
    };
    const show: Call['show'] = (order) => (minimal ? minimalOrder : shownOrder)(order, page);
    return { id, body, key, store, now: clock(), record, show };
  }

  async function answer(endpoint: Endpoint, req: HonoRequest, id: string): Promise<Response> {
    const writes = endpoint.method === 'POST';
    const body = writes ? parsed(await req.text()) : {};
    if (!body) return respond(failed(400, 'INVALID_REQUEST', 'The body is not JSON.', 'MALFORMED_REQUEST_JSON'));
    const given = writes ? req.header('paypal-request-id') : undefined;
    if (given !== undefined && (given === '' || given.length > 108))
      return respond(failed(400, 'INVALID_REQUEST', 'PayPal-Request-Id has 1 to 108 characters.'));
    const key = given === undefined ? undefined : `${req.path} ${given}`;
    if (key !== undefined && running.has(key))
      return respond(
        failed(422, 'UNPROCESSABLE_ENTITY', 'A previous request is in progress.', 'PREVIOUS_REQUEST_IN_PROGRESS'),
      );
    const minimal = writes && !/return=representation/.test(req.header('prefer') ?? '');
    const call = callOf(id, body, given, minimal && !req.path.endsWith('/refund'));
    let trouble: Trouble = 'none';
    let reply: Reply;
    if (key !== undefined) running.add(key);
    try {
      trouble = (await options.trouble?.({ method: req.method, path: req.path })) ?? 'none';
      const work = () => (trouble === 'fail-before' ? broken : runKept(endpoint, call, key));
      // Effect, events and the key's memory are one transaction: after a crash all exist or none.
      reply = writes ? store.transaction(work) : work();
      if (writes) dispatcher.wake();
      log.debug({ method: req.method, path: req.path, status: reply.status }, 'Sandbox call');
    } finally {
      if (key !== undefined) running.delete(key);
    }
    if (trouble === 'silent-after') await pause(SILENCE_MS, undefined, { ref: false });
    return respond(trouble === 'fail-after' ? broken : reply);
  }

  function runKept(endpoint: Endpoint, call: Call, key: string | undefined): Reply {
    const now = Math.floor(call.now.getTime() / 1000);
    const known = key === undefined ? undefined : store.findAnswer(key);
    const fresh = known && now - Number(known.fingerprint) < keptFor(endpoint.path);
    const again = fresh ? keptReply(call, JSON.parse(known.body) as Kept) : undefined;
    if (again) return again;
    const reply = run(endpoint, call);
    if (key === undefined || reply.status >= 300) return reply;
    const owner = endpoint.path.endsWith('/refund')
      ? store.find<{ order: string }>('capture', call.id)?.body.order
      : undefined;
    const kept = endpoint.path.endsWith('/capture') ? { order: call.id } : keptOf(reply, owner);
    store.forgetAnswer(key);
    store.saveAnswer(key, { fingerprint: String(now), status: reply.status, body: JSON.stringify(kept) }, now);
    return reply;
  }

  function run(endpoint: Endpoint, call: Call): Reply {
    const work = () => endpoint.run(call);
    try {
      return endpoint.method === 'POST' ? store.undoable(work) : work();
    } catch (error) {
      if (error instanceof Refusal) return error.reply;
      throw error;
    }
  }
}

function parsed(text: string): Call['body'] | undefined {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Call['body']) : undefined;
  } catch {
    return undefined;
  }
}

const respond = ({ status, body }: Reply): Response => Response.json(body, { status });

const MAX_BODY_BYTES = 64 * 1024;
const SILENCE_MS = 60_000;
const broken = failed(500, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.');

/** What a key was first used for. A repeated call is answered with its latest state, as PayPal does. */
interface Kept {
  readonly order?: string;
  readonly refund?: string;
}

function keptReply(call: Call, { order: id, refund: refundId }: Kept): Reply | undefined {
  const order = id === undefined ? undefined : call.store.find<Order>('order', id)?.body;
  if (!order) return undefined;
  const refund = order.refunds.find((it) => it.id === refundId);
  return ok(refund ?? call.show(order));
}

function keptOf(reply: Reply, order: string | undefined): Kept {
  const { id } = reply.body as Partial<Order & Refund>;
  return order === undefined ? { ...(id && { order: id }) } : { order, ...(id && { refund: id }) };
}

/** For how long, in seconds: 6 hours of orders, 45 days of refunds. */
const keptFor = (path: string): number => (path.endsWith('/refund') ? 45 * 86_400 : 6 * 3_600);

const LIFE_S = 32_400;

/** Tokens that outlive a restart, as they carry their end: by the system's clock, as their holders count it. */
function createTokens(secret: string) {
  const mark = (until: number) => createHmac('sha256', secret).update(String(until)).digest('base64url');
  return {
    issue() {
      const until = Math.floor(Date.now() / 1000) + LIFE_S;
      return { access_token: `A21AA${until}.${mark(until)}`, expires_in: LIFE_S };
    },
    isGood(token: string): boolean {
      const [, until = '', given = ''] = /^A21AA(\d{1,12})\.([\w-]+)$/.exec(token) ?? [];
      return Number(until) * 1000 > Date.now() && same(given, mark(Number(until)));
    },
  };
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
