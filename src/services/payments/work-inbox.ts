import { eq, sql } from 'drizzle-orm';
import { stripeEvent } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { DISPUTE, disputePayment } from './dispute-payment.ts';
import { lookUpPayment } from './look-up-payment.ts';
import { noticeFailedRefund, REFUND_FAILED } from './notice-failed-refund.ts';

type Worker = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>;
type Event = { id: string; type: string; intent_id: string | null; attempts: number };

// After this many tries an event of a payment that we never wrote down belongs to another program of the account.
const FOREIGN_AFTER = 12;

/** Settles the stored events that are due. Answers how many it took. */
export async function workInbox(context: Worker): Promise<number> {
  const now = context.clock().toISOString();
  // Taken for a minute: if this process dies meanwhile, another one takes them up again.
  const due = await context.db.execute<Event>(sql`
    update stripe_event set attempts = attempts + 1, run_at = ${now}::timestamptz + interval '60 seconds'
     where id in (select id from stripe_event where done_at is null and run_at <= ${now}::timestamptz
                   order by run_at limit 20 for update skip locked)
    returning id, type, intent_id, attempts`);
  for (const event of due) await settleEvent(context, event);
  return due.length;
}

async function settleEvent(context: Worker, event: Event): Promise<void> {
  let problem: string | undefined;
  try {
    problem = await problemWith(context, event);
  } catch (error) {
    // One event that cannot be settled must not keep those behind it waiting.
    context.log.error({ err: error, event: event.id }, 'event could not be settled');
    problem = 'failed';
  }
  const again = new Date(context.clock().getTime() + Math.min(2 ** event.attempts, 900) * 1000);
  await context.db
    .update(stripeEvent)
    .set(problem ? { lastError: problem, runAt: again } : { doneAt: context.clock(), lastError: null })
    .where(eq(stripeEvent.id, event.id));
}

/** Why the event must be looked at again, or undefined when it is settled. */
async function problemWith(
  context: Worker,
  { type, intent_id: intentId, attempts }: Event,
): Promise<string | undefined> {
  if (!intentId) return undefined;
  // What an event says of a payment may be old: the payment is looked up. A dispute or a
  // refund that failed is news that no payment shows.
  const looked = await lookUpPayment(context, intentId);
  if (!looked.ok) return looked.failure.code;
  if (looked.value === 'unknown') return attempts < FOREIGN_AFTER ? 'unknown' : undefined;
  if (type === DISPUTE) await disputePayment(context, intentId);
  if (type === REFUND_FAILED) await noticeFailedRefund(context, intentId);
  return undefined;
}
