import { and, eq, sql } from 'drizzle-orm';
import { outbox } from '#tables/kernel.ts';
import { orders } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { releaseHold } from '../orders/release-hold.ts';
import { findIntent } from './find-intent.ts';
import { settlePayment } from './settle-payment.ts';

type Worker = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>;
type Row = { id: number; kind: keyof Messages; payload: Messages[keyof Messages]; attempts: number };

/** Sends what is due. A row whose work did not succeed comes up again, later each time, and is never given up. */
export async function workOutbox(context: Worker): Promise<number> {
  const now = context.clock().toISOString();
  const due = await context.db.execute<Row>(sql`
    update outbox set attempts = attempts + 1, lease_until = ${now}::timestamptz + interval '60 seconds'
     where id in (select id from outbox where done_at is null and run_at <= ${now}::timestamptz
                     and (lease_until is null or lease_until <= ${now}::timestamptz)
                   order by run_at limit 20 for update skip locked)
    returning id, kind, payload, attempts`);
  for (const row of due) {
    const problem = await senders[row.kind](context, row.payload as never);
    if (problem) context.log.error({ outbox: row.id, kind: row.kind, problem, attempts: row.attempts }, 'not sent yet');
    const again = new Date(context.clock().getTime() + Math.min(2 ** row.attempts, 900) * 1000);
    await context.db
      .update(outbox)
      .set(
        problem ? { lastError: problem, runAt: again, leaseUntil: null } : { doneAt: context.clock(), lastError: null },
      )
      .where(eq(outbox.id, row.id));
  }
  return due.length;
}

/** How each kind leaves. The answer is why it did not, or undefined. */
const senders: { [K in keyof Messages]: (context: Worker, message: Messages[K]) => Promise<string | undefined> } = {
  async refund(context, { orderId, intentId }) {
    const refunded = await context.payments.refund({
      paymentIntentId: intentId,
      idempotencyKey: `refund:${intentId}`,
      reason: 'requested_by_customer',
    });
    // Nothing left to give back: an earlier try succeeded and its answer was lost.
    const done = refunded.ok ? refunded.value.status === 'succeeded' : refunded.failure.code === 'wrong-state';
    if (!done) return refunded.ok ? refunded.value.status : refunded.failure.code;
    await context.db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
      await tx.update(payment).set({ state: 'refunded' }).where(eq(payment.intentId, intentId));
      if (!(await releaseHold(tx, orderId, 'refund_due', 'refunded')))
        await tx
          .update(orders)
          .set({ state: 'refunded' })
          .where(and(eq(orders.id, orderId), eq(orders.state, 'refund_due')));
      await record(tx, { action: 'order.refunded', target: orderId, meta: { intent: intentId } });
    });
    return undefined;
  },

  async 'cancel-intent'(context, { orderId, attempt }) {
    const found = await findIntent(context, orderId, attempt);
    if (!found.ok) return found.failure.code;
    const cancelled = await context.payments.cancelPaymentIntent(found.value);
    if (cancelled.ok) {
      await settlePayment(context, cancelled.value);
      return undefined;
    }
    if (cancelled.failure.code !== 'wrong-state') return cancelled.failure.code;
    // The buyer was faster: the provider's verdict decides.
    const current = await context.payments.retrievePaymentIntent(found.value);
    if (!current.ok) return current.failure.code;
    const settlement = await settlePayment(context, current.value);
    return settlement === 'open' ? 'still open' : undefined;
  },
};
