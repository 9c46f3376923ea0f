import { type SQL, sql } from 'drizzle-orm';
import type { ToolCursor } from '#model/catalogue/tool-cursor.ts';
import type { ToolSort } from '#model/catalogue/tool-filter.ts';

interface Order {
  /** The column that is compared before the tool's number; none where the order is the one in which tools were added. */
  readonly column?: 'price' | 'name' | 'min_quantity' | 'available' | 'total';
  readonly falling: boolean;
}

const ORDERS: Record<ToolSort, Order> = {
  oldest: { falling: false },
  newest: { falling: true },
  'price-asc': { column: 'price', falling: false },
  'price-desc': { column: 'price', falling: true },
  name: { column: 'name', falling: false },
  'min-order': { column: 'min_quantity', falling: false },
  available: { column: 'available', falling: true },
  total: { column: 'total', falling: false },
};

/** What is compared in rows of some kind. */
export interface Keys {
  readonly key: SQL;
  readonly seq: SQL;
  /** The number with its sign changed, where it has been computed. */
  readonly negative?: SQL;
}

export const FOUND: Keys = { key: sql`found.key`, seq: sql`found.seq` };

/** The same in a table with the sorted column; `key` is what the cursor keeps. */
export function keysOf(sort: ToolSort): Keys {
  const { column } = ORDERS[sort];
  return { key: column ? sql.identifier(column).getSQL() : sql`null::int`, seq: sql`seq` };
}

/** Equal tools come newest first: in a rising order by the number with its sign changed, as the indexes have it. */
export function inOrder(sort: ToolSort, { key, seq, negative = sql`(- ${seq})` }: Keys = keysOf(sort)): SQL {
  const { column, falling } = ORDERS[sort];
  if (!column) return falling ? sql`${seq} desc` : sql`${seq}`;
  return falling ? sql`${key} desc, ${seq} desc` : sql`${key}, ${negative}`;
}

/** What comes after the cursor: one range of the order's index. */
export function after(cursor: ToolCursor, { key, seq }: Keys = keysOf(cursor.sort)): SQL {
  const { column, falling } = ORDERS[cursor.sort];
  if (!column) return falling ? sql`${seq} < ${cursor.seq}` : sql`${seq} > ${cursor.seq}`;
  return falling
    ? sql`(${key}, ${seq}) < (${cursor.key}, ${cursor.seq}::bigint)`
    : sql`(${key}, (- ${seq})) > (${cursor.key}, ${-cursor.seq}::bigint)`;
}
