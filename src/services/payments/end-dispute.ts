import { centsToDollars, toCents } from '#model/kernel/money.ts';
import type { EndedDispute } from '#outside/payments/provider.ts';
import { endWith } from '#platform/jobs/work-jobs.ts';
import type { Context } from '../kernel/context.ts';
import { noteLost } from './refund-rows.ts';
import { type Settlement, standingOf, withPaymentLocked } from './settle-payment.ts';
import { tellAdmins, toReview } from './to-review.ts';

/**
 * Money of a lost dispute is gone and counts as given back: people decide about its purchase, anew where they had. What counts
 * so already, and what the shop has won, is only told. Ends the job of the event, so that it is told once.
 */
export const endDispute = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  intentId: string,
  jobId: number,
  { id, won, amount }: EndedDispute,
): Promise<Settlement> =>
  withPaymentLocked<Settlement>(db, intentId, async (tx, order, attempt) => {
    if (!(await endWith(tx, jobId, clock()))) return standingOf(order.state);
    const cents = amount ?? toCents(attempt.amountCents);
    const lost = centsToDollars(cents);
    if (!won && order.state !== 'refunded') {
      const isNew = await noteLost(tx, attempt, { id: id ?? `${jobId}`, cents }, clock());
      return isNew ? toReview(tx, order, intentId, 'returned', { lost }) : standingOf(order.state);
    }
    const how = won ? ({ why: 'won' } as const) : ({ why: 'lost', lost } as const);
    await tellAdmins(tx, 'dispute', `${intentId}:${jobId}`, order.id, how);
    return standingOf(order.state);
  });
