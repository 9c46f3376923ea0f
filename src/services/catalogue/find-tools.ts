import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { ToolCursor } from '#model/catalogue/tool-cursor.ts';
import type { ToolFilter, ToolSort } from '#model/catalogue/tool-filter.ts';
import { tool, toolStock, toolWord } from '#tables/catalogue.ts';
import type { Db } from '../kernel/context.ts';
import { type SearchPlan, textFits } from './seek-text.ts';
import { isNarrowed, within } from './tool-conditions.ts';
import {
  after,
  foundInOrder,
  IN_STOCK,
  IN_STOCKED_WORDS,
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
  readonly sought: SearchPlan | undefined;
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

/** Those who have the most stock may all be without the word: so many are walked past before all that have it are gathered. */
const STOCK_WALKED = 5_000;
/** Of more tools than this enough have much stock. */
const MAX_GATHERED = 50_000;

/** The first tools in an order, or the first after a cursor. */
export async function firstTools(db: Db, wanted: Wanted, page: PageWanted): Promise<FoundTool[]> {
  const { sought } = wanted;
  const isWalk = page.sort === 'available' && !page.few && sought?.by === 'words';
  if (!isWalk || (sought.groups[0]?.tools ?? 0) > MAX_GATHERED) return toolsInOrder(db, wanted, page);
  const rows = await toolsInOrder(db, wanted, page, STOCK_WALKED);
  return rows.length === page.limit ? rows : toolsInOrder(db, wanted, { ...page, few: true });
}

/**
 * Each order leads down an index: no other row is read.
 * @param walked by stock, so many at most are looked at
 */
function toolsInOrder(db: Db, { filter, sought }: Wanted, page: PageWanted, walked?: number): PromiseLike<FoundTool[]> {
  const { sort, limit, cursor, few } = page;
  const inTools = and(isNull(tool.deletedAt), sought?.by === 'text' ? sought.fits : undefined);
  const rows = (of: Listed, from: SQL, fits: SQL | undefined) =>
    sql`select ${of.seq} as seq, ${keyOf(sort, of)} as key from ${from} where ${and(within(of, filter), fits) ?? sql`true`}`;
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
    const allWords =
      sort === 'available'
        ? all(IN_STOCKED_WORDS, sql`${toolWord} join ${toolStock} on ${toolStock.seq} = ${toolWord.seq}`)
        : all(IN_WORDS, sql`${toolWord}`);
    const found = sought?.by === 'words' ? eachForm(sought, allWords) : all(IN_TOOLS, sql`${tool}`)(inTools);
    return withTools(sql`with found as materialized (${found}) select * from found`);
  }
  const from = (found: SQL) => withTools(sql`select * from (${found}) found`);
  if (sort === 'available') {
    const past = cursor && sql`(${IN_STOCK.available}, ${IN_STOCK.seq}) < (${cursor.key}, ${cursor.seq})`;
    const order = sql`order by ${sql.join(inOrder(sort, IN_STOCK), sql`, `)}`;
    const stock = walked
      ? sql`(select * from ${toolStock} where ${past ?? sql`true`} ${order} limit ${walked}) ${toolStock}`
      : sql`${toolStock}`;
    const [where, fits] =
      sought?.by === 'text'
        ? [sql`${stock} join ${tool} on ${tool.seq} = ${toolStock.seq}`, [inTools]]
        : [stock, sought?.groups.map(({ words }) => has(words, toolStock.seq)) ?? []];
    return from(sql`${rows(IN_STOCK, where, and(past, ...fits))} ${order} limit ${limit}`);
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

/** So many are looked at before an index is asked, which gathers all that are within a price or minimum. */
const COUNTED_FIRST = 40_000;

/** How many tools fit, counted up to one more than `most`: all of a million take a second, and nobody reads the last digit. */
export async function countTools(db: Db, { filter, sought }: Wanted, most: number): Promise<number> {
  const counted = async (some: SQL) => {
    const {
      rows: [row],
    } = await db.execute<{ total: number }>(
      sql`select count(*)::int as total from (select from (${some}) fitting limit ${most + 1}) counted`,
    );
    return row?.total ?? 0;
  };
  if (sought?.by === 'words') {
    const rows = (fits: SQL | undefined) =>
      sql`select ${toolWord.seq} from ${toolWord} where ${and(within(IN_WORDS, filter), fits)} limit ${most + 1}`;
    return counted(eachForm(sought, rows));
  }
  const inTools = sql`select from ${tool} where ${and(isNull(tool.deletedAt), within(IN_TOOLS, filter), sought?.fits)}`;
  if (sought) return counted(inTools);
  // Ten thousand whole tools are five megabytes.
  if (!isNarrowed(filter)) return counted(sql`select from ${toolStock}`);
  const first = sql`(select * from ${toolStock} limit ${COUNTED_FIRST}) ${toolStock}`;
  const total = await counted(sql`select from ${first} where ${within(IN_STOCK, filter)}`);
  return total > most ? total : counted(inTools);
}

/** Rows of words, each form of the rarest group looked for in its own place of the index. */
function eachForm({ groups }: Pick<SearchPlan & { by: 'words' }, 'groups'>, rows: (fits: SQL | undefined) => SQL): SQL {
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
