import { eq } from 'drizzle-orm';
import { leads } from '#model/kernel/life.ts';
import { PAYMENT_LIFE } from '#model/payments/payment-life.ts';
import { purchase } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { type Messages, post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import type { Senders, Sent } from '../kernel/send-messages.ts';
import { move } from '../orders/move-purchase.ts';
import { releaseHold } from '../orders/release-hold.ts';
import { closeAtProvider } from './close-at-provider.ts';
import { movePayment } from './move-payment.ts';
import { standingOf, withPaymentLocked } from './settle-payment.ts';
import { toReview } from './to-review.ts';

export const paymentSenders = {
  refund,
  'cancel-intent': closeAtProvider,
} satisfies Partial<Senders>;

// Delays double: after over an hour a refusal is not temporary.
const REFUSED_FOR_GOOD = 12;

async function refund(
  context: Pick<Context, 'db' | 'payments' | 'log'>,
  { orderId, intentId }: Messages['refund'],
  { attempts, key }: Sent,
): Promise<string | undefined> {
  // A key per try: the provider keeps its first answer to a key, errors too. A payment can be refunded in full only
  // once, so a further try cannot refund twice.
  const refunded = await context.payments.refund({
    paymentIntentId: intentId,
    idempotencyKey: `${key}:${attempts}`,
    reason: 'requested_by_customer',
  });
  // Nothing left to refund: an earlier try succeeded and its answer was lost.
  const done = refunded.ok ? refunded.value.status === 'succeeded' : refunded.failure.code === 'wrong-state';
  if (!done) {
    const problem = refunded.ok ? refunded.value.status : refunded.failure.code;
    const given = problem === 'refused' && attempts >= REFUSED_FOR_GOOD && (await giveUp(context, intentId));
    return given ? undefined : problem;
  }
  await context.db.transaction(async (tx) => {
    const [order] = await tx.select().from(purchase).where(eq(purchase.id, orderId)).for('update');
    const [attempt] = await tx.select().from(payment).where(eq(payment.intentId, intentId)).for('update');
    if (!attempt || !leads(PAYMENT_LIFE, attempt.state, 'refunded')) return;
    await movePayment(tx, attempt, attempt.state, 'refunded');
    const ended = order?.state === 'refund_due';
    if (ended) {
      await releaseHold(tx, orderId);
      await move(tx, orderId, 'refund_due', 'refunded');
    }
    // An order that was paid twice stays paid: only the second payment is refunded.
    const action = ended ? 'order.refunded' : 'payment.refunded';
    await record(tx, { action, target: orderId, meta: { intent: intentId } });
    await post(tx, 'mail.refunded', `mail.${key.replace('refund', 'refunded')}`, { orderId, intentId });
  });
  return undefined;
}

/** Hands the refund to people, unless another try has succeeded. False when there is no order. */
async function giveUp({ db, log }: Pick<Context, 'db' | 'log'>, intentId: string): Promise<boolean> {
  let returned = false;
  const settled = await withPaymentLocked(db, intentId, async (tx, order, attempt) => {
    returned = attempt.state === 'refunded';
    return returned ? standingOf(order.state) : toReview(tx, order, intentId, 'refund');
  });
  if (returned) return true;
  log.error({ intent: intentId }, 'the provider refuses a refund: people must decide how the money goes back');
  return settled === 'review';
}
