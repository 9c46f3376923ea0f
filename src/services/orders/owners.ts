import { and, eq } from 'drizzle-orm';
import type { PromiseNumber } from '#model/orders/promise.ts';
import type { ListId } from '#model/orders/saved-lists.ts';
import { orders, pricePromise, purchase, savedList } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { isPromise } from './promises/lock-promise.ts';
import { isPurchase, type PurchaseKey } from './purchase-of.ts';

type Database = Pick<Context, 'db'>;

export async function ownsOrder({ db }: Database, personId: string, orderId: string): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.personId, personId)))
    .prepare('owns-order')
    .execute();
  return found.length > 0;
}

export async function ownsPurchase({ db }: Database, personId: string, key: PurchaseKey): Promise<boolean> {
  return (await db.$count(purchase, and(isPurchase(db, key), eq(purchase.personId, personId)))) > 0;
}

export async function ownsList({ db }: Database, personId: string, id: ListId): Promise<boolean> {
  return (await db.$count(savedList, and(eq(savedList.id, id), eq(savedList.personId, personId)))) > 0;
}

export async function promiseIdOf(
  { db }: Database,
  personId: string,
  number: PromiseNumber,
): Promise<string | undefined> {
  const [found] = await db
    .select({ id: pricePromise.id })
    .from(pricePromise)
    .where(and(isPromise(number), eq(pricePromise.personId, personId)));
  return found?.id;
}
