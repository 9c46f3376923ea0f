import { desc, eq } from 'drizzle-orm';
import type { OrderDefaults } from '#model/orders/order-defaults.ts';
import { purchase } from '#tables/orders.ts';
import { profile } from '#tables/people.ts';
import type { Context } from '../kernel/context.ts';
import { referencesOf } from './order-view.ts';

const MAX_ADDRESSES = 10;
/** So many of the newest purchases are looked through. */
const MAX_PURCHASES = 500;

export async function getOrderDefaults({ db }: Pick<Context, 'db'>, personId: string): Promise<OrderDefaults> {
  const placed = await db
    .select({ phone: purchase.phone, address: purchase.address, poNumber: purchase.poNumber, job: purchase.job })
    .from(purchase)
    .where(eq(purchase.personId, personId))
    .orderBy(desc(purchase.seq))
    .limit(MAX_PURCHASES);
  const [its] = await db.select({ location: profile.location }).from(profile).where(eq(profile.personId, personId));
  const [latest] = placed;
  const addresses = new Set([...placed.map(({ address }) => address), ...(its?.location ? [its.location] : [])]);
  return {
    latest: latest ? { phone: latest.phone, address: latest.address, ...referencesOf(latest) } : null,
    addresses: [...addresses].slice(0, MAX_ADDRESSES),
  };
}
