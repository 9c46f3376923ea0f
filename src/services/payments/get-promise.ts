import { and, eq, isNull } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PricePromise, PromiseNumber } from '#model/orders/promise.ts';
import { payLink, pricePromise } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../kernel/context.ts';
import { numberOf } from '../orders/order-view.ts';
import { isPromise } from '../orders/promises/lock-promise.ts';
import { promisePaper } from './promise-paper.ts';

/** In payments, because it says who paid it. */
export async function getPromise(
  context: Pick<Context, 'db' | 'clock' | 'offer'>,
  personId: string,
  number: PromiseNumber,
): Promise<Outcome<PricePromise, Failure<'promise_not_found'>>> {
  const { db, clock } = context;
  const [promise] = await db
    .select()
    .from(pricePromise)
    .where(and(isPromise(number), eq(pricePromise.personId, personId)));
  if (!promise) return failure({ code: 'promise_not_found' });
  const { paper, made } = await promisePaper(context, promise);
  const good = await db
    .select({ id: payLink.id })
    .from(payLink)
    .where(and(eq(payLink.promiseId, promise.id), isNull(payLink.revokedAt)));
  return success({
    ...paper,
    phone: promise.phone,
    openings: promise.openings,
    lastOpenedAt: promise.lastOpenedAt?.toISOString() ?? null,
    hasLink: good.length > 0 && clock() <= promise.validUntil,
    ...(made && {
      purchase: { id: made.id as OrderId, number: numberOf(made), amount: centsToDollars(toCents(made.amountCents)) },
    }),
  });
}
