import { asc, eq, sql } from 'drizzle-orm';
import { centsToDollars, toCents } from '#model/kernel/money.ts';
import type { Purchase } from '#model/orders/order.ts';
import type { PurchaseDesk } from '#model/orders/purchase-desk.ts';
import { tool } from '#tables/catalogue.ts';
import { person } from '#tables/identity.ts';
import { orders, purchaseNote } from '#tables/orders.ts';
import { refund } from '#tables/payments.ts';
import type { Db } from '../kernel/context.ts';
import { listChanges, withoutNames } from '../orders/list-changes.ts';

/** A purchase with what only admins see of it. In payments, because it tells who gave money back. */
export async function seenByAdmins(db: Db, purchase: Purchase): Promise<Purchase> {
  const { id, lines } = purchase;
  const notes = await db
    .select({ id: purchaseNote.id, text: purchaseNote.text, by: person.name, at: purchaseNote.at })
    .from(purchaseNote)
    .innerJoin(person, eq(person.id, purchaseNote.personId))
    .where(eq(purchaseNote.purchaseId, id))
    .orderBy(asc(purchaseNote.at), asc(purchaseNote.id));
  const refunders = await db
    .select({ id: refund.id, by: person.name })
    .from(refund)
    .innerJoin(person, eq(person.id, refund.personId))
    .where(eq(refund.purchaseId, id));
  const all = lines.map(({ _id }) => _id);
  const changes = await listChanges(db, id, all, true);
  const tools = await db
    .select({ order: orders.id, sku: tool.sku })
    .from(orders)
    .innerJoin(tool, eq(tool.id, orders.toolId))
    .where(eq(orders.purchaseId, id));
  const { rows: sums } = await db.execute<{ purchases: number; cents: number }>(sql`
    select count(*)::int as purchases, coalesce(sum(payment.amount_cents - refunded_cents), 0)::float8 as cents
      from purchase left join payment on intent_id = paid_intent
     where person_id = (select person_id from purchase where id = ${id}) and paid_at is not null`);
  const { purchases = 0, cents = 0 } = sums[0] ?? {};
  const desk: PurchaseDesk = {
    notes: notes.map((note) => ({ ...note, at: note.at.toISOString() })),
    by: Object.fromEntries([
      ...refunders.map(({ id: its, by }) => [its, by]),
      ...changes.flatMap(({ what, at, by }) => (by ? [[`${what} ${at}`, by]] : [])),
    ]),
    item_numbers: Object.fromEntries(tools.flatMap(({ order, sku }) => (sku ? [[order, sku]] : []))),
    customer: { purchases, kept: centsToDollars(toCents(cents)) },
  };
  return { ...purchase, ...(changes.length > 0 && { changes: withoutNames(changes) }), desk };
}
