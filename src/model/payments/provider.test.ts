import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAYPAL_EVENTS, STRIPE_EVENTS } from './provider.ts';

const rowOf = (setting: string) =>
  readFileSync('README.md', 'utf8').match(new RegExp(`^\\| \`${setting}\` .*$`, 'm'))?.[0] ?? '';

test('README names the events that the webhook at Stripe is for', () => {
  const named = rowOf('STRIPE_WEBHOOK_SECRET').matchAll(/`((?:payment_intent|charge|refund)\.[a-z_.]+)`/g);
  expect([...named].map(([, name]) => name)).toEqual(STRIPE_EVENTS);
});

test('and those at PayPal', () => {
  const named = rowOf('PAYPAL_WEBHOOK_ID').matchAll(/`([A-Z]+(?:\.[A-Z]+)+)`/g);
  expect([...named].map(([, name]) => name)).toEqual(PAYPAL_EVENTS);
});
