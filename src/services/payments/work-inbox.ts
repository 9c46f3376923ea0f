import { eq, sql } from 'drizzle-orm';
import { stripeEvent } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { lookUpPayment } from './look-up-payment.ts';

type Worker = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>;

// After this many tries an event of a payment that we never wrote down belongs to another program of the account.
const FOREIGN_AFTER = 12;

/** Settles the stored events that are due. Answers how many it took. */
export async function workInbox(context: Worker): Promise<number> {
  const now = context.clock().toISOString();
  // Taken for a minute: if this process dies meanwhile, another one takes them up again.
  const due = await context.db.execute<{ id: string; intent_id: string | null; attempts: number }>(sql`
    update stripe_event set attempts = attempts + 1, run_at = ${now}::timestamptz + interval '60 seconds'
     where id in (select id from stripe_event where done_at is null and run_at <= ${now}::timestamptz
                   order by run_at limit 20 for update skip locked)
    returning id, intent_id, attempts`);
  for (const event of due) await settleEvent(context, event);
  return due.length;
}

async function settleEvent(
  context: Worker,
  event: { id: string; intent_id: string | null; attempts: number },
): Promise<void> {
  let problem: string | undefined;
  try {
    problem = event.intent_id ? await settleIntent(context, event.intent_id, event.attempts) : undefined;
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
async function settleIntent(context: Worker, intentId: string, attempts: number): Promise<string | undefined> {
  const looked = await lookUpPayment(context, intentId);
  if (!looked.ok) return looked.failure.code;
  return looked.value === 'unknown' && attempts < FOREIGN_AFTER ? 'unknown' : undefined;
}
