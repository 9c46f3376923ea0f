import { sql } from 'drizzle-orm';
import type { Transaction } from '../kernel/context.ts';

/** Shared: until the transaction ends, the picture is not removed. */
export const holdPicture = (tx: Transaction, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`);

/** Exclusive: waits for holders; until the transaction ends, uploads and uses of the picture wait. */
export const claimPicture = (tx: Transaction, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
