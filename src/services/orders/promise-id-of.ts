import { and, eq } from 'drizzle-orm';
import type { PromiseNumber } from '#model/orders/promise.ts';
import { pricePromise } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { isPromise } from './lock-promise.ts';

/** The id of a promise of theirs. */
export async function promiseIdOf(
  { db }: Pick<Context, 'db'>,
  personId: string,
  number: PromiseNumber,
): Promise<string | undefined> {
  const [found] = await db
    .select({ id: pricePromise.id })
    .from(pricePromise)
    .where(and(isPromise(number), eq(pricePromise.personId, personId)));
  return found?.id;
}
