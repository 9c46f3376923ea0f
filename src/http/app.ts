import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Hono, type Context as HonoContext } from 'hono';
import { routePath } from 'hono/route';
import { type ClientNetworks, clientNetworks } from '#platform/limits/clients.ts';
import type { Context } from '#services/kernel/context.ts';
import { answerTrouble } from './answer-trouble.ts';
import { catalogueHandlers } from './catalogue.ts';
import { describeApi } from './describe-api.ts';
import { healthRoutes } from './health.ts';
import { googleRoutes } from './identity/google.ts';
import { identityHandlers } from './identity.ts';
import { createImages, imageHandlers } from './images.ts';
import { inventoryHandlers } from './inventory.ts';
import { createLimiter, LIMITS, type Limiter } from './limiter.ts';
import { addMounts, type Mount } from './mounts.ts';
import { savedListHandlers } from './orders/saved-lists.ts';
import { orderHandlers } from './orders.ts';
import { promiseHandlers } from './payments/promises.ts';
import { paymentHandlers } from './payments.ts';
import { peopleHandlers } from './people.ts';
import { policyReports } from './policy-reports.ts';
import { problem } from './problem.ts';
import { reviewHandlers } from './reviews.ts';
import { baseHeaders, partHeaders } from './security-headers.ts';
import { type Handlers, type Invalidate, serveCalls } from './serve-calls.ts';
import { refuseUnlistedRoutes } from './unlisted-routes.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The request id, in the log and in `x-request-id`. */
    request: string;
    /** The network of the request, for limits per client. */
    client: string;
  }
}

export interface AppOptions {
  readonly context: Context;
  readonly publicOrigin: string;
  readonly shopName: string;
  /** The proxies whose X-Forwarded-For is trusted. By default none. */
  readonly networks?: ClientNetworks;
  readonly limiter?: Limiter;
  readonly answersTo?: (host: string) => boolean;
  readonly invalidate?: Invalidate;
  /** Answers what no call does: files and pages. */
  readonly pages?: (request: Request) => Promise<Response> | Response;
  readonly sandboxes?: readonly Mount[];
}

export const handlers: Handlers = {
  ...identityHandlers,
  ...peopleHandlers,
  ...catalogueHandlers,
  ...inventoryHandlers,
  ...imageHandlers,
  ...orderHandlers,
  ...savedListHandlers,
  ...paymentHandlers,
  ...promiseHandlers,
  ...reviewHandlers,
};

export function createApp({
  context,
  publicOrigin,
  shopName,
  pages,
  sandboxes = [],
  networks = clientNetworks([]),
  limiter = createLimiter(LIMITS, () => false),
  answersTo = () => true,
  invalidate = () => {},
}: AppOptions): Hono {
  const app = new Hono();
  const headers = [...baseHeaders(publicOrigin), ['cache-control', 'no-cache'] as const];
  const ofParts = partHeaders(publicOrigin);
  const findClient = clientFinder(networks);

  app.use(async (c, next) => {
    const id = randomUUID();
    const began = performance.now();
    c.set('request', id);
    c.set('client', findClient(c));
    // Monitors may address the server by its IP.
    const known = c.req.path === '/healthz' || c.req.path === '/readyz' || hostsOf(c).every(answersTo);
    if (known) await next();
    else c.res = problem('unknown_host');
    const responseHeaders = c.res.headers;
    const isPart = c.res.ok && c.req.path.startsWith('/assets/');
    for (const [name, value] of isPart ? ofParts : headers)
      if (!responseHeaders.has(name)) responseHeaders.set(name, value);
    responseHeaders.set('x-request-id', id);
    // What the cache makes is logged each time that it is sent.
    const [level, what] = isAsked(c) ? (['info', 'answered'] as const) : (['debug', 'made for the cache'] as const);
    if (!context.log.isLevelEnabled(level)) return;
    // The pattern, never the URL: URLs contain email addresses.
    const ms = Math.round(performance.now() - began);
    context.log[level]({ request: id, method: c.req.method, route: routePath(c, -1), status: c.res.status, ms }, what);
  });

  app.onError((error, c) => {
    const fields = { request: c.get('request'), method: c.req.method, route: routePath(c, -1) };
    return answerTrouble(context.log, error, fields);
  });

  app.route('/', healthRoutes(context));
  app.route('/', policyReports(context, publicOrigin));
  app.route('/', createImages(context, limiter));
  app.route('/', describeApi(shopName));
  app.route('/', googleRoutes(context, limiter));
  app.route('/', serveCalls(context, handlers, publicOrigin, limiter, invalidate));
  refuseUnlistedRoutes(app);
  addMounts(app, sandboxes);
  app.notFound((c) => {
    const forPeople = c.req.method === 'GET' || c.req.method === 'HEAD';
    return pages && forPeople ? pages(c.req.raw) : problem('unknown_endpoint');
  });
  return app;
}

/** Somebody asks over a connection, not the cache. */
const isAsked = (c: HonoContext): boolean => Object.hasOwn(c.env ?? {}, 'incoming');

export function clientFinder(networks: ClientNetworks): (c: HonoContext) => string {
  return (c) => {
    const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
    return networks.of(incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'));
  };
}

/** The host of the URL and of every Host header: a request may have several. */
function hostsOf(c: HonoContext): string[] {
  const { incoming } = (c.env ?? {}) as { incoming?: Partial<IncomingMessage> };
  return [new URL(c.req.url).host, ...(incoming?.headersDistinct?.host ?? [])];
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const PRIVATE = /^([^.]+|.+\.(localhost|local|internal|lan|test|example|home\.arpa))$/;

/**
 * Against DNS rebinding. Without a public origin: IP addresses and names that cannot be registered publicly.
 * @param listens the address on which the shop listens, where it is a certain one
 */
export function knownHosts(publicOrigin: string | undefined, listens?: string): (host: string) => boolean {
  const own = publicOrigin === undefined ? undefined : new URL(publicOrigin).hostname;
  const address = listens === undefined ? undefined : nameOf(hostToReach(listens));
  return (host) => {
    const name = nameOf(host);
    if (name === undefined) return false;
    if (LOOPBACK.test(name)) return true;
    if (own !== undefined) return name === own || name === address;
    return isIP(name.replace(/^\[|\]$/g, '')) !== 0 || PRIVATE.test(name);
  };
}

/** As it stands in a URL of the same machine: the address on which the shop listens, or its own where that is any. */
export const hostToReach = (listens: string | undefined): string => {
  if (listens === undefined || /^(0\.0\.0\.0|\[?::\]?)$/.test(listens)) return '127.0.0.1';
  return isIP(listens) === 6 ? `[${listens}]` : listens;
};

function nameOf(host: string): string | undefined {
  if (/[\s/?#@\\]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}
