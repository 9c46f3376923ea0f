import { eq, inArray } from 'drizzle-orm';
import { OrderId, ShortOrderId } from '#model/kernel/ids.ts';
import { TypedPurchaseNumber } from '#model/orders/order.ts';
import { tool } from '#tables/catalogue.ts';
import { orders, purchase } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import type { NameThings } from '../people/read-audit.ts';
import { hasShortId } from './list-orders.ts';
import { numberOf } from './order-view.ts';

export const nameThings: NameThings = async (db, ids) => {
  const tools = await db
    .select({ id: tool.id, name: tool.name, deletedAt: tool.deletedAt })
    .from(tool)
    .where(inArray(tool.id, [...ids]));
  const known = await db
    .select({ id: orders.id, seq: purchase.seq })
    .from(orders)
    .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
    .where(inArray(orders.id, [...ids]));
  return [
    ...tools.map(({ id, name, deletedAt }) => [id, { kind: 'tool', name, open: !deletedAt }] as const),
    ...known.map(({ id, seq }) => [id, { kind: 'order', number: numberOf({ seq }) }] as const),
  ];
};

/**
 * The purchase with this number and all its lines, or the order with this short id; else what was typed. The purchase has
 * the id of its first line.
 */
export async function targetsOf({ db }: Pick<Context, 'db'>, typed: string): Promise<string[]> {
  const [number, short] = [TypedPurchaseNumber.safeParse(typed), ShortOrderId.safeParse(typed)];
  const found =
    number.success && /^\s*p/i.test(typed)
      ? await db
          .select({ id: orders.id })
          .from(orders)
          .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
          .where(eq(purchase.seq, Number(number.data.slice(2))))
      : short.success
        ? await db.select({ id: orders.id }).from(orders).where(hasShortId(short.data))
        : [];
  return found.length > 0 ? found.map(({ id }) => id) : [OrderId.safeParse(typed.trim()).data ?? typed];
}
