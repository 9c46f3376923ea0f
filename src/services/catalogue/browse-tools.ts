import { and, eq, isNull } from 'drizzle-orm';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolCursor } from '#model/catalogue/tool-cursor.ts';
import type { ToolFilter, ToolSort } from '#model/catalogue/tool-filter.ts';
import { COUNTED } from '#model/kernel/count.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';
import { catalogueSize } from './catalogue-size.ts';
import { countTools, type FoundTool, firstTools, type PageWanted } from './find-tools.ts';
import { findWords } from './find-words.ts';
import { findKept, type ListedTool } from './kept-lists.ts';
import type { SearchPlan } from './seek-text.ts';
import { isNarrowed } from './tool-conditions.ts';

/** The most tools that one answer holds. */
const TOOLS_PAGE = 1_000;

export interface ToolsWanted {
  readonly filter?: ToolFilter;
  readonly sort?: ToolSort;
  readonly limit?: number;
  /** The `next` of the page before; its sort is the one that counts. */
  readonly after?: ToolCursor | undefined;
}

export interface ToolsPage {
  readonly tools: Tool[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: ToolCursor | undefined;
  /** How many tools fit the filter, on all pages; counting ends one after `COUNTED`. */
  readonly total: number;
}

/**
 * A page of the tools that fit the filter.
 * @param sizeOf how large the catalogue is: the answer is the same, the way to it is not
 */
export async function listTools(
  { db }: Pick<Context, 'db'>,
  wanted: ToolsWanted,
  sizeOf = catalogueSize,
): Promise<ToolsPage> {
  const { filter = {}, limit = TOOLS_PAGE } = wanted;
  const sort = wanted.after?.sort ?? wanted.sort ?? 'oldest';
  const page = { sort, limit: limit + 1, cursor: wanted.after };
  const isPlain = filter.q === undefined && filter.category === undefined;
  const kept = isPlain ? await findKept(db, filter, page, await sizeOf(db)) : undefined;
  if (kept) return pageOf(kept, limit, sort, kept[0]?.total ?? 0, toolOf);
  const { rows, total } = await find(db, filter, page);
  const found = rows.map(({ row, key }) => ({ ...row, key }));
  return pageOf(found, limit, sort, total, toolView);
}

/** Of one row more than the page has, so that it is known whether there is another page. */
function pageOf<Row extends { readonly seq: number; readonly key: ToolCursor['key'] }>(
  rows: readonly Row[],
  limit: number,
  sort: ToolSort,
  total: number,
  view: (row: Row) => Tool,
): ToolsPage {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { tools: shown.map(view), next: last && { sort, key: last.key, seq: last.seq }, total };
}

async function find(
  db: Context['db'],
  filter: ToolFilter,
  page: Omit<PageWanted, 'few'>,
): Promise<{ rows: FoundTool[]; total: number }> {
  const sought = await findWords(db, filter.q ?? '', filter.category);
  const of = { filter, sought };
  const most = filter.q ? COUNTED.search : COUNTED.all;
  if (!sought || (isWordAlone(sought) && !isNarrowed(filter))) {
    const [rows, total] = await Promise.all([firstTools(db, of, { ...page, few: false }), countTools(db, of, most)]);
    return { rows, total };
  }
  // Nobody can tell how many have two words, or a word and a price: how to find the first depends on it.
  const known = sought.by === 'text' && !isNarrowed(filter) ? sought.tools : undefined;
  const total = known ?? (await countTools(db, of, most));
  if (total === 0) return { rows: [], total };
  return { rows: await firstTools(db, of, { ...page, few: total <= most }), total };
}

const isWordAlone = (sought: SearchPlan) => sought.by === 'words' && sought.groups.length === 1;

/** One tool of the catalogue. */
export async function getTool(
  { db }: Pick<Context, 'db'>,
  id: ToolId,
): Promise<Outcome<Tool, { code: 'tool_not_found' }>> {
  const [row] = await db
    .select()
    .from(tool)
    .where(and(eq(tool.id, id), isNull(tool.deletedAt)))
    .prepare('tool')
    .execute();
  return row ? success(toolView(row)) : failure({ code: 'tool_not_found' });
}

const toolOf = (row: ListedTool): Tool => ({
  _id: row._id,
  name: row.name,
  image: row.image,
  description: row.description,
  min_quantity: row.min_quantity,
  available_quantity: row.available_quantity,
  price: row.price,
  sku: row.sku,
  category: row.category,
});

/** A tool as everybody sees it. */
export const toolView = (row: typeof tool.$inferSelect): Tool => ({
  _id: row.id as ToolId,
  name: row.name,
  image: row.image,
  description: row.description,
  min_quantity: row.minQuantity,
  available_quantity: row.available,
  price: row.price,
  sku: row.sku,
  category: row.category,
});
