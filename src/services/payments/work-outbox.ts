import { and, eq, ne, sql } from 'drizzle-orm';
import { outbox } from '#tables/kernel.ts';
import { orders } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { releaseHold } from '../orders/release-hold.ts';
import { closeAtProvider } from './close-at-provider.ts';

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
  for (const row of due) await send(context, row);
  return due.length;
}

async function send(context: Worker, row: Row): Promise<void> {
  let problem: string | undefined;
  try {
    problem = await senders[row.kind](context, row.payload as never, row.attempts);
  } catch (error) {
    // One message that cannot leave must not keep those behind it waiting.
    context.log.error({ err: error, outbox: row.id, kind: row.kind }, 'sending failed');
    problem = 'failed';
  }
  if (problem) context.log.error({ outbox: row.id, kind: row.kind, problem, attempts: row.attempts }, 'not sent yet');
  const again = new Date(context.clock().getTime() + Math.min(2 ** row.attempts, 900) * 1000);
  await context.db
    .update(outbox)
    .set(
      problem ? { lastError: problem, runAt: again, leaseUntil: null } : { doneAt: context.clock(), lastError: null },
    )
    .where(eq(outbox.id, row.id));
}

type Sender<K extends keyof Messages> = (
  context: Worker,
  message: Messages[K],
  attempts: number,
) => Promise<string | undefined>;

/** How each kind leaves. The answer is why it did not, or undefined. */
const senders: { [K in keyof Messages]: Sender<K> } = {
  async refund(context, { orderId, intentId }, attempts) {
    // Each try has a key of its own: the provider keeps its first answer to a key, "pending" and errors too. All of a
    // payment can be given back once only, so a further try cannot give anything back twice.
    const refunded = await context.payments.refund({
      paymentIntentId: intentId,
      idempotencyKey: `refund:${intentId}:${attempts}`,
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
      if (!(await releaseHold(tx, orderId, 'refund_due', 'refunded')))
        await tx
          .update(orders)
          .set({ state: 'refunded' })
          .where(and(eq(orders.id, orderId), eq(orders.state, 'refund_due')));
      await record(tx, { action: 'order.refunded', target: orderId, meta: { intent: intentId } });
    });
    return undefined;
  },

  'cancel-intent': closeAtProvider,
};
