import { and, eq } from 'drizzle-orm';
import { toCents } from '#model/kernel/money.ts';
import { DAY } from '#model/kernel/utc-day.ts';
import type { ProviderName } from '#model/payments/provider.ts';
import type { Refund } from '#outside/payments/provider.ts';
import type { Result } from '#platform/jobs/work-jobs.ts';
import type { purchase } from '#tables/orders.ts';
import { payment, refund } from '#tables/payments.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import type { Messages } from '../kernel/post.ts';
import { noteRefunds } from './note-refunds.ts';
import { endRefund, moveRefund, planRefund, type RefundRow, refundKey } from './refund-rows.ts';
import { withPaymentLocked } from './settle-payment.ts';
import { toReview, toReviewOnce, wasReviewed } from './to-review.ts';

type Sending = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>;

/** A refusal is tried again as a row of its own, later each time: after over an hour it is not temporary. */
const MAX_TRIES = 7;
const MINUTE = 60_000;
/**
 * Until then an answer may still come. Later the provider's list tells, because an error may stay the answer to a key. PayPal
 * answers a key for 45 days by what became of it, and may list nothing any more.
 */
const UNKNOWN_MS = { stripe: 60 * MINUTE, paypal: 40 * DAY } as const satisfies Record<ProviderName, number>;
const REVIEWED_LATER_S = 300;

/** One key for a row, at every try, so that the provider gives back once. It is marked as sent before the call. */
export async function sendRefund(context: Sending, { refundId }: Messages['send-refund']): Promise<Result> {
  const { db, clock, payments, log } = context;
  const marked = await markSent(context, refundId);
  if (typeof marked !== 'object' || 'later' in marked) return marked;
  const { row, intentId, captureId, provider, whole } = marked;
  if (row.providerRefundId)
    return (
      (await noteRefunds(context, intentId, { refund: row.providerRefundId })) ??
      ((await isSent(db, row)) ? { waits: 'pending' } : undefined)
    );
  if (row.sentAt && clock().getTime() - row.sentAt.getTime() > UNKNOWN_MS[provider])
    return replace(context, row, intentId, 0);
  const sent = await payments.refund({
    paymentId: intentId,
    ...(captureId !== null && { captureId }),
    refundId,
    // Of a payment of another amount than it should have, all goes back.
    ...(!whole && { amount: toCents(row.amountCents) }),
    idempotencyKey: refundKey(refundId),
  });
  if (sent.ok) return noteAnswer(context, row, sent.value);
  if (sent.failure.code === 'unreachable') return sent.failure.code;
  log.error({ refund: refundId, intent: intentId, code: sent.failure.code }, 'the provider refuses a refund');
  return replace(context, row, intentId, 1);
}

async function isSent(db: Context['db'], { id }: RefundRow): Promise<boolean> {
  const [row] = await db.select({ state: refund.state }).from(refund).where(eq(refund.id, id));
  return row?.state === 'sent';
}

type PaymentRow = typeof payment.$inferSelect;
type Marked =
  | ({ row: RefundRow; intentId: string; whole: boolean } & Pick<PaymentRow, 'captureId' | 'provider'>)
  | { later: number }
  | undefined;

const markSent = ({ db, clock }: Sending, refundId: string): Promise<Marked> =>
  withRefundLocked<Marked>(db, refundId, async (tx, { its, attempt, row }) => {
    const { intentId, captureId, provider } = attempt;
    if (!intentId) return undefined;
    const whole = row.amountCents === attempt.amountCents;
    if (row.state === 'sent') return { row, intentId, captureId, provider, whole };
    if (row.state !== 'due') return undefined;
    // The bank may be taking this money back already.
    if (its.state === 'review' && its.reviewIntent === intentId) return { later: REVIEWED_LATER_S };
    await moveRefund(tx, row, 'due', 'sent', { sentAt: clock() });
    return { row: { ...row, sentAt: null }, intentId, captureId, provider, whole };
  });

interface Locked {
  readonly its: typeof purchase.$inferSelect;
  readonly attempt: typeof payment.$inferSelect;
  readonly row: RefundRow;
}

/** Its purchase and its payment are locked, and with them the refund. Undefined when there is none. */
async function withRefundLocked<T>(
  db: Context['db'],
  refundId: string,
  work: (tx: Transaction, locked: Locked) => Promise<T>,
): Promise<T | undefined> {
  const [of] = await db
    .select({ intentId: payment.intentId })
    .from(refund)
    .innerJoin(payment, and(eq(payment.orderId, refund.purchaseId), eq(payment.attempt, refund.attempt)))
    .where(eq(refund.id, refundId));
  if (!of?.intentId) return undefined;
  const end = await withPaymentLocked(db, of.intentId, async (tx, its, attempt) => {
    const [row] = await tx.select().from(refund).where(eq(refund.id, refundId));
    return row && work(tx, { its, attempt, row });
  });
  return end === 'unknown' ? undefined : (end as T | undefined);
}

const noteAnswer = ({ db, clock }: Sending, { id }: RefundRow, answer: Refund): Promise<Result> =>
  withRefundLocked<Result>(db, id, async (tx, locked) => {
    const { row } = locked;
    if (row.state !== 'sent') return undefined;
    if (answer.status === 'failed' || answer.status === 'canceled')
      return tryAgain(tx, locked, clock(), { providerRefundId: answer.id });
    // Less than all went back where somebody had given back at the provider: its list tells.
    if (answer.status !== 'succeeded' || answer.amount < row.amountCents) {
      await tx.update(refund).set({ providerRefundId: answer.id }).where(eq(refund.id, row.id));
      return { waits: 'pending' };
    }
    await endRefund(tx, row, answer.id, clock());
    return undefined;
  });

/** For one that was refused or never answered; its money may be back already, as the provider's list tells. */
async function replace(context: Sending, { id }: RefundRow, intentId: string, tried: 0 | 1): Promise<Result> {
  const noted = await noteRefunds(context, intentId, { refused: id });
  if (noted !== undefined) return noted;
  const { db, clock } = context;
  return withRefundLocked<Result>(db, id, async (tx, locked) =>
    locked.row.state === 'sent' ? tryAgain(tx, locked, clock(), { tried }) : undefined,
  );
}

/**
 * The row has failed for good: another takes its place, or people decide how the money goes back. A provider refuses refunds
 * during a dispute, which takes weeks: the review is then about the dispute, so that nobody sends the money a second time.
 */
async function tryAgain(
  tx: Transaction,
  { its, row, attempt }: Locked,
  now: Date,
  { tried = 1, providerRefundId }: { tried?: 0 | 1; providerRefundId?: string },
): Promise<undefined> {
  await moveRefund(tx, row, 'sent', 'failed', { endedAt: now, ...(providerRefundId && { providerRefundId }) });
  const tries = row.tries + tried;
  const intentId = attempt.intentId ?? '';
  const disputed = tried > 0 && (await wasReviewed(tx, its.id, intentId, 'dispute'));
  if (tries <= MAX_TRIES && providerRefundId === undefined && !disputed) {
    const { amountCents, reason, personId } = row;
    const later = new Date(now.getTime() + tried * 2 ** (tries - 2) * MINUTE);
    await planRefund(tx, attempt, { amountCents, reason, personId, replaces: row.id, tries }, later);
  } else {
    const otherReview = its.state === 'review' && its.reviewReason !== 'dispute';
    if (disputed && !otherReview) await toReviewOnce(tx, its, intentId, 'dispute');
    else await toReview(tx, its, intentId, 'refund');
  }
  return undefined;
}
