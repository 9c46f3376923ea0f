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
  /** Path of the SQLite file that keeps all state, or ':memory:'. */
  store: string;
  webhook?: Webhook;
  /** Times in answers. The system's when absent. */
  clock?: () => Date;
  log: SandboxLog;
  /** Lets a test make calls fail or wait. */
  trouble?: (call: { method: string; path: string }) => Trouble | Promise<Trouble>;
  /** Lets a developer see what the shop makes of a provider that fails. */
  mishaps?: Mishaps;
};

export type StripeSandbox = {
  /** @param mountedAt the part of the request's path that is not for the sandbox */
  fetch(request: Request, mountedAt?: string): Promise<Response> | Response;
  /** Serves 127.0.0.1 only; 0 takes a free port. Rejects when the port is taken. */
  listen(port: number): Promise<{ host: '127.0.0.1'; port: number }>;
  /** For a receiver whose address is known only later. Sends what is still waiting, too. */
  sendWebhooksTo(webhook: Webhook | undefined): void;
  close(): Promise<void>;
};

/** A local server that speaks the part of Stripe's HTTP API that the shop uses. No money moves. */
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

/** Answers in progress are finished; a client that does not go away is left behind. */
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
