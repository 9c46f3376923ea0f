import { eq, sql } from 'drizzle-orm';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import { stripeEvent } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';
import { DISPUTE, disputePayment } from './dispute-payment.ts';
import { lookUpPayment } from './look-up-payment.ts';
import { noticeFailedRefund, REFUND_FAILED } from './notice-failed-refund.ts';
import type { Settlement } from './settle-payment.ts';

type Worker = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>;
/** `paid`: an order has this payment's money, so nothing is left to learn. */
type Event = { id: string; type: string; intent_id: string | null; attempts: number; paid: boolean };
type LookUp = (intentId: string) => Promise<Outcome<Settlement, { code: string }>>;

// By then an event of an unrecorded payment belongs to another program on the account.
const FOREIGN_AFTER = 12;

export const INBOX_AT_ONCE = 20;

export async function workInbox(context: Worker): Promise<number> {
  const now = context.clock().toISOString();
  // Leased for a minute: if this process dies, another one takes over.
  const due = await ask<Event>(
    context.db,
    named(
      'take-events',
      sql`
    update stripe_event set attempts = attempts + 1, run_at = ${now}::timestamptz + interval '60 seconds'
     where id in (select id from stripe_event where done_at is null and run_at <= ${now}::timestamptz
                   order by run_at fetch first (${INBOX_AT_ONCE}::int) rows only for update skip locked)
    returning id, type, intent_id, attempts, exists (select from orders where paid_intent = intent_id) as paid`,
    ),
  );
  const lookUp = lookOnce(context, due);
  const settled: string[] = [];
  for (const event of due) if (await settleEvent(context, event, lookUp)) settled.push(event.id);
  if (settled.length > 0)
    await context.db
      .update(stripeEvent)
      .set({ doneAt: context.clock(), lastError: null })
      .where(sql`${stripeEvent.id} = any(${sql.param(settled)})`)
      .prepare('events-settled')
      .execute();
  return due.length;
}

/** All of them are older than the lookup, so that one settles the events of a payment. */
function lookOnce(context: Worker, due: readonly Event[]): LookUp {
  const known = new Set(due.filter(({ paid }) => paid).map((event) => event.intent_id));
  const looks = new Map<string, ReturnType<LookUp>>();
  return async (intentId) => {
    if (known.has(intentId)) return success('paid');
    const look = looks.get(intentId) ?? lookUpPayment(context, intentId);
    looks.set(intentId, look);
    return look;
  };
}

async function settleEvent(context: Worker, event: Event, lookUp: LookUp): Promise<boolean> {
  let problem: string | undefined;
  try {
    problem = await problemWith(context, event, lookUp);
  } catch (error) {
    context.log.error({ err: error, event: event.id }, 'event could not be settled');
    problem = 'failed';
  }
  if (!problem) return true;
  const again = new Date(context.clock().getTime() + Math.min(2 ** event.attempts, 900) * 1000);
  await context.db.update(stripeEvent).set({ lastError: problem, runAt: again }).where(eq(stripeEvent.id, event.id));
  return false;
}

async function problemWith(
  context: Worker,
  { type, intent_id: intentId, attempts }: Event,
  lookUp: LookUp,
): Promise<string | undefined> {
  if (!intentId) return undefined;
  // An event may be outdated: look the payment up. Disputes and failed refunds do not show on the payment.
  const looked = await lookUp(intentId);
  if (!looked.ok) return looked.failure.code;
  if (looked.value === 'unknown') return attempts < FOREIGN_AFTER ? 'unknown' : undefined;
  if (type === DISPUTE) await disputePayment(context, intentId);
  return type === REFUND_FAILED ? noticeFailedRefund(context, intentId) : undefined;
}
