import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

/** Something that answers below a path of the shop: the stand-ins' pages and interfaces for browsers. */
export interface Mount {
  readonly path: string;
  /** @param mountedAt that path again: with it the request's own begins */
  readonly fetch: (request: Request, mountedAt: string) => Promise<Response> | Response;
}

export function addMounts(app: Hono, mounts: readonly Mount[]): void {
  for (const { path, fetch } of mounts) app.all(`${path}/*`, (c) => fetch(c.req.raw, path));
}

/** Shows the mounts to the other processes of this machine. */
export async function serveMounts(
  mounts: readonly Mount[],
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const app = new Hono();
  addMounts(app, mounts);
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((open, refuse) => {
    server.once('error', refuse);
    server.listen(0, '127.0.0.1', open);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The mounts that another process of this machine serves at `address`. */
export const mountsAt = (address: string, paths: readonly string[]): Mount[] =>
  paths.map((path) => ({ path, fetch: (request) => passOn(request, address) }));

/** Headers about one connection, which are not said on the next (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
];
/** Of a request also what the next one says anew. */
const OF_ONE_REQUEST = ['content-length', 'expect', 'host'];

function endToEnd(from: Headers): Headers {
  const headers = new Headers(from);
  const named = (from.get('connection') ?? '').split(',').map((it) => it.trim());
  for (const name of [...HOP_BY_HOP, ...named]) if (/^[\w-]+$/.test(name)) headers.delete(name);
  return headers;
}

async function passOn(request: Request, address: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = endToEnd(request.headers);
  for (const name of OF_ONE_REQUEST) headers.delete(name);
  const init = { method: request.method, headers, body: request.body, duplex: 'half', redirect: 'manual' };
  const response = await fetch(`${address}${pathname}${search}`, { ...init, signal: request.signal } as RequestInit);
  return new Response(response.body, { status: response.status, headers: endToEnd(response.headers) });
}

/** For whoever goes by the request's address and must not see the mount's. Makes a request anew, which is no small thing. */
export const byAddress =
  (fetch: (request: Request) => Promise<Response> | Response): Mount['fetch'] =>
  (request, mountedAt) => {
    const url = new URL(request.url);
    url.pathname = url.pathname.slice(mountedAt.length);
    return fetch(new Request(url, request));
  };
