import { and, eq } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Purchase } from '#model/orders/order.ts';
import { orders, purchase } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';
import { numberOf, orderRows, orderView } from './order-view.ts';
import { purchaseOf } from './purchase-of.ts';

/** By its own id or that of a line. Another person's purchase is reported as missing. */
export async function getPurchase(
  { db }: Pick<Context, 'db'>,
  personId: string,
  id: OrderId,
): Promise<Outcome<Purchase, { code: 'order_not_found' }>> {
  const [found] = await db
    .select()
    .from(purchase)
    .where(and(eq(purchase.id, purchaseOf(db, id)), eq(purchase.personId, personId)));
  if (!found) return failure({ code: 'order_not_found' });
  const rows = await orderRows(db, eq(orders.purchaseId, found.id));
  const dollars = (cents: number) => centsToDollars(toCents(cents));
  return success({
    id: found.id as OrderId,
    number: numberOf(found),
    state: found.state,
    lines: rows.map((row) => orderView(row)),
    total: dollars(found.goodsCents),
    guard: dollars(found.guardCents),
    discount: dollars(found.discountCents),
    amount: dollars(found.amountCents),
    phone: found.phone,
    address: found.address,
    createdAt: found.createdAt.toISOString(),
    paidAt: found.paidAt?.toISOString() ?? null,
    holdUntil: found.state === 'unpaid' ? (found.holdUntil?.toISOString() ?? null) : null,
  });
}
