import { and, eq } from 'drizzle-orm';
import { purchase } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { isPurchase, type PurchaseKey } from './purchase-of.ts';

export async function ownsPurchase({ db }: Pick<Context, 'db'>, personId: string, key: PurchaseKey): Promise<boolean> {
  const found = await db
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(isPurchase(db, key), eq(purchase.personId, personId)));
  return found.length > 0;
}
