import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';

/**
 * Locks tools in the order of their ids, before anything of their purchase is written: whoever places an order holds them
 * and may wait for this purchase's `unpaid_place`. A statement of its own, so that the next one sees, and writes, the rows
 * that it waited for, not what they were (see `write_stock`).
 * @param name of the statement
 * @param ids a query of their ids
 * @returns how many there are
 */
export async function lockTools(tx: Transaction, name: string, ids: SQL): Promise<number> {
  const locked = await ask(tx, named(name, sql`select from tool where id in (${ids}) order by id for no key update`));
  return locked.length;
}

/** The same of all lines of a purchase. */
export const lockToolsOf = (tx: Transaction, purchaseId: string): Promise<number> =>
  lockTools(tx, 'lock-tools-of-purchase', sql`select tool_id from orders where purchase_id = ${purchaseId}`);

/** Writes the stock of locked tools, in the order of their ids, out of rows with a `tool_id` each. */
export const writeStock = (available: SQL, waiting: SQL): SQL => sql`
  write_stock(array_agg(tool_id order by tool_id), array_agg(${available} order by tool_id),
              array_agg(${waiting} order by tool_id))`;
