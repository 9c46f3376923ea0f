import { and, eq, type SQL } from 'drizzle-orm';
import type { PromiseNumber } from '#model/orders/promise.ts';
import { pricePromise, purchase } from '#tables/orders.ts';
import type { Transaction } from '../kernel/context.ts';

export const isPromise = (number: PromiseNumber): SQL => eq(pricePromise.seq, Number(number.slice(3)));

/** A promise of a customer, before its links and its purchase. What was made of it is in `made`. */
export async function lockPromise(tx: Transaction, personId: string, number: PromiseNumber) {
  const [promise] = await tx
    .select()
    .from(pricePromise)
    .where(and(isPromise(number), eq(pricePromise.personId, personId)))
    .for('no key update');
  if (!promise) return undefined;
  const [made = null] = await tx
    .select({ id: purchase.id, seq: purchase.seq, state: purchase.state, paidAt: purchase.paidAt })
    .from(purchase)
    .where(eq(purchase.promiseId, promise.id));
  return { promise, made };
}
