import { hash, randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { payLink } from '#tables/orders.ts';
import type { Transaction } from '../kernel/context.ts';

/** 128 bits. What leaks from the database cannot be used as a link. */
export const hashLink = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Of a promise that is locked. Whoever has the link before can no longer pay by it. */
export async function newLink(tx: Transaction, promiseId: string, expiresAt: Date, now: Date): Promise<string> {
  await revokeLinks(tx, promiseId, now);
  const token = randomBytes(16).toString('base64url');
  await tx.insert(payLink).values({ promiseId, tokenHash: hashLink(token), createdAt: now, expiresAt });
  return token;
}

export async function revokeLinks(tx: Transaction, promiseId: string, now: Date): Promise<void> {
  await tx
    .update(payLink)
    .set({ revokedAt: now })
    .where(and(eq(payLink.promiseId, promiseId), isNull(payLink.revokedAt)));
}
