import { and, desc, eq, inArray } from 'drizzle-orm';
import { PAYING_MINUTES } from '#model/orders/promise.ts';
import { UNDECIDED } from '#model/payments/payment-life.ts';
import { purchase } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Context, Transaction } from '../kernel/context.ts';

/** Who pays by a link. `key` is the hash of what their browser made up. */
export interface Payer {
  readonly linkId: string;
  readonly name: string;
  readonly email: string;
  readonly key: Buffer;
}

/** After it another may pay instead. */
const PAYING_MS = PAYING_MINUTES * 60_000;

type PaymentRow = typeof payment.$inferSelect;

/** Without a key it is the customer who asks. */
export const isPayers = ({ payerKey }: Pick<PaymentRow, 'payerKey'>, key: Buffer | undefined): boolean =>
  key === undefined ? payerKey === null : (payerKey?.equals(key) ?? false);

export const isBeingPaid = (live: PaymentRow, now: Date): boolean =>
  live.state === 'capturing' || (live.pressedAt ?? live.createdAt).getTime() > now.getTime() - PAYING_MS;

/** Whether somebody with another key is paying the purchase of a promise right now. */
export async function paidElsewhere(
  { db, clock }: { readonly db: Context['db'] | Transaction; readonly clock: Context['clock'] },
  promiseId: string,
  key: Buffer | undefined,
): Promise<boolean> {
  const [live] = await db
    .select({ payment, state: purchase.state })
    .from(purchase)
    .innerJoin(payment, eq(payment.orderId, purchase.id))
    .where(and(eq(purchase.promiseId, promiseId), inArray(payment.state, UNDECIDED)))
    .orderBy(desc(payment.attempt))
    .limit(1);
  if (!live) return false;
  const own = key !== undefined && isPayers(live.payment, key);
  // What is to be closed and is not yet, its bank has not decided.
  const closing = live.state === 'changing' || live.state === 'expiring';
  return !own && (closing || isBeingPaid(live.payment, clock()));
}
