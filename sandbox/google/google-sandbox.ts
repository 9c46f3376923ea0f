import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proxy } from 'hono/proxy';
import type { GoogleSandboxOptions } from './provider.ts';

export interface GoogleSandbox {
  /** Answers a request whose path is relative to the issuer: `/auth`, whatever the issuer's path. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** An OpenID provider in place of Google that accepts any identity. Loads and listens, on loopback, at first use. */
export function createGoogleSandbox(options: GoogleSandboxOptions): GoogleSandbox {
  const issuer = new URL(options.issuer);
  let opened: Promise<Server> | undefined;
  return {
    async fetch(request) {
      opened ??= open(options);
      const { port } = (await opened).address() as AddressInfo;
      const { pathname, search } = new URL(request.url);
      const forwarded = new Request(request);
      forwarded.headers.set('x-forwarded-host', issuer.host);
      forwarded.headers.set('x-forwarded-proto', issuer.protocol.slice(0, -1));
      return proxy(`http://127.0.0.1:${port}${pathname}${search}`, { raw: forwarded, redirect: 'manual' });
    },
    async close() {
      const server = await opened?.catch(() => undefined);
      if (!server) return;
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function open(options: GoogleSandboxOptions): Promise<Server> {
  const { serveProvider } = await import('./provider.ts');
  const server = serveProvider(options);
  return new Promise((ready, refuse) => {
    server.once('error', refuse);
    server.listen(0, '127.0.0.1', () => ready(server));
  });
}
