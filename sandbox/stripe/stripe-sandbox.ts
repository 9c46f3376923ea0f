import Stripe from 'stripe';
import type { Mishaps } from '#model/kernel/mishaps.ts';
import { createLocalServer } from '../kernel/local-server.ts';
import type { SandboxLog } from '../kernel/log.ts';
import { misbehave, type Trouble } from '../kernel/misbehave.ts';
import { openStore } from '../kernel/store.ts';
import { createDispatcher, type Webhook } from '../kernel/webhooks.ts';
import { createApp } from './app.ts';

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
  store.forget(Math.floor(clock().getTime() / 1000), DAY_S);
  const bad = options.mishaps && misbehave(options.mishaps);
  const dispatcher = createDispatcher(store, log, signed, bad?.fate);
  const app = createApp({ ...(bad && { trouble: bad.trouble }), ...options, clock, store, dispatcher });
  const server = createLocalServer((request) => app.fetch(request, {}));
  if (options.webhook) dispatcher.sendTo(options.webhook);

  return {
    fetch: (request, mountedAt = '') => app.fetch(request, { mountedAt }),
    listen: server.listen,
    sendWebhooksTo: dispatcher.sendTo,
    async close() {
      await server.close();
      await dispatcher.close();
      store.close();
    },
  };
}

const signed = (payload: string, secret: string) => ({
  'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
  'user-agent': 'Stripe/1.0 (sandbox)',
});

/** As long as Stripe keeps the answer to a key. */
const DAY_S = 86_400;
