import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { ToolCursor } from '#model/catalogue/tool-cursor.ts';
import type { ToolFilter, ToolSort } from '#model/catalogue/tool-filter.ts';
import { tool, toolStock, toolWord } from '#tables/catalogue.ts';
import type { Db } from '../kernel/context.ts';
import { type Sought, textFits } from './seek-text.ts';
import { isNarrowed, within } from './tool-conditions.ts';
import {
  after,
  foundInOrder,
  IN_STOCK,
  IN_TOOLS,
  IN_WORDS,
  inOrder,
  keyOf,
  type Listed,
  stepsAfter,
} from './tool-order.ts';

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
    sql`select ${of.seq} as seq, ${keyOf(sort, of)} as key from ${from} where ${and(within(of, filter), fits)}`;
  /** The first rows of each part of what comes after the cursor. */
  const firstRows = (of: Listed, from: SQL, fits: SQL | undefined) =>
    sql.join(
      (cursor ? stepsAfter(cursor, of) : [undefined]).map(
        (step) =>
          sql`(${rows(of, from, and(fits, step))} order by ${sql.join(inOrder(sort, of), sql`, `)} limit ${limit})`,
      ),
      sql` union all `,
    );
  const withTools = (found: SQL) =>
    db
      .select({ row: tool, key: sql<string | number | null>`found.key` })
      .from(sql`(${found} order by ${sql.join(foundInOrder(sort), sql`, `)} limit ${limit}) found`)
      .innerJoin(tool, eq(tool.seq, sql`found.seq`))
      .orderBy(...foundInOrder(sort))
      .limit(limit);
  if (few) {
    const all = (of: Listed, from: SQL) => (fits: SQL | undefined) =>
      rows(of, from, and(fits, cursor && after(cursor, of)));
    const found =
      sought?.by === 'words' ? eachForm(sought, all(IN_WORDS, sql`${toolWord}`)) : all(IN_TOOLS, sql`${tool}`)(inTools);
    return withTools(sql`with found as materialized (${found}) select * from found`);
  }
  const from = (found: SQL) => withTools(sql`select * from (${found}) found`);
  if (sort === 'available') {
    const stock = sql`${toolStock} join ${tool} on ${tool.seq} = ${toolStock.seq}`;
    const words = sought?.by === 'words' ? sought.groups.map(({ words }) => has(words, toolStock.seq)) : [];
    return from(firstRows(IN_STOCK, stock, and(inTools, ...words)));
  }
  const inWords = (fits: SQL | undefined) => firstRows(IN_WORDS, sql`${toolWord}`, fits);
  if (sought?.by === 'words') return from(eachForm(sought, inWords));
  // Of several words one may stand in no tool that fits: nobody walks past all that have it.
  if (sought?.lead?.words.length === 1)
    return from(eachForm({ groups: [sought.lead] }, (fits) => inWords(and(fits, textFits(sought.fits)))));
  if (cursor) return from(firstRows(IN_TOOLS, sql`${tool}`, inTools));
  return db
    .select({ row: tool, key: keyOf(sort, IN_TOOLS) })
    .from(tool)
    .where(and(within(IN_TOOLS, filter), inTools))
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
      : sought || isNarrowed(filter)
        ? sql`select from ${tool} where ${and(isNull(tool.deletedAt), within(IN_TOOLS, filter), sought?.fits)}`
        : // Ten thousand whole tools are five megabytes.
          sql`select from ${toolStock}`;
  const [counted] = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select from (${some}) fitting limit ${most + 1}) counted`,
  );
  return counted?.total ?? 0;
}

/** Rows of words, each form of the rarest group looked for in its own place of the index. */
function eachForm({ groups }: Pick<Sought & { by: 'words' }, 'groups'>, rows: (fits: SQL | undefined) => SQL): SQL {
  const [rarest, ...others] = groups;
  const fits = others.map(({ words }) => has(words, toolWord.seq));
  const forms = rarest && rarest.words.length > 0 ? rarest.words : [''];
  // A tool that has two of the forms is one tool: `union` says so.
  return sql.join(
    forms.map((form) => sql`(${rows(and(eq(toolWord.word, form), ...fits))})`),
    sql` union `,
  );
}

/** Whether the tool of this number has one of these words. */
const has = (words: readonly string[], seq: typeof toolWord.seq | typeof toolStock.seq): SQL =>
  sql`exists (select from ${toolWord} other where other.seq = ${seq} and ${words.length === 1 ? sql`other.word = ${words[0]}` : inArray(sql`other.word`, [...words])})`;
