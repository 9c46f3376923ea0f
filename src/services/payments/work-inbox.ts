import { eq } from 'drizzle-orm';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import { EVENTS, REVERSED } from '#model/payments/provider.ts';
import type { EndedDispute } from '#outside/payments/provider.ts';
import { endWith, type Job, type Queue, workJobs } from '#platform/jobs/work-jobs.ts';
import { purchase } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { endDispute } from './end-dispute.ts';
import { noteRefunds, REFUND_EVENTS } from './note-refunds.ts';
import { refundsOf } from './refund-rows.ts';
import { lookUpPayment, type Settlement, standingOf, withPaymentLocked } from './settle-payment.ts';
import { toReview, toReviewOnce } from './to-review.ts';

export interface KnownEvent {
  readonly intentId: string | null;
  readonly captureId?: string;
  readonly refund?: string;
  readonly dispute?: EndedDispute;
}

type Worker = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>;
/** `paid`: an order has this payment's money, so nothing is left to learn. */
type LookUp = (intentId: string) => Promise<Outcome<Settlement, { code: string }>>;

// By then an event of an unrecorded payment belongs to another program on the account.
const FOREIGN_AFTER = 12;

/** An event may come before its payment is recorded. */
export const INBOX = { name: 'inbox', atOnce: 20, inTurn: true } as const satisfies Queue;

export const workInbox = (context: Worker): Promise<number> =>
  workJobs(context, INBOX, () => {
    const lookUp = lookOnce(context);
    return async (event) => {
      const waits = await settleEvent(context, event, lookUp);
      return waits === undefined ? undefined : { waits };
    };
  });

/** All of them are older than the lookup, so that one settles the events of a payment. */
function lookOnce(context: Worker): LookUp {
  const looks = new Map<string, ReturnType<LookUp>>();
  const look: LookUp = async (intentId) => {
    const [paid] = await context.db
      .select({ id: purchase.id })
      .from(purchase)
      .where(eq(purchase.paidIntent, intentId))
      .prepare('paid-with')
      .execute();
    return paid ? success('paid') : lookUpPayment(context, intentId);
  };
  return (intentId) => {
    const looking = looks.get(intentId) ?? look(intentId);
    looks.set(intentId, looking);
    return looking;
  };
}

async function paymentOf({ db }: Worker, captureId: string): Promise<string | null | undefined> {
  const [row] = await db.select({ id: payment.intentId }).from(payment).where(eq(payment.captureId, captureId));
  return row?.id;
}

async function settleEvent(
  context: Worker,
  { id, kind, payload, attempts }: Job,
  lookUp: LookUp,
): Promise<string | undefined> {
  const { intentId: named, captureId, refund, dispute } = payload as KnownEvent;
  const intentId = named ?? (captureId === undefined ? undefined : await paymentOf(context, captureId));
  if (!intentId) return captureId !== undefined && attempts < FOREIGN_AFTER ? 'unknown' : undefined;
  // An event may be outdated: look the payment up. Disputes and refunds do not show on the payment.
  const looked = await lookUp(intentId);
  if (!looked.ok) return looked.failure.code;
  if (looked.value === 'unknown') return attempts < FOREIGN_AFTER ? 'unknown' : undefined;
  if (kind === EVENTS.dispute) await disputePayment(context, intentId, id);
  if (kind === EVENTS.disputeEnded && dispute) await endDispute(context, intentId, id, dispute);
  if (kind !== REVERSED && !REFUND_EVENTS.includes(kind)) return undefined;
  const again = await noteRefunds(context, intentId, { refund });
  if (again === undefined && kind === REVERSED) await reversePayment(context, intentId, id, refund);
  return again;
}

/** Money that is gone and that no refund tells of is disputed, by whatever name. */
const reversePayment = ({ db, clock }: Worker, intentId: string, jobId: number, providerRefundId = '') =>
  withPaymentLocked(db, intentId, async (tx, order, attempt) => {
    const refunds = await refundsOf(tx, attempt);
    const known = refunds.some((it) => it.providerRefundId === providerRefundId);
    return !known && (await endWith(tx, jobId, clock()))
      ? toReviewOnce(tx, order, intentId, 'dispute')
      : standingOf(order.state);
  });

/**
 * Ends the job of the event: one that came again after the decision would open the review anew. While people look into a
 * dispute of this payment, another event is of the same.
 */
export const disputePayment = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  intentId: string,
  jobId: number,
): Promise<Settlement> =>
  withPaymentLocked(db, intentId, async (tx, order) => {
    const looked = order.state === 'review' && order.reviewReason === 'dispute' && order.reviewIntent === intentId;
    const ended = await endWith(tx, jobId, clock());
    return ended && !looked ? toReview(tx, order, intentId, 'dispute') : standingOf(order.state);
  });
