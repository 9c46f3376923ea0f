import { and, eq, ne } from 'drizzle-orm';
import { orders } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { type Messages, post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import type { Delivery, Senders } from '../kernel/work-outbox.ts';
import { releaseHold } from '../orders/release-hold.ts';
import { closeAtProvider } from './close-at-provider.ts';

/** What goes to the payment provider through the outbox. Money is never given up. */
export const paymentSenders: Pick<Senders, 'refund' | 'cancel-intent'> = {
  refund: { send: refund },
  'cancel-intent': { send: closeAtProvider },
};

async function refund(
  context: Pick<Context, 'db' | 'payments'>,
  { orderId, intentId }: Messages['refund'],
  { attempt }: Delivery,
): Promise<string | undefined> {
  // Each try has a key of its own: the provider keeps its first answer to a key, "pending" and errors too. All of a
  // payment can be given back once only, so a further try cannot give anything back twice.
  const refunded = await context.payments.refund({
    paymentIntentId: intentId,
    idempotencyKey: `refund:${intentId}:${attempt}`,
    reason: 'requested_by_customer',
  });
  // Nothing left to give back: an earlier try succeeded and its answer was lost.
  const done = refunded.ok ? refunded.value.status === 'succeeded' : refunded.failure.code === 'wrong-state';
  if (!done) return refunded.ok ? refunded.value.status : refunded.failure.code;
  await context.db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    const returned = await tx
      .update(payment)
      .set({ state: 'refunded' })
      .where(and(eq(payment.intentId, intentId), ne(payment.state, 'refunded')))
      .returning({ attempt: payment.attempt });
    if (returned.length === 0) return;
    const ended =
      (await releaseHold(tx, orderId, 'refund_due', 'refunded')) ||
      (
        await tx
          .update(orders)
          .set({ state: 'refunded' })
          .where(and(eq(orders.id, orderId), eq(orders.state, 'refund_due')))
          .returning({ id: orders.id })
      ).length === 1;
    // An order that was paid twice stays paid: only the second payment is given back.
    const action = ended ? 'order.refunded' : 'payment.refunded';
    await record(tx, { action, target: orderId, meta: { intent: intentId } });
    await post(tx, 'mail.refunded', `mail.refunded:${intentId}`, { orderId, intentId });
  });
  return undefined;
}
