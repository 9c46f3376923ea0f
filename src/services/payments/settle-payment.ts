import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { leads } from '#model/kernel/life.ts';
import { centsToDollars } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { ReviewReason } from '#model/orders/order.ts';
import { isOut, PAYMENT_LIFE, UNDECIDED } from '#model/payments/payment-life.ts';
import { CAN } from '#model/payments/provider.ts';
import { awaitsPayment, endsByLateMoney, type PurchaseState } from '#model/purchases/purchase-life.ts';
import type { ProviderPayment } from '#outside/payments/provider.ts';
import { purchase } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import { holdAgain } from '../orders/hold-again.ts';
import { move } from '../orders/move-purchase.ts';
import { finishCancel, releaseHold } from '../orders/release-hold.ts';
import { forgetWish, fulfilWish } from './change-purchase.ts';
import { closeLiveAttempts } from './close-live-attempts.ts';
import { isAttempt, movePayment } from './move-payment.ts';
import { refundUnasked } from './refund-rows.ts';
import { tellAdmins, toReview, toReviewOnce } from './to-review.ts';

type PurchaseRow = typeof purchase.$inferSelect;
type PaymentRow = typeof payment.$inferSelect;

/** `open`: nothing is charged. `processing`: undecided at the provider. `unknown`: foreign, or not recorded yet. */
export type Settlement = 'paid' | 'cancelled' | 'refund_due' | 'review' | 'open' | 'processing' | 'unknown';

/** The only way to `paid`: webhook, browser, sweep and expiring holds all come here, in any order and repeatedly. */
export function settlePayment(
  { db, clock, payments }: Pick<Context, 'db' | 'clock' | 'payments'>,
  intent: ProviderPayment,
): Promise<Settlement> {
  return withPurchaseLocked<Settlement>(db, intent.id, async (tx, order) => {
    const { captureId } = intent;
    const [attempt] = await tx
      .update(payment)
      .set({ lookedAt: clock(), ...(captureId && { captureId }) })
      .where(eq(payment.intentId, intent.id))
      .returning()
      .prepare(captureId ? 'look-at-captured-payment' : 'look-at-payment')
      .execute();
    if (!attempt) return 'unknown';
    if (intent.status === 'closed') return closeAttempt(tx, order, attempt, true);
    // Pending money that waits for its buyer again will not come.
    const never = isPutAside(order, intent.id) && (intent.status === 'approved' || intent.status === 'awaiting_buyer');
    if (never) return closeAttempt(tx, order, attempt, true);
    if (intent.status === 'approved') return claim(tx, order, attempt, intent, clock());
    if (intent.status !== 'captured') return intent.status === 'processing' ? 'processing' : 'open';
    if (order.paidIntent === intent.id || attempt.decidedAt) return standingOf(order.state);
    const mismatch = mismatchOf(intent, order, attempt, payments.mode);
    if (mismatch)
      return toReviewOnce(tx, order, intent.id, mismatch, {
        received: centsToDollars(intent.amountReceived),
        currency: intent.currency,
      });
    return acceptMoney(tx, order, attempt, intent, clock());
  });
}

/** For a payment that the provider does not know, as after a change of account: it cannot be paid any more. */
export const settleAbsentPayment = ({ db }: Pick<Context, 'db'>, intentId: string): Promise<Settlement> =>
  withPaymentLocked(db, intentId, (tx, order, attempt) =>
    closeAttempt(tx, order, attempt, isPutAside(order, intentId)),
  );

/** For a payment that the shop has asked for and will not get. */
export const settleDeclinedPayment = ({ db }: Pick<Context, 'db'>, intentId: string): Promise<Settlement> =>
  withPaymentLocked(db, intentId, (tx, order, attempt) => closeAttempt(tx, order, attempt, true));

/** The purchase was paid by a payment that the shop has no record of, for example after a restore. It must not be paid again. */
export const settlePaidBefore = ({ db, log }: Pick<Context, 'db' | 'log'>, intentId: string): Promise<Settlement> =>
  withPaymentLocked<Settlement>(db, intentId, async (tx, order, attempt) => {
    if (attempt.state !== 'capturing') return standingOf(order.state);
    log.error({ order: order.id, intent: intentId }, 'PayPal says that a purchase was paid before: nothing was taken');
    await movePayment(tx, attempt, 'capturing', 'cancelled');
    return toReview(tx, order, intentId, 'provider');
  });

/** Whether people wait for the money of this payment, or for word that it never comes. */
const isPutAside = ({ state, reviewReason, reviewIntent }: PurchaseRow, intentId: string): boolean =>
  state === 'review' && reviewReason === 'pending' && reviewIntent === intentId;

/** For money that the provider has taken and does not hand over. Once it comes, people decide. */
export const putAsidePending = ({ db }: Pick<Context, 'db'>, intentId: string): Promise<Settlement> =>
  withPaymentLocked<Settlement>(db, intentId, async (tx, order, attempt) =>
    attempt.state === 'capturing' && awaitsPayment(order.state)
      ? toReview(tx, order, intentId, 'pending')
      : standingOf(order.state),
  );

export const standingOf = (state: PurchaseState): Settlement =>
  state === 'paid' ? 'paid' : state === 'review' ? 'review' : 'refund_due';

/** Always locks purchase, payment, tools in this order: two who settle at once wait instead of deadlocking. */
export const withPaymentLocked = <T = Settlement>(
  db: Context['db'],
  intentId: string,
  settle: (tx: Transaction, order: PurchaseRow, attempt: PaymentRow) => Promise<T>,
): Promise<T | 'unknown'> =>
  withPurchaseLocked(db, intentId, async (tx, order) => {
    const [attempt] = await tx
      .select()
      .from(payment)
      .where(eq(payment.intentId, intentId))
      .for('update')
      .prepare('lock-payment')
      .execute();
    return attempt ? settle(tx, order, attempt) : 'unknown';
  });

function withPurchaseLocked<T>(
  db: Context['db'],
  intentId: string,
  settle: (tx: Transaction, order: PurchaseRow) => Promise<T>,
): Promise<T | 'unknown'> {
  return db.transaction(async (tx) => {
    const id = tx.select({ id: payment.orderId }).from(payment).where(eq(payment.intentId, intentId));
    const [order] = await tx
      .select()
      .from(purchase)
      .where(eq(purchase.id, sql`(${id})`))
      .for('update')
      .prepare('lock-purchase-of-payment')
      .execute();
    return order ? settle(tx, order) : 'unknown';
  });
}

function mismatchOf(
  intent: ProviderPayment,
  order: PurchaseRow,
  attempt: PaymentRow,
  mode: Context['payments']['mode'],
): ReviewReason | undefined {
  if (intent.amount !== attempt.amountCents || intent.amountReceived !== attempt.amountCents) return 'amount';
  // Money of an earlier attempt that comes late goes back by itself.
  if (awaitsPayment(order.state) && !isBack(attempt) && attempt.amountCents !== order.amountCents) return 'amount';
  if (intent.currency !== attempt.currency) return 'currency';
  if (intent.metadata.order_id !== order.id) return 'order';
  if (intent.livemode !== (mode === 'live')) return 'mode';
  return undefined;
}

/** Whether all of it has been given back, or will be. */
const isBack = ({ refundedCents, amountCents }: PaymentRow): boolean => refundedCents === amountCents;

async function acceptMoney(
  tx: Transaction,
  order: PurchaseRow,
  attempt: PaymentRow,
  intent: ProviderPayment,
  now: Date,
): Promise<Settlement> {
  const { state } = order;
  // What goes back already pays nothing any more, also where the purchase waits for a payment again.
  if (isBack(attempt)) return 'refund_due';
  if (await isTakenElsewhere(tx, attempt)) {
    await refundUnasked(tx, attempt);
    return 'refund_due';
  }
  if (isPutAside(order, intent.id)) {
    await succeed(tx, attempt);
    await tx.update(purchase).set({ paidIntent: intent.id }).where(eq(purchase.id, order.id));
    return 'review';
  }
  if (awaitsPayment(state) && (await holdAgain(tx, order.id, now)).length === 0) {
    await closeLiveAttempts(tx, order.id, attempt.intentId);
    await forgetWish(tx, order.id);
    await succeed(tx, attempt);
    await move(tx, order.id, state, 'paid', { paidIntent: intent.id, paidAt: now, holdUntil: null });
    await record(tx, { action: 'order.paid', target: order.id, meta: { intent: intent.id } });
    await tellAdmins(tx, 'paidOrder', intent.id, order.id);
    await post(tx, 'mail.receipt', `mail.receipt:${intent.id}`, { orderId: order.id });
    if (attempt.payerEmail)
      await post(tx, 'mail.payer-receipt', `mail.payer-receipt:${intent.id}`, { intentId: intent.id });
    return 'paid';
  }
  // Paid too late or twice: refund it.
  if (endsByLateMoney(state)) {
    await forgetWish(tx, order.id);
    await move(tx, order.id, state, 'refund_due');
    await record(tx, { action: 'order.refund_due', target: order.id, meta: { intent: intent.id } });
  }
  await refundUnasked(tx, attempt);
  return 'refund_due';
}

async function succeed(tx: Transaction, attempt: PaymentRow): Promise<void> {
  const { state, intentId } = attempt;
  if (state === 'succeeded') return;
  if (!leads(PAYMENT_LIFE, state, 'succeeded')) throw new Error(`Payment ${intentId} is ${state}`);
  await movePayment(tx, attempt, state, 'succeeded');
}

/** Of all who hear that it is approved, one has it taken; nothing else ends it then but the provider's answer. */
async function claim(
  tx: Transaction,
  order: PurchaseRow,
  attempt: PaymentRow,
  intent: ProviderPayment,
  now: Date,
): Promise<Settlement> {
  if (attempt.state === 'capturing') return 'processing';
  const fits = intent.amount === attempt.amountCents && attempt.amountCents === order.amountCents;
  const own = intent.currency === attempt.currency && intent.metadata.order_id === order.id;
  // What was given up, or is about to be, is never taken.
  if (!CAN[attempt.provider].takes || order.state !== 'unpaid' || !order.holdUntil || !fits || !own) return 'open';
  if (!(await movePayment(tx, attempt, 'open', 'capturing'))) return 'open';
  const { orderId, attempt: no } = attempt;
  await tx.update(payment).set({ claimedAt: now }).where(isAttempt(attempt));
  await post(tx, 'take-payment', takeKey(orderId, no), { orderId, attempt: no });
  return 'processing';
}

/** Of the job, and at the provider however often it is asked. */
const takeKey = (orderId: string, attempt: number): string => `take:${orderId}:${attempt}`;

/** Another payment of the purchase is being taken, and only its provider ends that: this one goes back. */
async function isTakenElsewhere(tx: Transaction, { orderId, attempt }: PaymentRow): Promise<boolean> {
  const [other] = await tx
    .select({ attempt: payment.attempt })
    .from(payment)
    .where(and(eq(payment.orderId, orderId), ne(payment.attempt, attempt), eq(payment.state, 'capturing')))
    .prepare('taken-elsewhere')
    .execute();
  return other !== undefined;
}

/** @param told whether the provider says that it is closed: only its word ends a payment that the shop is taking */
async function closeAttempt(
  tx: Transaction,
  order: PurchaseRow,
  attempt: PaymentRow,
  told: boolean,
): Promise<Settlement> {
  if (attempt.state === 'capturing' && !told) return 'processing';
  if (attempt.state === 'creating' || isOut(attempt.state)) await movePayment(tx, attempt, attempt.state, 'cancelled');
  await endClosing(tx, order);
  return 'cancelled';
}

/** Once no payment is undecided, what the purchase was being closed for is done. Its row is locked. */
export async function endClosing(tx: Transaction, order: Pick<PurchaseRow, 'id' | 'state'>): Promise<void> {
  // The order is already being paid by a later attempt, whose end decides.
  const [live] = await tx
    .select({ attempt: payment.attempt })
    .from(payment)
    .where(and(eq(payment.orderId, order.id), inArray(payment.state, UNDECIDED)));
  if (live) return;
  if (order.state === 'expiring') {
    await releaseHold(tx, order.id);
    await move(tx, order.id, 'expiring', 'unpaid');
    await record(tx, { action: 'order.hold_released', target: order.id });
  }
  if (order.state === 'expiring' || order.state === 'changing') await fulfilWish(tx, order.id, order.state);
  if (order.state === 'cancelling') await finishCancel(tx, order.id, 'cancelling');
}

export async function lookUpPayment(
  context: Pick<Context, 'db' | 'clock' | 'payments'>,
  intentId: string,
): Promise<Outcome<Settlement, { code: 'refused' | 'unreachable' }>> {
  const intent = await context.payments.look(intentId);
  if (intent.ok) return success(await settlePayment(context, intent.value));
  const { code } = intent.failure;
  return code === 'not-found' ? success(await settleAbsentPayment(context, intentId)) : failure({ code });
}
