import { and, eq, gte, inArray, ne } from 'drizzle-orm';
import { isOut } from '#model/payments/payment-life.ts';
import { CAN } from '#model/payments/provider.ts';
import type { ProviderPayment } from '#outside/payments/provider.ts';
import { purchase } from '#tables/orders.ts';
import { payment, refund } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { adoptPayment } from './adopt-payment.ts';
import { closeAtProvider } from './close-at-provider.ts';
import { noteRefunds } from './note-refunds.ts';
import { lookUpPayment, settlePayment, standingOf, withPaymentLocked } from './settle-payment.ts';
import { toReview } from './to-review.ts';

type Comparing = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>;

const HOUR = 3_600_000;
const DAYS_BACK = 30;
/** More unknown payments mean another account: asking for the rest is useless. */
const MAX_UNKNOWN = 200;

/** Compares the last 30 days with the provider, both ways, refunds too, and settles what events and sweep have missed. */
export async function comparePayments(context: Comparing, maxUnknown = MAX_UNKNOWN): Promise<void> {
  const since = new Date(context.clock().getTime() - DAYS_BACK * 24 * HOUR);
  const seen = await compareTheirs(context, since);
  // Without the whole list nothing can be said about what is missing.
  if (seen) await compareOurs(context, since, seen, maxUnknown);
  await compareRefunds(context, since);
}

/** Finds what was given back there when nobody heard of it. */
async function compareRefunds(context: Comparing, since: Date): Promise<void> {
  const { db, payments, log } = context;
  let startingAfter: string | undefined;
  for (;;) {
    const page = await payments.listAllRefunds({ since, ...(startingAfter && { startingAfter }) });
    if (!page.ok) {
      log.warn({ code: page.failure.code }, 'refunds could not be listed');
      return;
    }
    const { items } = page.value;
    const ids = items.map(({ id }) => id);
    const known = await db
      .select({ id: refund.providerRefundId })
      .from(refund)
      .where(and(inArray(refund.providerRefundId, ids), ne(refund.state, 'sent')));
    const news = items.filter((it) => it.status === 'succeeded' && !known.some(({ id }) => id === it.id));
    for (const intentId of new Set(news.map((it) => it.paymentId)))
      if (intentId)
        await noteRefunds(context, intentId).catch((error) =>
          log.error({ err: error, intent: intentId }, 'refunds could not be compared'),
        );
    startingAfter = ids.at(-1);
    if (!page.value.hasMore || startingAfter === undefined) return;
  }
}

async function compareTheirs(context: Comparing, since: Date): Promise<ReadonlySet<string> | undefined> {
  const seen = new Set<string>();
  let startingAfter: string | undefined;
  for (;;) {
    const page = await context.payments.listPayments({ since, ...(startingAfter && { startingAfter }) });
    if (!page.ok) {
      context.log.warn({ code: page.failure.code }, 'payments could not be listed');
      return undefined;
    }
    for (const intent of page.value.items) {
      seen.add(intent.id);
      try {
        await compare(context, intent);
      } catch (error) {
        context.log.error({ err: error, intent: intent.id }, 'payment could not be compared');
      }
    }
    startingAfter = page.value.items.at(-1)?.id;
    if (!page.value.hasMore || startingAfter === undefined) return seen;
  }
}

async function compare(context: Comparing, intent: ProviderPayment): Promise<void> {
  const [row] = await context.db
    .select({
      orderId: payment.orderId,
      attempt: payment.attempt,
      state: payment.state,
      paidIntent: purchase.paidIntent,
    })
    .from(payment)
    .innerJoin(purchase, eq(purchase.id, payment.orderId))
    .where(eq(payment.intentId, intent.id));
  if (!row) return adoptPayment(context, intent);
  const live = isOut(row.state);
  if (intent.status === 'captured') {
    if (row.paidIntent !== intent.id && row.state !== 'refunded') await settlePayment(context, intent);
  } else if (row.state === 'succeeded') await isKnown(context, intent.id);
  else if (intent.status === 'closed' && live) await settlePayment(context, intent);
  else if (intent.status !== 'closed' && !live) await closeAtProvider(context, row);
}

async function compareOurs(
  context: Comparing,
  since: Date,
  seen: ReadonlySet<string>,
  maxUnknown: number,
): Promise<void> {
  const ours = await context.db
    .select({ intentId: payment.intentId, state: payment.state, provider: payment.provider })
    .from(payment)
    // A row is older than its payment: those of the oldest may lie on either side of `since`.
    .where(
      and(
        gte(payment.createdAt, new Date(since.getTime() + HOUR)),
        inArray(payment.state, ['open', 'capturing', 'succeeded']),
      ),
    );
  const unseen = ours.flatMap(({ intentId, ...its }) =>
    intentId && !seen.has(intentId) ? [{ intentId, ...its }] : [],
  );
  const unknown: string[] = [];
  for (const [asked, its] of unseen.entries()) {
    try {
      if (!(await compareOne(context, its))) unknown.push(its.intentId);
    } catch (error) {
      context.log.error({ err: error, intent: its.intentId }, 'payment could not be compared');
    }
    if (unknown.length < maxUnknown) continue;
    tell(context, unknown, unseen.length - asked - 1);
    return;
  }
  if (unknown.length > 0) tell(context, unknown, 0);
}

type Ours = Pick<typeof payment.$inferSelect, 'state' | 'provider'> & { readonly intentId: string };

/** False where the provider does not know what was paid. */
async function compareOne(context: Comparing, { intentId, state, provider }: Ours): Promise<boolean> {
  if (isOut(state)) await lookUpPayment(context, intentId);
  else if (!(await isKnown(context, intentId))) return false;
  else if (!CAN[provider].lists) await noteRefunds(context, intentId);
  return true;
}

const tell = ({ log }: Comparing, unknown: readonly string[], notAsked: number) =>
  log.error(
    { payments: unknown.length, first: unknown.slice(0, 10), ...(notAsked > 0 && { notAsked }) },
    'payments that were made are unknown to the provider',
  );

/** Asks again after reading the row, because the list is older. `captured` is final at the provider. */
async function isKnown(context: Comparing, intentId: string): Promise<boolean> {
  const found = await context.payments.look(intentId);
  if (found.ok && found.value.status !== 'captured') await missing(context, intentId);
  return found.ok || found.failure.code !== 'not-found';
}

const missing = ({ db }: Comparing, intentId: string) =>
  withPaymentLocked(db, intentId, async (tx, order, attempt) => {
    const decided = attempt.decidedAt !== null && order.reviewReason === 'provider';
    if (decided || attempt.state !== 'succeeded') return standingOf(order.state);
    return toReview(tx, order, intentId, 'provider');
  });
