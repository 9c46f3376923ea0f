import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';

export interface Mount {
  readonly path: string;
  /** @param mountedAt `path`, with which the path of the request begins */
  readonly fetch: (request: Request, mountedAt: string) => Promise<Response> | Response;
}

export function addMounts(app: Hono, mounts: readonly Mount[]): void {
  for (const { path, fetch } of mounts) app.all(`${path}/*`, (c) => fetch(c.req.raw, path));
}

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

export const mountsAt = (address: string, paths: readonly string[]): Mount[] =>
  paths.map((path) => ({ path, fetch: (request) => passOn(request, address) }));

function passOn(request: Request, address: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const raw = new Request(request);
  // fetch sets its own.
  for (const name of ['expect', 'host']) raw.headers.delete(name);
  return proxy(`${address}${pathname}${search}`, { raw, redirect: 'manual', strictConnectionProcessing: true });
}

/** Removes `mountedAt` from the address. This copies the request, which is expensive. */
export const byAddress =
  (fetch: (request: Request) => Promise<Response> | Response): Mount['fetch'] =>
  (request, mountedAt) => {
    const url = new URL(request.url);
    url.pathname = url.pathname.slice(mountedAt.length);
    return fetch(new Request(url, request));
  };
