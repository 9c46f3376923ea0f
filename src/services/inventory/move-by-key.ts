import { and, eq } from 'drizzle-orm';
import { stockMove } from '#tables/inventory.ts';
import type { Transaction } from '../kernel/context.ts';
import { lockKey } from '../kernel/lock-key.ts';

/** What the admin booked under this key, a new tool's first stock included. Others with the same key wait for the end. */
export async function moveByKey(tx: Transaction, adminId: string, key: string) {
  await lockKey(tx, adminId, key);
  const { id, toolId, kind, delta, reason, undoes } = stockMove;
  const [earlier] = await tx
    .select({ id, toolId, kind, delta, reason, undoes })
    .from(stockMove)
    .where(and(eq(stockMove.personId, adminId), eq(stockMove.requestKey, key)));
  return earlier;
}
