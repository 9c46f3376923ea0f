import { and, desc, eq, lt } from 'drizzle-orm';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import { cutPage, type Page } from '#model/kernel/page.ts';
import { type PromiseRow, promiseNumber } from '#model/orders/promise.ts';
import { standingOf } from '#model/orders/promise-standing.ts';
import { pricePromise, purchase } from '#tables/orders.ts';
import type { Context } from '../../kernel/context.ts';

const PROMISES_PAGE = 100;

/** Newest first. */
export async function listPromises(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  personId: string,
  after?: number,
): Promise<Page<PromiseRow>> {
  const read = await db
    .select({ promise: pricePromise, made: { state: purchase.state, paidAt: purchase.paidAt } })
    .from(pricePromise)
    .leftJoin(purchase, eq(purchase.promiseId, pricePromise.id))
    .where(and(eq(pricePromise.personId, personId), after === undefined ? undefined : lt(pricePromise.seq, after)))
    .orderBy(desc(pricePromise.seq))
    .limit(PROMISES_PAGE + 1);
  const { rows, next } = cutPage(read, PROMISES_PAGE, ({ promise }) => promise.seq);
  const now = clock();
  return {
    rows: rows.map(({ promise, made }) => ({
      number: promiseNumber(promise.seq),
      state: standingOf(promise, made, now),
      ...(promise.job && { job: promise.job }),
      tools: promise.lines,
      amount: centsToDollars(toCents(promise.goodsCents - promise.guardCents)),
      createdAt: promise.createdAt.toISOString(),
      validUntil: promise.validUntil.toISOString(),
      paidAt: made?.paidAt?.toISOString() ?? null,
    })),
    next,
  };
}
