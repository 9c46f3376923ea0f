import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type ClientNetworks, clientNetworks, shareConnections } from '#platform/limits/clients.ts';
import { problem, problemBody } from './problem.ts';

type Fetch = Parameters<typeof getRequestListener>[0];
/** Answers by itself, or leaves the request to `otherwise`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void;

export interface Listener {
  readonly server: Server;
  readonly port: number;
  readonly networks: ClientNetworks;
  /** Before this call every request but that for `/healthz` is answered 503. */
  serve(fetch: Fetch, before?: Middleware): void;
  /**
   * Behind a proxy it first says for two seconds that it is not ready, and serves on. Then it stops accepting; requests
   * in progress may finish. Together within 8 seconds.
   */
  close(): Promise<void>;
}

export const LISTENING = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  /** How often Node checks the two above; its default is 30 s. */
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  /** Disconnects clients that do not read their response. */
  idleTimeout: 60_000,
  maxHeaderSize: 16 * 1024,
  maxRequestsPerSocket: 1_000,
  maxConnections: 1_000,
  maxPerClient: 250,
  /** For balancers that ask `/readyz` every second or two; without a proxy there is none. */
  closingNotice: 2_000,
} as const;

const GRACE_MS = 8_000;

interface Address {
  readonly port: number;
  readonly host: string | undefined;
  readonly trustedProxies?: readonly string[];
  readonly clientConnections?: number;
}

export function listen(
  { port, host, trustedProxies = [], clientConnections }: Address,
  log: Logger,
  limits: Readonly<Record<keyof typeof LISTENING, number>> = LISTENING,
): Promise<Outcome<Listener, string>> {
  let handle = (request: IncomingMessage, response: ServerResponse) => {
    if (pathOf(request) === '/healthz') sayAlive(response);
    else sayNotReady(request, response, 'opening');
  };
  let closed: Promise<void> | undefined;
  const { maxConnections, maxRequestsPerSocket, maxPerClient, idleTimeout, closingNotice, ...timeouts } = limits;
  const notice = trustedProxies.length > 0 ? closingNotice : 0;
  const server = createServer(timeouts, (request, response) => {
    if (!mayAsk(request, response)) return;
    if (closed && pathOf(request) === '/readyz') sayNotReady(request, response, 'closing');
    else handle(request, response);
  });
  const shares = { maxConnections, maxRequestsPerSocket, maxPerClient: clientConnections ?? maxPerClient };
  const networks = clientNetworks(trustedProxies);
  const mayAsk = shareConnections(server, shares, networks);
  tellOfUnnamedProxy(server, networks, log);
  server.setTimeout(idleTimeout);

  const listener: Listener = {
    server,
    networks,
    get port() {
      return (server.address() as AddressInfo).port;
    },
    serve(fetch, before) {
      const answer = getRequestListener(fetch, { errorHandler: refuse });
      handle = (request, response) => {
        if (before) before(request, response, () => void answer(request, response));
        else void answer(request, response);
      };
    },
    close: () => (closed ??= close()),
  };

  async function close(): Promise<void> {
    if (notice > 0) await new Promise((resolve) => setTimeout(resolve, notice));
    await new Promise<void>((resolve) => {
      const graceTimer = setTimeout(() => {
        log.warn('some requests took too long and were cut off');
        server.closeAllConnections();
      }, GRACE_MS - notice);
      server.close(() => {
        clearTimeout(graceTimer);
        resolve();
      });
      server.closeIdleConnections();
      // A connection that always has another request would never close.
      server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
    });
  }

  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(failure(explain(error, port))));
    server.listen(port, host, () => resolve(success(listener)));
  });
}

const pathOf = ({ url }: IncomingMessage): string | undefined => url?.split('?')[0];

function sayAlive(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ ok: true }));
}

/** To people in words, to programs as any other problem. */
function sayNotReady(
  { headers: { accept = '' } }: IncomingMessage,
  response: ServerResponse,
  doing: 'opening' | 'closing',
): void {
  const detail = `The shop is ${doing}. Try again in a moment.`;
  const isPage = accept.includes('text/html');
  response.writeHead(503, {
    'retry-after': '2',
    'content-type': isPage ? 'text/plain; charset=utf-8' : 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  response.end(isPage ? `${detail}\n` : JSON.stringify(problemBody('busy', { detail })));
}

/** Said once: behind a proxy that is not named all people have one client's limits. */
function tellOfUnnamedProxy(server: Server, networks: ClientNetworks, log: Logger): void {
  const look = ({ headers, socket: { remoteAddress = '' } }: IncomingMessage) => {
    if (!headers['x-forwarded-for'] || !PRIVATE.test(remoteAddress) || networks.isProxy(remoteAddress)) return;
    server.off('request', look);
    log.warn(
      { proxy: remoteAddress },
      'a proxy forwards requests and TRUSTED_PROXIES does not name it: all people behind it count as one',
    );
  };
  server.on('request', look);
}

/** Loopback and the networks of RFC 1918 and RFC 4193, where anybody else than a proxy is rare. */
const PRIVATE = /^(?:::ffff:)?(?:::1$|f[cd]|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/i;

function refuse(error: unknown): Response {
  return error instanceof RequestError ? problem('invalid_request', { detail: NO_REQUEST }) : problem('internal');
}

const NO_REQUEST = 'The address or the host of the request is none.';

function explain(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use, perhaps by another shop. Choose another one: PORT=${port + 1} npm start`;
  if (error.code === 'EACCES') return `Port ${port} may not be opened by this user. Choose one above 1023 with PORT.`;
  return `Port ${port} cannot be opened (${error.code ?? error.message}). Check HOST and PORT.`;
}
