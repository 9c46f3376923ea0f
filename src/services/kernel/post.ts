import { and, eq } from 'drizzle-orm';
import type { Email } from '#model/kernel/email.ts';
import { outbox } from '#tables/kernel.ts';
import type { Db, Transaction } from './context.ts';

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

/** Sent only if `tx` commits. False for a `dedupe` key posted before. Without `runAt` it leaves at once. */
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

/** False when sending has begun: the message may have arrived. */
export async function takeBack(tx: Transaction, dedupe: string): Promise<boolean> {
  await tx.delete(outbox).where(and(eq(outbox.dedupe, dedupe), eq(outbox.attempts, 0)));
  const [left] = await tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.dedupe, dedupe));
  return left === undefined;
}
