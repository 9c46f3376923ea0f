import { asc, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm';
import type { ToolCursor } from '#model/catalogue/tool-cursor.ts';
import type { ToolSort } from '#model/catalogue/tool-filter.ts';
import { tool, toolStock, toolWord } from '#tables/catalogue.ts';

/** What lists are sorted and narrowed by, as one table has it. */
export interface Listed {
  readonly seq: SQL;
  readonly price: SQL;
  readonly minQuantity: SQL;
  /** In lower case. */
  readonly name: SQL;
  readonly available: SQL;
  readonly inStock: SQL;
}

export const IN_TOOLS: Listed = {
  seq: sql`${tool.seq}`,
  price: sql`${tool.price}`,
  minQuantity: sql`${tool.minQuantity}`,
  name: sql`lower(${tool.name})`,
  available: sql`${tool.available}`,
  inStock: sql`${tool.available} >= ${tool.minQuantity}`,
};

/** Beside the tool, where only the stock and the number have an index together. */
export const IN_STOCK: Listed = {
  ...IN_TOOLS,
  seq: sql`${toolStock.seq}`,
  price: sql`${toolStock.price}`,
  minQuantity: sql`${toolStock.minQuantity}`,
  available: sql`${toolStock.available}`,
  inStock: sql`${toolStock.available} >= ${toolStock.minQuantity}`,
};

export const IN_WORDS: Listed = {
  seq: sql`${toolWord.seq}`,
  price: sql`${toolWord.price}`,
  minQuantity: sql`${toolWord.minQuantity}`,
  name: sql`${toolWord.name}`,
  available: sql`(select s.available from ${toolStock} s where s.seq = ${toolWord.seq})`,
  inStock: sql`(select s.available >= s.min_quantity from ${toolStock} s where s.seq = ${toolWord.seq})`,
};

/** The same where the stock has been joined: that of many words at once is quicker read than looked up one by one. */
export const IN_STOCKED_WORDS: Listed = { ...IN_WORDS, available: IN_STOCK.available, inStock: IN_STOCK.inStock };

interface Order {
  /** What is compared first; undefined where the order is the one in which tools were added. */
  readonly by: Exclude<keyof Listed, 'seq'> | undefined;
  readonly falling: boolean;
}

const ORDERS: Record<ToolSort, Order> = {
  oldest: { by: undefined, falling: false },
  newest: { by: undefined, falling: true },
  'price-asc': { by: 'price', falling: false },
  'price-desc': { by: 'price', falling: true },
  name: { by: 'name', falling: false },
  'min-order': { by: 'minQuantity', falling: false },
  available: { by: 'available', falling: true },
};

/** What to sort by. */
export function inOrder(sort: ToolSort, of: Listed): SQL[] {
  const { by, falling } = ORDERS[sort];
  return keysInOrder(sort, by && of[by], of.seq, falling);
}

/** The same for rows that have been found: they have a `key` and a `seq`. */
export const foundInOrder = (sort: ToolSort): SQL[] =>
  keysInOrder(sort, sql`found.key`, sql`found.seq`, ORDERS[sort].falling);

function keysInOrder(sort: ToolSort, key: SQL | undefined, seq: SQL, falling: boolean): SQL[] {
  if (ORDERS[sort].by === undefined || key === undefined) return [falling ? desc(seq) : asc(seq)];
  return [falling ? desc(key) : asc(key), desc(seq)];
}

/** The sort key, to be selected beside the row and to be kept in the cursor. */
export function keyOf(sort: ToolSort, of: Listed): SQL<string | number | null> {
  const { by } = ORDERS[sort];
  return sql<string | number | null>`${by === undefined ? sql`null::int` : of[by]}`;
}

/** Which rows come after the cursor's. */
export const after = (cursor: ToolCursor, of: Listed): SQL | undefined => or(...stepsAfter(cursor, of));

/**
 * The same in the parts that an order has: the rest of the rows with the cursor's key, then those with further ones. Many
 * tools share a price: an index leads to the beginning of each part, and to that of both together it does not.
 */
export function stepsAfter({ sort, key, seq }: ToolCursor, of: Listed): SQL[] {
  const { by: name, falling } = ORDERS[sort];
  if (name === undefined) return [falling ? lt(of.seq, seq) : gt(of.seq, seq)];
  const by = of[name];
  return [sql`(${eq(by, key)} and ${lt(of.seq, seq)})`, falling ? lt(by, key) : gt(by, key)];
}
