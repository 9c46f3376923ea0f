import { asc, eq, inArray } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type OrderCase, openDecisions, type ReviewFacts } from '#model/orders/decision.ts';
import type { PaymentMode } from '#outside/payments/provider.ts';
import { job } from '#platform/jobs/job-table.ts';
import { orders } from '#tables/orders.ts';
import { payment, refund } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { nameThings } from '../orders/name-things.ts';
import { orderRows, orderView } from '../orders/order-view.ts';
import { readAudit } from '../people/read-audit.ts';
import { refundKey } from './refund-rows.ts';
import { factsOf } from './review-facts.ts';

export async function getOrderCase(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  id: OrderId,
): Promise<Outcome<OrderCase, { code: 'order_not_found' }>> {
  const [row] = await orderRows(db, eq(orders.id, id));
  if (!row) return failure({ code: 'order_not_found' });
  const order = row.purchase;
  const lines = await db.select().from(orders).where(eq(orders.purchaseId, order.id)).orderBy(asc(orders.lineNo));
  const attempts = await db.select().from(payment).where(eq(payment.orderId, order.id)).orderBy(asc(payment.attempt));
  const refunds = await db.select().from(refund).where(eq(refund.purchaseId, order.id)).orderBy(asc(refund.no));
  const messages = await db
    .select({ key: job.key, attempts: job.attempts, lastError: job.lastError })
    .from(job)
    .where(
      inArray(
        job.key,
        refunds.map(({ id }) => refundKey(id)),
      ),
    );
  const { rows: entries } = await readAudit({ db }, { targets: [...new Set([id, order.id])] }, nameThings);
  const facts = factsOf(order, lines, attempts, refunds);
  return success({
    order: orderView(row),
    review: facts
      ? { ...shownOf(facts), no: order.reviewNo, transactionId: order.reviewIntent, decisions: openDecisions(facts) }
      : null,
    lines: lines
      .filter((line) => line.state !== 'cancelled' || line.givenUp < line.quantity)
      .map((line) => ({
        ...{ id: line.id as OrderId, name: line.toolName, quantity: line.quantity, held: line.holdQuantity },
        ...{ shipped: line.shippedQuantity, shippedAt: line.shippedAt?.toISOString() ?? null },
      })),
    payments: attempts.map(
      ({ attempt, intentId, amountCents, refundedCents, state, createdAt, provider, captureId }) => {
        const last = refunds.findLast((it) => it.attempt === attempt);
        const message = last && messages.find(({ key }) => key === refundKey(last.id));
        return {
          transactionId: intentId,
          amount: centsToDollars(toCents(amountCents)),
          left: centsToDollars(toCents(amountCents - refundedCents)),
          state,
          at: createdAt.toISOString(),
          link:
            provider === 'paypal' ? payPalPage(payments.mode, captureId) : intentId && pageOf(payments.mode, intentId),
          refund: last
            ? {
                amount: centsToDollars(toCents(last.amountCents)),
                done: last.state === 'succeeded' || last.state === 'by_hand',
                tries: last.tries - 1 + (message?.attempts ?? 1),
                problem: last.state === 'failed' ? 'refused' : (message?.lastError ?? null),
              }
            : null,
        };
      },
    ),
    history: entries.map(({ at, action, details, who }) => ({ at, action, details, by: who?.name ?? null })),
  });
}

const shownOf = ({ underWay: _, money: __, failedPart, ...shown }: ReviewFacts) => ({
  ...shown,
  ...(failedPart && { failed: centsToDollars(toCents(failedPart)) }),
});

const pageOf = (mode: PaymentMode, intentId: string): string | null =>
  mode === 'sandbox'
    ? null
    : `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}payments/${encodeURIComponent(intentId)}`;

const payPalPage = (mode: PaymentMode, captureId: string | null): string | null =>
  mode === 'sandbox' || !captureId
    ? null
    : `https://www.${mode === 'test' ? 'sandbox.' : ''}paypal.com/activity/payment/${encodeURIComponent(captureId)}`;
