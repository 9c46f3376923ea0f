import Stripe from 'stripe';
import type { Trouble } from '../kernel/misbehave.ts';
import { openSandbox, type SandboxOptions } from '../kernel/sandbox.ts';
import { createApp } from './app.ts';

export type { Trouble };

export interface StripeSandboxOptions extends SandboxOptions {
  readonly secretKey: string;
  readonly publishableKey: string;
}

/** A local server for the part of Stripe's HTTP API that the shop uses. No money moves. */
export function createStripeSandbox(options: StripeSandboxOptions) {
  const { secretKey, publishableKey } = options;
  return openSandbox(options, { answersFor: DAY_S, sign: signed }, (workings) =>
    createApp({ ...workings, secretKey, publishableKey }),
  );
}

export type StripeSandbox = ReturnType<typeof createStripeSandbox>;

const signed = (payload: string, secret: string) => ({
  'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
  'user-agent': 'Stripe/1.0 (sandbox)',
});

/** As long as Stripe keeps the answer to a key. */
const DAY_S = 86_400;
