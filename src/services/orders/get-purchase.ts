import { and, eq } from 'drizzle-orm';
import { paperPages } from '#model/content/paper-pages.ts';
import type { OrderId } from '#model/kernel/ids.ts';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Purchase } from '#model/orders/order.ts';
import { promiseNumber } from '#model/orders/promise.ts';
import type { Invoice } from '#model/purchases/papers.ts';
import { type Refund, sumOfRefunds } from '#model/purchases/refund.ts';
import { orders, pricePromise, purchase } from '#tables/orders.ts';
import { invoicePaper } from '#texts/papers.ts';
import type { Context, Db } from '../kernel/context.ts';
import { listChanges, withoutNames } from './list-changes.ts';
import { numberOf, orderRows, orderView, referencesOf } from './order-view.ts';
import { getInvoice } from './papers/get-invoice.ts';
import { isPurchase, type PurchaseKey } from './purchase-of.ts';
import { listShipments } from './shipping/list-shipments.ts';

/**
 * `listRefunds` and `findPayer` are passed in, because orders may not import payments.
 * @param personId whose it must be to be found; undefined for admins
 */
export async function getPurchase(
  { db }: Pick<Context, 'db'>,
  personId: string | undefined,
  key: PurchaseKey,
  listRefunds: (db: Db, purchaseId: string) => Promise<Refund[]>,
  findPayer: (db: Db, purchaseId: string) => Promise<string | undefined>,
): Promise<Outcome<Purchase, { code: 'order_not_found' }>> {
  const [its] = await db
    .select({ found: purchase, promise: pricePromise })
    .from(purchase)
    .leftJoin(pricePromise, eq(pricePromise.id, purchase.promiseId))
    .where(and(isPurchase(db, key), personId === undefined ? undefined : eq(purchase.personId, personId)));
  if (!its) return failure({ code: 'order_not_found' });
  const { found, promise } = its;
  const approvedBy = promise && found.paidIntent && (await findPayer(db, found.id));
  const rows = await orderRows(db, eq(orders.purchaseId, found.id));
  const invoice = await getInvoice({ db }, key);
  const refunds = await listRefunds(db, found.id);
  // Admins get theirs with what only they see: `seenByAdmins`.
  const all = rows.map(({ line }) => line.id);
  const changes = personId === undefined ? [] : await listChanges(db, found.id, all);
  const dollars = (cents: number) => centsToDollars(toCents(cents));
  return success({
    id: found.id as OrderId,
    number: numberOf(found),
    state: found.state,
    lines: rows.map((row) => orderView(row, row)),
    total: dollars(found.goodsCents),
    guard: dollars(found.guardCents),
    discount: dollars(found.discountCents),
    amount: dollars(found.amountCents),
    phone: found.phone,
    address: found.address,
    ...referencesOf(found),
    createdAt: found.createdAt.toISOString(),
    paidAt: found.paidAt?.toISOString() ?? null,
    refunded: sumOfRefunds(refunds),
    ...(invoice.ok && { invoice: factsOf(invoice.value) }),
    shipments: await listShipments(db, found.id, personId === undefined),
    refunds,
    ...(changes.length > 0 && { changes: withoutNames(changes) }),
    ...(promise && { promise: { number: promiseNumber(promise.seq), date: promise.createdAt.toISOString() } }),
    ...(approvedBy && { approved_by: approvedBy }),
    holdUntil: found.state === 'unpaid' ? (found.holdUntil?.toISOString() ?? null) : null,
  });
}

const factsOf = (invoice: Invoice) => ({
  ...{ number: invoice.number, date: invoice.date },
  pages: paperPages(invoicePaper(invoice)).length,
});
