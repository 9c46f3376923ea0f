import type { Email } from '#model/identity/credentials.ts';
import { outbox } from '#tables/kernel.ts';
import type { Db, Transaction } from './context.ts';

/** What may leave the shop later, by kind. Kinds that begin with `mail.` leave as mail. */
export interface Messages {
  refund: { orderId: string; intentId: string };
  'cancel-intent': { orderId: string; attempt: number };
  'mail.password-reset': { email: Email };
  'mail.password-changed': { personId: string; by?: 'reset' | 'owner' };
  'mail.password-removed': { personId: string };
  'mail.new-admin': { personId: string; to: string };
  'mail.order-placed': { orderId: string };
  'mail.order-shipped': { orderId: string };
  'mail.order-cancelled': { orderId: string };
  'mail.order-resumed': { orderId: string };
  'mail.order-closed': { orderId: string };
  'mail.receipt': { orderId: string };
  'mail.refunded': { orderId: string; intentId: string };
}

/**
 * Puts a message into the outbox, in the transaction of its cause: it leaves if and only if that commits.
 * @param dedupe names the effect; a second message of the same name is dropped, and the answer is false
 */
export async function post<K extends keyof Messages>(
  tx: Transaction | Db,
  kind: K,
  dedupe: string,
  payload: Messages[K],
): Promise<boolean> {
  const posted = await tx
    .insert(outbox)
    .values({ kind, dedupe, payload })
    .onConflictDoNothing({ target: outbox.dedupe })
    .returning({ id: outbox.id });
  return posted.length === 1;
}
