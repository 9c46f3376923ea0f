import { sql } from 'drizzle-orm';
import type { Transaction } from '../kernel/context.ts';

/** Until the transaction ends nobody removes this picture. Many may hold one picture at a time. */
export const holdPicture = (tx: Transaction, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`);

/** Until the transaction ends nobody sends this picture or begins to name it. Waits for those who hold it. */
export const claimPicture = (tx: Transaction, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
