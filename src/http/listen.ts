import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';

type Fetch = Parameters<typeof getRequestListener>[0];
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface Listener {
  readonly server: Server;
  readonly port: number;
  /** Until this is called every request is told to come back in a moment. */
  serve(fetch: Fetch, before?: Middleware): void;
  /** Takes no more requests, finishes those in hand within 8 seconds, and closes. */
  close(): Promise<void>;
}

const GRACE_MS = 8_000;

/** Opens the shop's port. */
export function listen(
  { port, host }: { port: number; host: string | undefined },
  log: Logger,
): Promise<Outcome<Listener, string>> {
  let handle = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(503, {
      'retry-after': '2',
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    response.end('The shop is opening. Try again in a moment.\n');
  };
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 65_000, maxHeaderSize: 16 * 1024 },
    (request, response) => handle(request, response),
  );
  server.maxConnections = 1000;

  const listener: Listener = {
    server,
    get port() {
      return (server.address() as AddressInfo).port;
    },
    serve(fetch, before) {
      const answer = getRequestListener(fetch);
      handle = (request, response) => {
        if (before) before(request, response, () => void answer(request, response));
        else void answer(request, response);
      };
    },
    close: () =>
      new Promise((resolve) => {
        const impatience = setTimeout(() => {
          log.warn('some requests took too long and were cut off');
          server.closeAllConnections();
        }, GRACE_MS);
        server.close(() => {
          clearTimeout(impatience);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(failure(explain(error, port))));
    server.listen(port, host, () => resolve(success(listener)));
  });
}

function explain(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use, perhaps by another shop. Choose another one: PORT=${port + 1} npm start`;
  if (error.code === 'EACCES') return `Port ${port} may not be opened by this user. Choose one above 1023 with PORT.`;
  return `Port ${port} cannot be opened (${error.code ?? error.message}). Check HOST and PORT.`;
}
