import { and, eq, gte, inArray } from 'drizzle-orm';
import type { PaymentIntent } from '#outside/payments/payments.ts';
import { orders } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { adoptPayment } from './adopt-payment.ts';
import { closeAtProvider } from './close-at-provider.ts';
import { lookUpPayment } from './look-up-payment.ts';
import { settlePayment, standingOf, withPaymentLocked } from './settle-payment.ts';
import { toReview } from './to-review.ts';

type Comparing = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>;

const HOUR = 3_600_000;
const DAYS_BACK = 30;
/** Whoever knows none of so many has another account: asking for all the others would only keep both busy. */
const MAX_UNKNOWN = 200;

/**
 * Compares the payments of the last 30 days at the provider with those written down here, in both directions, and
 * settles every difference. A last net: what it finds has slipped through events and sweep.
 * @param mostUnknown after so many payments that the provider does not know no others are asked for
 */
export async function comparePayments(context: Comparing, mostUnknown = MAX_UNKNOWN): Promise<void> {
  const since = new Date(context.clock().getTime() - DAYS_BACK * 24 * HOUR);
  const seen = await compareTheirs(context, since);
  // Without the whole list nothing can be said about what is missing in it.
  if (seen) await compareOurs(context, since, seen, mostUnknown);
}

/** The ids of all their payments, or undefined when they could not be listed to the end. */
async function compareTheirs(context: Comparing, since: Date): Promise<ReadonlySet<string> | undefined> {
  const seen = new Set<string>();
  let startingAfter: string | undefined;
  for (;;) {
    const page = await context.payments.listPaymentIntents({ since, ...(startingAfter && { startingAfter }) });
    if (!page.ok) {
      context.log.warn({ code: page.failure.code }, 'payments could not be listed');
      return undefined;
    }
    for (const intent of page.value.items) {
      seen.add(intent.id);
      try {
        await compare(context, intent);
      } catch (error) {
        // One payment that cannot be settled must not keep those behind it waiting.
        context.log.error({ err: error, intent: intent.id }, 'payment could not be compared');
      }
    }
    startingAfter = page.value.items.at(-1)?.id;
    if (!page.value.hasMore || startingAfter === undefined) return seen;
  }
}

async function compare(context: Comparing, intent: PaymentIntent): Promise<void> {
  const [row] = await context.db
    .select({ orderId: payment.orderId, attempt: payment.attempt, state: payment.state, paidIntent: orders.paidIntent })
    .from(payment)
    .innerJoin(orders, eq(orders.id, payment.orderId))
    .where(eq(payment.intentId, intent.id));
  if (!row) return adoptPayment(context, intent);
  const live = row.state === 'open';
  if (intent.status === 'succeeded') {
    if (row.paidIntent !== intent.id && row.state !== 'refunded') await settlePayment(context, intent);
  } else if (row.state === 'succeeded') await isKnown(context, intent.id);
  else if (intent.status === 'canceled' && live) await settlePayment(context, intent);
  else if (intent.status !== 'canceled' && !live) await closeAtProvider(context, row);
}

async function compareOurs(
  context: Comparing,
  since: Date,
  seen: ReadonlySet<string>,
  mostUnknown: number,
): Promise<void> {
  const ours = await context.db
    .select({ intentId: payment.intentId, state: payment.state })
    .from(payment)
    // A row is written before its payment is made: the oldest ones may have theirs on the other side of the line.
    .where(
      and(gte(payment.createdAt, new Date(since.getTime() + HOUR)), inArray(payment.state, ['open', 'succeeded'])),
    );
  const unseen = ours.flatMap(({ intentId, state }) => (intentId && !seen.has(intentId) ? [{ intentId, state }] : []));
  const unknown: string[] = [];
  for (const [asked, { intentId, state }] of unseen.entries()) {
    if (state === 'open') await lookUpPayment(context, intentId);
    else if (!(await isKnown(context, intentId))) unknown.push(intentId);
    if (unknown.length < mostUnknown) continue;
    tell(context, unknown, unseen.length - asked - 1);
    return;
  }
  if (unknown.length > 0) tell(context, unknown, 0);
}

/** Every payment is absent after the account was changed: that is told to people and decided by them. */
const tell = ({ log }: Comparing, unknown: readonly string[], notAsked: number) =>
  log.error(
    { payments: unknown.length, first: unknown.slice(0, 10), ...(notAsked > 0 && { notAsked }) },
    'payments that were made are unknown to the provider',
  );

/**
 * Whether the provider knows of a payment that counts as made; one that is not made there is put aside. What was known
 * before is too old to say so: the payment is asked for after its row was read, and `succeeded` is final over there.
 */
async function isKnown(context: Comparing, intentId: string): Promise<boolean> {
  const found = await context.payments.retrievePaymentIntent(intentId);
  if (found.ok && found.value.status !== 'succeeded') await missing(context, intentId);
  return found.ok || found.failure.code !== 'not-found';
}

/**
 * An order counts as paid by a payment that the provider does not show as paid. A row that moved while it was asked is
 * left to the next comparison. Once people decided that the order is paid, it is.
 */
const missing = ({ db }: Comparing, intentId: string) =>
  withPaymentLocked(db, intentId, async (tx, order, attempt) => {
    const decided = attempt.decidedAt !== null && order.reviewReason === 'provider';
    if (decided || attempt.state !== 'succeeded') return standingOf(order.state);
    return toReview(tx, order, intentId, 'provider');
  });
