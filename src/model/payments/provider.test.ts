import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STRIPE_EVENTS } from './provider.ts';

test('README names the events that the webhook at Stripe is for', () => {
  const row = readFileSync('README.md', 'utf8').match(/^\| `STRIPE_WEBHOOK_SECRET` .*$/m)?.[0] ?? '';
  const named = [...row.matchAll(/`((?:payment_intent|charge|refund)\.[a-z_.]+)`/g)].map(([, name]) => name);
  expect(named).toEqual(STRIPE_EVENTS);
});
