import { asc, eq, inArray } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type OrderCase, openDecisions } from '#model/orders/decision.ts';
import type { PaymentMode } from '#outside/payments/payments.ts';
import { job } from '#platform/jobs/job-table.ts';
import { orders } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context } from '../kernel/context.ts';
import { nameThings } from '../orders/name-things.ts';
import { orderRows, orderView } from '../orders/order-view.ts';
import { readAudit } from '../people/read-audit.ts';
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
  const names = attempts.flatMap(({ intentId }) => (intentId ? refundsOf(intentId, order.reviewNo) : []));
  const messages = await db
    .select({ key: job.key, attempts: job.attempts, doneAt: job.doneAt, lastError: job.lastError })
    .from(job)
    .where(inArray(job.key, names));
  const entries = await Promise.all(
    [...new Set<string>([id, order.id])].map((target) => readAudit({ db }, { target }, nameThings)),
  );
  const facts = factsOf(order, lines, attempts);
  return success({
    order: orderView(row),
    review: facts
      ? { ...facts, no: order.reviewNo, transactionId: order.reviewIntent, decisions: openDecisions(facts) }
      : null,
    held: row.line.holdQuantity,
    lines: lines
      .filter(({ givenUp, quantity }) => givenUp < quantity)
      .map((line) => ({
        ...{ id: line.id as OrderId, name: line.toolName, quantity: line.quantity, held: line.holdQuantity },
        shippedAt: line.shippedAt?.toISOString() ?? null,
      })),
    payments: attempts.map(({ intentId, amountCents, state, createdAt }) => {
      const last = intentId
        ? refundsOf(intentId, order.reviewNo)
            .map((name) => messages.find(({ key }) => key === name))
            .findLast((it) => it !== undefined)
        : undefined;
      return {
        transactionId: intentId,
        amount: centsToDollars(toCents(amountCents)),
        state,
        at: createdAt.toISOString(),
        link: intentId && pageOf(payments.mode, intentId),
        refund: last ? { done: last.doneAt !== null, tries: last.attempts, problem: last.lastError } : null,
      };
    }),
    history: entries
      .flatMap(({ rows }) => rows)
      .toSorted((one, other) => other.id - one.id)
      .map(({ at, action, details, who }) => ({ at, action, details, by: who?.name ?? null })),
  });
}

const refundsOf = (intentId: string, reviews: number): string[] => [
  `refund:${intentId}`,
  ...Array.from({ length: reviews }, (_, n) => `refund:${intentId}:review-${n + 1}`),
];

const pageOf = (mode: PaymentMode, intentId: string): string | null =>
  mode === 'sandbox'
    ? null
    : `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}payments/${encodeURIComponent(intentId)}`;
