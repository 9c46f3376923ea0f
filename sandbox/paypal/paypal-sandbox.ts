import type { Mishaps } from '#model/kernel/mishaps.ts';
import { createLocalServer } from '../kernel/local-server.ts';
import type { SandboxLog } from '../kernel/log.ts';
import { misbehave, type Trouble } from '../kernel/misbehave.ts';
import { openStore } from '../kernel/store.ts';
import { createDispatcher, type Webhook } from '../kernel/webhooks.ts';
import { createApp } from './app.ts';
import { createSigner } from './signature.ts';

export interface PayPalSandboxOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Path of a SQLite file, or ':memory:'. */
  readonly store: string;
  /** Where the payer's browser finds the approval page. */
  readonly publicUrl: string;
  /** `secret`: the id of the webhook, with which events are signed. */
  readonly webhook?: Webhook;
  /** Time in answers; the system's by default. */
  readonly clock?: () => Date;
  readonly log: SandboxLog;
  /** Lets a test fail or delay calls. */
  readonly trouble?: (call: { method: string; path: string }) => Trouble | Promise<Trouble>;
  /** Failures that a developer asks for. */
  readonly mishaps?: Mishaps;
}

/** A local server for the part of PayPal's Orders v2 and Payments v2 that the shop uses. No money moves. */
export function createPayPalSandbox(options: PayPalSandboxOptions) {
  const { clock = () => new Date(), log } = options;
  const store = openStore(options.store);
  store.forget(Math.floor(clock().getTime() / 1000), KEYS_S);
  const signer = createSigner(clock);
  const bad = options.mishaps && misbehave(options.mishaps);
  const dispatcher = createDispatcher(store, log, signer.headers, bad?.fate);
  const app = createApp({ ...(bad && { trouble: bad.trouble }), ...options, clock, store, dispatcher, signer });
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

/** As long as the key of a refund is known. */
const KEYS_S = 45 * 86_400;

export type PayPalSandbox = ReturnType<typeof createPayPalSandbox>;
