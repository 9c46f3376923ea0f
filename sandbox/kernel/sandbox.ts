import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Mishaps } from '#model/kernel/mishaps.ts';
import type { SandboxLog } from './log.ts';
import { misbehave, type Trouble } from './misbehave.ts';
import { openStore, type Store } from './store.ts';
import { createDispatcher, type Dispatcher, type Sign, type Webhook } from './webhooks.ts';

interface Common {
  readonly log: SandboxLog;
  /** Called and awaited before each call: lets a test fail or delay it. */
  readonly trouble?: ((call: { method: string; path: string }) => Trouble | Promise<Trouble>) | undefined;
}

export interface SandboxOptions extends Common {
  /** Path of a SQLite file, or ':memory:'. */
  readonly store: string;
  readonly webhook?: Webhook;
  /** Time in answers; the system's by default. */
  readonly clock?: () => Date;
  /** Failures that a developer asks for. */
  readonly mishaps?: Mishaps;
}

/** What the calls of a stand-in work with. */
export interface Workings extends Common {
  readonly clock: () => Date;
  readonly store: Store;
  readonly dispatcher: Dispatcher;
}

export type Mounted = { Bindings: { mountedAt?: string } };

/** A local server for a payment provider. @param answersFor seconds for which the answer to a key is kept */
export function openSandbox(
  options: SandboxOptions,
  { answersFor, sign }: { answersFor: number; sign: Sign },
  createApp: (workings: Workings) => Hono<Mounted>,
) {
  const { clock = () => new Date(), log } = options;
  const store = openStore(options.store);
  store.forget(Math.floor(clock().getTime() / 1000), answersFor);
  const bad = options.mishaps && misbehave(options.mishaps);
  const dispatcher = createDispatcher(store, log, sign, bad?.fate);
  const app = createApp({ clock, log, store, dispatcher, trouble: options.trouble ?? bad?.trouble });
  const server = createLocalServer((request) => app.fetch(request, {}));
  if (options.webhook) dispatcher.sendTo(options.webhook);

  return {
    /** @param mountedAt prefix of the request's path */
    fetch: (request: Request, mountedAt = '') => app.fetch(request, { mountedAt }),
    listen: server.listen,
    /** Also sends the events that wait. */
    sendWebhooksTo: dispatcher.sendTo,
    async close() {
      await server.close();
      await dispatcher.close();
      store.close();
    },
  };
}

const GRACE_MS = 2_000;

/** A server on 127.0.0.1 for a stand-in. */
function createLocalServer(fetch: (request: Request) => Promise<Response> | Response) {
  const server = createAdaptorServer({ fetch });
  return {
    /** Port 0 takes a free one. Rejects when the port is taken. */
    listen: (port: number): Promise<{ host: '127.0.0.1'; port: number }> =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          const address = server.address();
          if (address === null || typeof address === 'string') throw new Error('The sandbox has no port.');
          resolve({ host: '127.0.0.1', port: address.port });
        });
      }),
    /** Finishes answers in progress; after `GRACE_MS` closes all connections. */
    close(): Promise<void> {
      if (!server.listening) return Promise.resolve();
      return new Promise((resolve) => {
        const impatience = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearTimeout(impatience);
          resolve();
        });
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      });
    },
  };
}
