import { randomBytes } from 'node:crypto';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { PromiseNumber } from '#model/orders/promise.ts';
import { payLink, pricePromise, purchase } from '#tables/orders.ts';
import { hashToken } from '../../identity/token-hash.ts';
import type { Transaction } from '../../kernel/context.ts';

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

/** For a promise that is locked. The link before it can no longer be paid by. The token has 128 bits. */
export async function newLink(tx: Transaction, promiseId: string, expiresAt: Date, now: Date): Promise<string> {
  await revokeLinks(tx, promiseId, now);
  const token = randomBytes(16).toString('base64url');
  await tx.insert(payLink).values({ promiseId, tokenHash: hashToken(token), createdAt: now, expiresAt });
  return token;
}

export async function revokeLinks(tx: Transaction, promiseId: string, now: Date): Promise<void> {
  await tx
    .update(payLink)
    .set({ revokedAt: now })
    .where(and(eq(payLink.promiseId, promiseId), isNull(payLink.revokedAt)));
}
