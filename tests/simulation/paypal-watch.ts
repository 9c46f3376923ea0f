import type { Sql } from '../../platform/postgres/sql.ts';
import type { PayPal } from './paypal.ts';

const TEXT = `
  select intent_id as id, payment.state::text as state, claimed_at is not null as claimed,
         coalesce(review_reason = 'pending' and purchase.state = 'review', false) as aside
    from payment join purchase on purchase.id = order_id where provider = 'paypal' and intent_id is not null`;

/** Notes what becomes of payments at PayPal, beside the moves of orders. Answers what must never be. */
export function payPalWatch(client: Sql, paypal: PayPal, moves: Set<string>): () => Promise<string | undefined> {
  const states = new Map<string, string>();
  return async () => {
    if (paypal.ids.length === 0) return undefined;
    const rows = await client.unsafe(TEXT, [], 'watch PayPal');
    for (const { id, state, claimed, aside } of rows) {
      const before = states.get(id);
      const its = paypal.shown(id);
      if (before && before !== state) moves.add(`PayPal: ${before}>${state}`);
      states.set(id, state);
      if (its?.captureId && !claimed) return `${id} was taken at PayPal, and nobody had claimed it`;
      if (state === 'capturing' && its?.status === 'processing') moves.add('PayPal: pending');
      if (aside) moves.add('PayPal: pending, put aside');
      if (state === 'cancelled' && !claimed && its?.status === 'approved') moves.add('PayPal: approved and given up');
      // PayPal shows it no longer, or as if nobody had asked.
      if (state === 'cancelled' && claimed && (its?.status ?? 'approved') === 'approved')
        moves.add('PayPal: asked for and given up');
    }
    return undefined;
  };
}
