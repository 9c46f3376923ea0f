import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { ToolCursor } from '#model/catalogue/tool-cursor.ts';
import type { ToolSort } from '#model/catalogue/tool-filter.ts';
import { tool } from '#tables/catalogue.ts';

interface Order {
  /** What is compared first; undefined where the order is the one in which tools were added. */
  readonly by: SQL | undefined;
  readonly falling: boolean;
}

const ORDERS: Record<ToolSort, Order> = {
  oldest: { by: undefined, falling: false },
  newest: { by: undefined, falling: true },
  'price-asc': { by: sql`${tool.price}`, falling: false },
  'price-desc': { by: sql`${tool.price}`, falling: true },
  name: { by: sql`lower(${tool.name})`, falling: false },
  'min-order': { by: sql`${tool.minQuantity}`, falling: false },
  available: { by: sql`${tool.available}`, falling: true },
};

/** What to sort by. */
export function inOrder(sort: ToolSort): SQL[] {
  const { by, falling } = ORDERS[sort];
  if (by === undefined) return [falling ? desc(tool.seq) : asc(tool.seq)];
  return [falling ? desc(by) : asc(by), desc(tool.seq)];
}

/** The sort key, to be selected beside the row and to be kept in the cursor. */
export const keyOf = (sort: ToolSort) => sql<string | number | null>`${ORDERS[sort].by ?? sql`null`}`;

/** Which rows come after the cursor's. */
export function after({ sort, key, seq }: ToolCursor): SQL | undefined {
  const { by, falling } = ORDERS[sort];
  if (by === undefined) return falling ? lt(tool.seq, seq) : gt(tool.seq, seq);
  const further = falling ? lt(by, key) : gt(by, key);
  // The first half says no more than the second, but shows an index where to begin.
  return and(falling ? lte(by, key) : gte(by, key), or(further, and(eq(by, key), lt(tool.seq, seq))));
}
