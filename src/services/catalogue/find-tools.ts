import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { ToolCursor } from '#model/catalogue/tool-cursor.ts';
import type { ToolFilter, ToolSort } from '#model/catalogue/tool-filter.ts';
import { tool, toolStock, toolWord } from '#tables/catalogue.ts';
import type { Db } from '../kernel/context.ts';
import type { Sought } from './find-words.ts';
import { within } from './tool-conditions.ts';
import { after, foundInOrder, IN_STOCK, IN_TOOLS, IN_WORDS, inOrder, keyOf, type Listed } from './tool-order.ts';

/** Which tools, wherever they are looked for. */
export interface Wanted {
  readonly filter: ToolFilter;
  readonly sought: Sought | undefined;
}

export interface FoundTool {
  readonly row: typeof tool.$inferSelect;
  /** What it was sorted by. */
  readonly key: string | number | null;
}

export interface PageWanted {
  readonly sort: ToolSort;
  readonly limit: number;
  readonly cursor: ToolCursor | undefined;
  /** True when few tools fit: these are gathered and sorted, instead of walking through others in order to find them. */
  readonly few: boolean;
}

/** The first tools in an order, or the first after a cursor. Each order leads down an index: no other row is read. */
export function firstTools(db: Db, { filter, sought }: Wanted, page: PageWanted): PromiseLike<FoundTool[]> {
  const { sort, limit, cursor, few } = page;
  const inTools = and(isNull(tool.deletedAt), sought?.by === 'text' ? sought.fits : undefined);
  const rows = (of: Listed, from: SQL, fits: SQL | undefined) =>
    sql`select ${of.seq} as seq, ${keyOf(sort, of)} as key from ${from}
         where ${and(within(of, filter), cursor && after(cursor, of), fits)}`;
  const first = (all: SQL, of: SQL[]) => sql`${all} order by ${sql.join(of, sql`, `)} limit ${limit}`;
  const withTools = (found: SQL) =>
    db
      .select({ row: tool, key: sql<string | number | null>`found.key` })
      .from(sql`(${found}) found`)
      .innerJoin(tool, eq(tool.seq, sql`found.seq`))
      .orderBy(...foundInOrder(sort))
      .limit(limit);
  if (few) {
    const all =
      sought?.by === 'words'
        ? eachForm(sought, (fits) => rows(IN_WORDS, sql`${toolWord}`, fits))
        : rows(IN_TOOLS, sql`${tool}`, inTools);
    return withTools(sql`with found as materialized (${all}) ${first(sql`select * from found`, foundInOrder(sort))}`);
  }
  if (sort === 'available') {
    const stock = sql`${toolStock} join ${tool} on ${tool.seq} = ${toolStock.seq}`;
    const words = sought?.by === 'words' ? sought.groups.map((group) => has(group, toolStock.seq)) : [];
    return withTools(first(rows(IN_STOCK, stock, and(inTools, ...words)), inOrder(sort, IN_STOCK)));
  }
  if (sought?.by === 'words') {
    const ofForm = (fits: SQL | undefined) => first(rows(IN_WORDS, sql`${toolWord}`, fits), inOrder(sort, IN_WORDS));
    return withTools(first(sql`select * from (${eachForm(sought, ofForm)}) found`, foundInOrder(sort)));
  }
  return db
    .select({ row: tool, key: keyOf(sort, IN_TOOLS) })
    .from(tool)
    .where(and(within(IN_TOOLS, filter), cursor && after(cursor, IN_TOOLS), inTools))
    .orderBy(...inOrder(sort, IN_TOOLS))
    .limit(limit);
}

/** How many tools fit, counted up to one more than `most`: all of a million take a second, and nobody reads the last digit. */
export async function countTools(db: Db, { filter, sought }: Wanted, most: number): Promise<number> {
  const some =
    sought?.by === 'words'
      ? eachForm(
          sought,
          (fits) =>
            sql`select ${toolWord.seq} from ${toolWord} where ${and(within(IN_WORDS, filter), fits)} limit ${most + 1}`,
        )
      : sql`select from ${tool} where ${and(isNull(tool.deletedAt), within(IN_TOOLS, filter), sought?.fits)}`;
  const [counted] = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select from (${some}) fitting limit ${most + 1}) counted`,
  );
  return counted?.total ?? 0;
}

/** Rows of words, each form of the rarest group looked for in its own place of the index. */
function eachForm({ groups }: Sought & { by: 'words' }, rows: (fits: SQL | undefined) => SQL): SQL {
  const [rarest = [], ...others] = groups;
  const fits = others.map((group) => has(group, toolWord.seq));
  const forms = rarest.length > 0 ? rarest : [''];
  // A tool that has two of the forms is one tool: `union` says so.
  return sql.join(
    forms.map((form) => sql`(${rows(and(eq(toolWord.word, form), ...fits))})`),
    sql` union `,
  );
}

/** Whether the tool of this number has one of these words. */
const has = (words: readonly string[], seq: typeof toolWord.seq | typeof toolStock.seq): SQL =>
  sql`exists (select from ${toolWord} other where other.seq = ${seq} and ${words.length === 1 ? sql`other.word = ${words[0]}` : inArray(sql`other.word`, [...words])})`;
