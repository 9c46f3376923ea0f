import { and, eq, sql } from 'drizzle-orm';
import { stockMove } from '#tables/inventory.ts';
import type { Transaction } from '../kernel/context.ts';

/** What the admin booked under this key, a new tool's first stock included. Others with the same key wait for the end. */
export async function moveByKey(tx: Transaction, adminId: string, key: string) {
  // Requests under one key come one after the other, whatever tools they name.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${adminId} ${key}`}, 0))`);
  const { toolId, kind, delta, reason } = stockMove;
  const [earlier] = await tx
    .select({ toolId, kind, delta, reason })
    .from(stockMove)
    .where(and(eq(stockMove.personId, adminId), eq(stockMove.requestKey, key)));
  return earlier;
}
