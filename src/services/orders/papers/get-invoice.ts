import { and, eq } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Invoice } from '#model/purchases/papers.ts';
import { document, purchase } from '#tables/orders.ts';
import type { Context } from '../../kernel/context.ts';
import { isPurchase, type PurchaseKey } from '../purchase-of.ts';

/** Whose purchase it is was judged before. */
export async function getInvoice(
  { db }: Pick<Context, 'db'>,
  key: PurchaseKey,
): Promise<Outcome<Invoice, { code: 'order_not_found' | 'invoice_unpaid' | 'invoice_coming' }>> {
  const [found] = await db
    .select({ number: purchase.invoiceNo, paidAt: purchase.paidAt, body: document.body })
    .from(purchase)
    .leftJoin(document, and(eq(document.purchaseId, purchase.id), eq(document.kind, 'invoice')))
    .where(isPurchase(db, key));
  if (!found) return failure({ code: 'order_not_found' });
  const { number, paidAt, body } = found;
  if (!number || !body) return failure({ code: paidAt ? 'invoice_coming' : 'invoice_unpaid' });
  return success({ ...body, number });
}
