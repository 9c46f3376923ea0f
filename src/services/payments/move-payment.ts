import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Before } from '#model/kernel/life.ts';
import { type PAYMENT_LIFE, type PaymentState, UNDECIDED } from '#model/payments/payment-life.ts';
import { payment } from '#tables/payments.ts';
import type { Db, Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';
import { post } from '../kernel/post.ts';

export interface AttemptKey {
  readonly orderId: string;
  readonly attempt: number;
}

export const isAttempt = ({ orderId, attempt }: AttemptKey) =>
  and(eq(payment.orderId, orderId), eq(payment.attempt, attempt));

/** The only way to change a payment's state, besides `openPayment`. False when it is not in `from`. */
export async function movePayment<To extends PaymentState>(
  db: Db | Transaction,
  key: AttemptKey,
  from: Before<typeof PAYMENT_LIFE, To>,
  to: To,
): Promise<boolean> {
  const moved = await db
    .update(payment)
    .set({ state: to })
    .where(and(isAttempt(key), eq(payment.state, from)))
    .returning({ attempt: payment.attempt })
    .prepare(`move-payment ${to}`)
    .execute();
  return moved.length === 1;
}

/** Has the provider close it, which has the last word on whether it is paid. */
export const askToClose = (tx: Transaction, { orderId, attempt }: AttemptKey) =>
  post(tx, 'cancel-intent', `cancel-intent:${orderId}:${attempt}`, { orderId, attempt });

/** The one payment of a purchase that is not decided yet. For a purchase whose row is locked. */
export async function lockUndecided(tx: Transaction, orderId: string) {
  const [live] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.orderId, orderId), inArray(payment.state, UNDECIDED)))
    .for('update');
  return live;
}

/** One statement, because every purchase runs it. Locks the purchase's row before the payment's, as everywhere. */
export async function openPayment(
  db: Db,
  { orderId, attempt }: AttemptKey,
  intentId: string,
): Promise<{ waits: boolean; bound: boolean }> {
  const [kept] = await ask<{ waits: boolean; bound: boolean }>(
    db,
    named(
      'bind-payment',
      sql`
    with o as (
      select id from purchase where id = ${orderId} and state = 'unpaid' and hold_until is not null for update),
    p as (
      update payment set intent_id = ${intentId}, state = 'open' from o
       where order_id = o.id and attempt = ${attempt} and payment.state in ('creating', 'open')
         and (intent_id is null or intent_id = ${intentId})
      returning attempt)
    select exists (select from o) as waits, exists (select from p) as bound`,
    ),
  );
  return kept ?? { waits: false, bound: false };
}
