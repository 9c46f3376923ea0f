import { and, asc, eq, gte, inArray, isNotNull, ne, or } from 'drizzle-orm';
import { isOut } from '#model/payments/payment-life.ts';
import { CAN } from '#model/payments/provider.ts';
import type { ProviderPayment, Refund } from '#outside/payments/provider.ts';
import { purchase } from '#tables/orders.ts';
import { payment, refund } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { adoptPayment } from './adopt-payment.ts';
import { closeAtProvider } from './close-at-provider.ts';
import { noteRefunds } from './note-refunds.ts';
import { lookUpPayment, settlePayment, standingOf, withPaymentLocked } from './settle-payment.ts';
import { toReviewOnce } from './to-review.ts';

type Comparing = Pick<Context, 'db' | 'clock' | 'payments' | 'log'>;

const HOUR = 3_600_000;
const DAYS_BACK = 30;
/** More unknown payments mean another account: asking for the rest is useless. */
const MAX_UNKNOWN = 200;

/** Compares the last 30 days with the provider, both ways, refunds too, and settles what events and sweep have missed. */
export async function comparePayments(context: Comparing, maxUnknown = MAX_UNKNOWN): Promise<void> {
  const since = new Date(context.clock().getTime() - DAYS_BACK * 24 * HOUR);
  const seen = await compareTheirs(context, since);
  await compareOurs(context, since, seen, maxUnknown);
  await compareRefunds(context, since);
  await askForRefunds(context, since);
}

/** Looks up the payments whose refunds at the provider are not ours: unknown to us, or smaller or missing there. */
async function compareRefunds(context: Comparing, since: Date): Promise<void> {
  const { db, payments, log } = context;
  const seen = new Map<string, Refund>();
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
    await lookInto(
      context,
      news.map((it) => it.paymentId),
    );
    for (const it of items) seen.set(it.id, it);
    startingAfter = ids.at(-1);
    if (!page.value.hasMore || startingAfter === undefined) break;
  }
  const ours = await db
    .select({ id: refund.providerRefundId, cents: refund.amountCents, intentId: payment.intentId })
    .from(refund)
    .innerJoin(payment, and(eq(payment.orderId, refund.purchaseId), eq(payment.attempt, refund.attempt)))
    .where(
      and(
        ...[eq(refund.state, 'succeeded'), eq(payment.provider, 'stripe'), isNotNull(refund.providerRefundId)],
        gte(refund.sentAt, new Date(since.getTime() + HOUR)),
      ),
    )
    .orderBy(asc(payment.createdAt), asc(refund.no));
  const isThere = ({ id, cents }: (typeof ours)[number]) => {
    const its = seen.get(id ?? '');
    return its?.status === 'succeeded' && its.amount >= cents;
  };
  await lookInto(
    context,
    ours.filter((it) => !isThere(it)).map((it) => it.intentId),
  );
}

/** PayPal lists no refunds: those that have arrived are asked for, of payments of any age, because one may fail since. */
async function askForRefunds(context: Comparing, since: Date): Promise<void> {
  const ours = await context.db
    .select({ id: refund.providerRefundId, intentId: payment.intentId })
    .from(refund)
    .innerJoin(payment, and(eq(payment.orderId, refund.purchaseId), eq(payment.attempt, refund.attempt)))
    .where(
      and(
        ...[inArray(refund.state, ['succeeded', 'by_hand']), eq(payment.provider, 'paypal')],
        ...[isNotNull(refund.providerRefundId), gte(refund.endedAt, since)],
      ),
    )
    .orderBy(asc(payment.createdAt), asc(refund.no));
  for (const { id, intentId } of ours) await lookInto(context, [intentId], id);
}

async function lookInto(context: Comparing, intentIds: readonly (string | null)[], one?: string | null): Promise<void> {
  for (const intentId of new Set(intentIds))
    if (intentId)
      await noteRefunds(context, intentId, { refund: one }).catch((error) =>
        context.log.error({ err: error, intent: intentId }, 'refunds could not be compared'),
      );
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

/** Asks for each of ours that was not `seen` in a list, and for none of those where the list could not be read to its end. */
async function compareOurs(
  context: Comparing,
  since: Date,
  seen: ReadonlySet<string> | undefined,
  maxUnknown: number,
): Promise<void> {
  const ours = await context.db
    .select({ intentId: payment.intentId, state: payment.state, provider: payment.provider })
    .from(payment)
    // A row is older than its payment: those of the oldest may lie on either side of `since`.
    .where(
      and(
        gte(payment.createdAt, new Date(since.getTime() + HOUR)),
        or(
          inArray(payment.state, ['open', 'capturing', 'succeeded']),
          // The shop had asked for its money: it may have been taken after all.
          and(eq(payment.state, 'cancelled'), isNotNull(payment.claimedAt)),
        ),
      ),
    )
    .orderBy(asc(payment.createdAt), asc(payment.orderId));
  const unseen = ours.flatMap(({ intentId, ...its }) => {
    const asked = intentId && (CAN[its.provider].lists ? seen?.has(intentId) === false : true);
    return asked ? [{ intentId, ...its }] : [];
  });
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
  if (state !== 'succeeded') await lookUpPayment(context, intentId);
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
    return toReviewOnce(tx, order, intentId, 'provider');
  });
