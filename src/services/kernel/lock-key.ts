import { sql } from 'drizzle-orm';
import type { Transaction } from './context.ts';

/** Requests of one person under one key come one after the other, whatever they name. */
export async function lockKey(tx: Transaction, personId: string, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${personId} ${key}`}, 0))`);
}
