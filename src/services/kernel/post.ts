import { and, eq } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { outbox } from '#tables/kernel.ts';
import type { Db, Transaction } from './context.ts';

/** What may leave the shop later, by kind. Kinds that begin with `mail.` leave as mail. */
export interface Messages {
  refund: { orderId: string; intentId: string };
  'cancel-intent': { orderId: string; attempt: number };
  'mail.password-reset': { email: Email };
  'mail.password-changed': { personId: string; by?: 'reset' | 'owner' };
  'mail.password-removed': { personId: string };
  'mail.account-confirm': { personId: string };
  'mail.account-sign-up': { email: Email; signUpId: string };
  'mail.new-admin': { personId: string; to: string };
  'mail.order-placed': { orderId: string };
  'mail.order-shipped': { orderId: string };
  'mail.order-cancelled': { orderId: string };
  'mail.order-resumed': { orderId: string };
  'mail.order-closed': { orderId: string };
  'mail.receipt': { orderId: string };
  'mail.order-news': { orderId: string; personId: string; news: 'paidOrder' | 'dispute' | 'refundRefused' };
  'mail.stock-news': { toolId: string; personId: string };
  'mail.refunded': { orderId: string; intentId: string };
}

/**
 * Puts a message into the outbox, in the transaction of its cause: it leaves if and only if that commits.
 * @param dedupe names the effect; a second message of the same name is dropped, and the answer is false
 * @param runAt when it may leave; at once without
 */
export async function post<K extends keyof Messages>(
  tx: Transaction | Db,
  kind: K,
  dedupe: string,
  payload: Messages[K],
  runAt?: Date,
): Promise<boolean> {
  const posted = await tx
    .insert(outbox)
    .values({ kind, dedupe, payload, ...(runAt && { runAt }) })
    .onConflictDoNothing({ target: outbox.dedupe })
    .returning({ id: outbox.id })
    .prepare(runAt ? 'post-later' : 'post')
    .execute();
  return posted.length === 1;
}

/**
 * Takes a waiting message back out of the outbox, in the transaction of what undoes its cause.
 * @returns false when it has begun to leave, and so may have arrived
 */
export async function takeBack(tx: Transaction, dedupe: string): Promise<boolean> {
  await tx.delete(outbox).where(and(eq(outbox.dedupe, dedupe), eq(outbox.attempts, 0)));
  const [left] = await tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.dedupe, dedupe));
  return left === undefined;
}
