import type { Actor } from './call.ts';
import type { Reply } from './refusal.ts';

/** A publishable key is public: its answers omit private fields. */
export function publicView(actor: Actor, reply: Reply): Reply {
  return actor === 'secret' ? reply : { ...reply, body: withoutPrivate(reply.body) };
}

const PRIVATE = [
  ...['metadata', 'amount_received', 'amount_capturable', 'latest_charge', 'application', 'application_fee_amount'],
  ...['customer', 'customer_account', 'on_behalf_of', 'payment_record', 'review', 'statement_descriptor'],
  ...['statement_descriptor_suffix', 'transfer_data', 'transfer_group'],
];

function withoutPrivate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('error' in value) return { ...value, error: withoutPrivate(value.error) };
  if ('payment_intent' in value) return { ...value, payment_intent: withoutPrivate(value.payment_intent) };
  if (!('object' in value) || value.object !== 'payment_intent') return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !PRIVATE.includes(name)));
}
