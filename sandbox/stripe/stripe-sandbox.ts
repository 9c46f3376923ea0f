import { createAdaptorServer } from '@hono/node-server';
import type { Mishaps } from '#model/kernel/mishaps.ts';
import { createApp, type Trouble } from './app.ts';
import type { SandboxLog } from './log.ts';
import { misbehave } from './misbehave.ts';
import { openStore } from './store.ts';
import { createDispatcher, type Webhook } from './webhooks.ts';

export type { SandboxLog, Trouble, Webhook };

export type StripeSandboxOptions = {
  secretKey: string;
  publishableKey: string;
  /** Path of a SQLite file, or ':memory:'. */
  store: string;
  webhook?: Webhook;
  /** Time in answers; the system's by default. */
  clock?: () => Date;
  log: SandboxLog;
  /** Lets a test fail or delay calls. */
  trouble?: (call: { method: string; path: string }) => Trouble | Promise<Trouble>;
  /** Failures that a developer asks for. */
  mishaps?: Mishaps;
};

export type StripeSandbox = {
  /** @param mountedAt prefix of the request's path */
  fetch(request: Request, mountedAt?: string): Promise<Response> | Response;
  /** Listens on 127.0.0.1; port 0 takes a free one. Rejects when the port is taken. */
  listen(port: number): Promise<{ host: '127.0.0.1'; port: number }>;
  /** Also sends the events that wait. */
  sendWebhooksTo(webhook: Webhook | undefined): void;
  close(): Promise<void>;
};

/** A local server for the part of Stripe's HTTP API that the shop uses. No money moves. */
export function createStripeSandbox(options: StripeSandboxOptions): StripeSandbox {
  const { clock = () => new Date(), log } = options;
  const store = openStore(options.store);
  store.forget(Math.floor(clock().getTime() / 1000));
  const bad = options.mishaps && misbehave(options.mishaps);
  const dispatcher = createDispatcher(store, log, bad?.fate);
  const app = createApp({ ...(bad && { trouble: bad.trouble }), ...options, clock, store, dispatcher });
  const server = createAdaptorServer({ fetch: (request) => app.fetch(request, {}) });
  if (options.webhook) dispatcher.sendTo(options.webhook);

  return {
    fetch: (request, mountedAt = '') => app.fetch(request, { mountedAt }),
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          const address = server.address();
          if (address === null || typeof address === 'string') throw new Error('The sandbox has no port.');
          resolve({ host: '127.0.0.1', port: address.port });
        });
      }),
    sendWebhooksTo: dispatcher.sendTo,
    async close() {
      await stop(server);
      await dispatcher.close();
      store.close();
    },
  };
}

const GRACE_MS = 2_000;

/** Finishes answers in progress; after `GRACE_MS` closes all connections. */
function stop(server: ReturnType<typeof createAdaptorServer>): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const impatience = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
