import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../kernel/context.ts';

/**
 * Locks tools in the order of their ids, before anything of their purchase is written: whoever places an order holds them
 * and may wait for this purchase's `unpaid_place`. A statement of its own, so that the next one sees, and writes, the rows
 * that it waited for, not what they were (see `write_stock`).
 * @param ids a query of their ids
 */
export const lockTools = (tx: Transaction, ids: SQL) =>
  tx.execute(sql`select from tool where id in (${ids}) order by id for no key update`);
