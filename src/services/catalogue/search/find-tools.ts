import { type SQL, sql } from 'drizzle-orm';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolCursor } from '#model/catalogue/tool-cursor.ts';
import type { ToolFilter, ToolSort } from '#model/catalogue/tool-filter.ts';
import { COUNTED } from '#model/kernel/count.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context, Db } from '../../kernel/context.ts';
import { ask, namedByText } from '../../kernel/named-statement.ts';
import { SHOWN_COLUMNS, type ShownRow, toolOf } from '../get-tool.ts';
import { byIndex, byText, looseWord, readWords, type Word } from './words.ts';

/** The most tools that one page holds. */
const MAX_PAGE = 1_000;

export interface ToolsQuery {
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
 * A page of the tools that fit the filter. All words must stand in a tool's name or item number. Only where that is true of
 * no tool at all, a word that no tool has may also be one that looks like it: whoever spells well never gets more than was
 * asked for.
 */
export async function findTools({ db }: Pick<Context, 'db'>, query: ToolsQuery): Promise<ToolsPage> {
  const { filter = {}, limit = MAX_PAGE } = query;
  const sort = query.after?.sort ?? query.sort ?? 'oldest';
  const words = readWords(filter.q ?? '');
  const most = filter.q ? COUNTED.search : COUNTED.all;
  const search: Search = { filter, words, most, sort, limit: limit + 1, cursor: query.after };
  let { rows, total } = await find(db, search);
  if (total === 0 && words.length > 0) {
    const loose = await loosen(db, words);
    if (loose) ({ rows, total } = await find(db, { ...search, words: loose }));
  }
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { tools: shown.map(foundTool), next: last && { sort, key: last.key, seq: last.seq }, total };
}

interface Search {
  readonly filter: ToolFilter;
  readonly words: readonly Word[];
  /** Tools are counted up to one more than this. */
  readonly most: number;
  readonly sort: ToolSort;
  readonly limit: number;
  readonly cursor: ToolCursor | undefined;
}

/** A tool as everybody sees it, with its place in the order. */
type Row = ShownRow & {
  readonly seq: number;
  readonly key: string | number | null;
  readonly total?: number;
};

/** So many rows of the order are looked at before all that fit are gathered; five times a long page. */
const WALKED = 2_500;

/** What very many tools fit, the first rows of the order have; all that fewer fit are gathered and sorted. */
async function find(db: Db, search: Search): Promise<{ rows: Row[]; total: number }> {
  const { limit, cursor, most, filter, words } = search;
  const walked = Math.max(WALKED, 5 * limit);
  const rows = await walk(db, search, walked);
  const isShort = rows.length < limit;
  if (isShort && !(await endsWithin(db, search, walked))) return gather(db, search);
  return { rows, total: isShort && !cursor ? rows.length : await countFitting(db, filter, words, most) };
}

async function walk(db: Db, search: Search, walked: number): Promise<Row[]> {
  const { sort, limit, filter, words } = search;
  const first = sql`${start(search)} order by ${inOrder(sort)} limit ${walked}`;
  const order = inOrder(sort, { ...keysOf(sort), negative: sql`negative` });
  // By stock another table leads; each of its tools is looked up by its number, however many the planner expects.
  const ahead =
    sort === 'available'
      ? sql`(select * from tool_stock where ${first}) ahead cross join lateral (
          select price, min_quantity, pack, category, search from tool_search kept where kept.seq = ahead.seq offset 0) kept`
      : sort === 'total'
        ? sql`(${byTotal(search, isLimited(search) ? walked : limit)}) ahead`
        : sql`(select *, (- seq) as negative from tool_search where ${first}) ahead`;
  const { key } = keysOf(sort);
  return run<Row>(
    db,
    search,
    sql`
    select ${SHOWN}, found.key, found.seq
      from (select seq, ${key} as key from ${ahead} where ${all([...limits(filter), ...byText(words)])}
             order by ${order} limit ${limit}) found
      join tool on tool.seq = found.seq
     order by ${inOrder(sort, FOUND)}`,
  );
}

/**
 * By name where there is at most one limit or word: of such statements there are some two hundred. Postgres goes on to
 * plan one for its values where that saves more than planning costs.
 */
async function run<R>(db: Db, { filter, words }: Pick<Search, 'filter' | 'words'>, statement: SQL): Promise<R[]> {
  if (words.length + limits(filter).length <= 1) return ask<R>(db, namedByText(statement));
  const { rows } = await db.execute(statement);
  return rows as R[];
}

/** Equal totals of several ladders mix: of each, no more tools are read than are wanted of all. */
function byTotal({ filter, cursor }: Search, wanted: number): SQL {
  const from = cursor ? sql`where total >= ${cursor.key}` : sql``;
  const behind =
    cursor && sql`and (- seq) > case total when ${cursor.key} then ${-cursor.seq}::bigint else ${BELOW_ALL} end`;
  return sql`
    select tools.*, total, (- seq) as negative from (select * from ${totals(filter)} ${from} order by total) ladders
     cross join lateral (select * from tool_search where ladder = ladders.ladder ${behind} order by (- seq) limit ${wanted}) tools
     order by total, negative limit ${wanted}`;
}

const BELOW_ALL = sql`${-Number.MAX_SAFE_INTEGER}::bigint`;

/** What the tools of each ladder cost; without a need, at their minimum. */
const totals = ({ need = 1 }: ToolFilter): SQL => sql`totals_at(${need})`;

const isLimited = ({ filter, words }: Search): boolean => words.length > 0 || limits(filter).length > 0;

/** The part of an order that an index leads to: after the cursor, of a category, within the prices where it is by price. */
function start({ sort, cursor, filter: { category, price } }: Search): SQL {
  const ofIndex = { ...(category !== undefined && { category }), ...(price && sort.startsWith('price') && { price }) };
  return all([...(cursor ? [after(cursor)] : []), ...(sort === 'available' ? [] : limits(ofIndex))]);
}

/** Whether the order has no more rows than were walked: then nothing is left to be found. */
async function endsWithin(db: Db, search: Search, walked: number): Promise<boolean> {
  if (search.sort === 'total') return !isLimited(search);
  const table = search.sort === 'available' ? sql`tool_stock` : sql`tool_search`;
  const { rows } = await db.execute(sql`
    select seq from ${table} where ${start(search)} order by ${inOrder(search.sort)} offset ${walked} limit 1`);
  return rows.length === 0;
}

async function gather(db: Db, search: Search): Promise<{ rows: Row[]; total: number }> {
  const { sort, limit, cursor, most } = search;
  const { rows } = await db.execute<Row>(sql`
    with matched as materialized (${fitting(search, sort)})
    select ${SHOWN}, found.key, found.seq, counted.total
      from (select least(count(*), ${most + 1}::int)::int as total from matched) counted
      left join (select * from matched found where ${cursor ? after(cursor, FOUND) : sql`true`}
                  order by ${inOrder(sort, FOUND)} limit ${limit}) found on true
      left join tool on tool.seq = found.seq
     order by ${inOrder(sort, FOUND)}`);
  return { rows: rows.filter(({ seq }) => seq !== null), total: rows[0]?.total ?? 0 };
}

/** So many rows are looked at before the index is asked, which gathers all that have a word before it counts the first. */
const COUNTED_FIRST = 3_000;

/** How many tools fit, counted up to one more than `most`: counting all of a million takes long. */
async function countFitting(db: Db, filter: ToolFilter, words: readonly Word[], most: number): Promise<number> {
  const count = async (rows: SQL) => {
    const upTo = sql`select count(*)::int as total from (${rows} limit ${most + 1}) counted`;
    const [found] = await run<{ total: number }>(db, { filter, words }, upTo);
    return found?.total ?? 0;
  };
  if (words.length === 0) return count(fitting({ filter, words }));
  const looked = all([...limits(filter), ...byText(words)]);
  const total = await count(
    sql`select from (select * from tool_search order by seq limit ${COUNTED_FIRST}) ahead where ${looked}`,
  );
  if (total > most) return total;
  // The planner must not know of the limit: for a few rows it would compare words without their index.
  return count(sql`with fitting as materialized (${fitting({ filter, words })}) select from fitting`);
}

/** The words with other spellings of those that no tool has; undefined where that can find nothing either. */
async function loosen(db: Db, words: readonly Word[]): Promise<Word[] | undefined> {
  const loose: Word[] = [];
  for (const word of words) {
    const isKnown = (await countFitting(db, {}, [word], 0)) > 0;
    const meant = isKnown ? word : await looseWord(db, word);
    if (!meant) return undefined;
    loose.push(meant);
  }
  return loose.some((meant, place) => meant !== words[place]) ? loose : undefined;
}

/** All that fit, by the indexes. The words are looked up before all else: for one row alone they are dear to compare. */
function fitting({ filter, words }: Pick<Search, 'filter' | 'words'>, sort?: ToolSort): SQL {
  const rows =
    words.length > 0 ? sql`(select * from tool_search where ${byIndex(words)} offset 0) worded` : sql`tool_search`;
  const priced = sort === 'total' ? sql`join ${totals(filter)} priced using (ladder)` : sql``;
  return sql`select seq, ${sort ? keysOf(sort).key : sql`null`} as key from ${rows} ${priced} where ${all(limits(filter))}`;
}

/** What a filter says besides its words. */
const limits = ({ price, min_order, in_stock, category, need = 1, all: whole }: ToolFilter): SQL[] => [
  ...(price?.from === undefined ? [] : [sql`price >= ${price.from}`]),
  ...(price?.to === undefined ? [] : [sql`price <= ${price.to}`]),
  ...(min_order === undefined ? [] : [sql`min_quantity <= ${min_order}`]),
  ...(in_stock ? [sql`available >= min_quantity`] : []),
  ...(category === undefined ? [] : [sql`category = ${category}`]),
  ...(whole ? [sql`min_quantity <= ${need} and available - available % pack >= ${need}`] : []),
];

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length > 0 ? sql.join([...conditions], sql` and `) : sql`true`;

const SHOWN = sql.join(
  SHOWN_COLUMNS.map(([name, column]) => sql`${tool[column]} as ${sql.identifier(name)}`),
  sql`, `,
);

const foundTool = ({ seq: _, key: __, total: ___, ...shown }: Row): Tool => toolOf(shown);

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
interface Keys {
  readonly key: SQL;
  readonly seq: SQL;
  /** The number with its sign changed, where it has been computed. */
  readonly negative?: SQL;
}

const FOUND: Keys = { key: sql`found.key`, seq: sql`found.seq` };

/** The same in a table with the sorted column; `key` is what the cursor keeps. */
function keysOf(sort: ToolSort): Keys {
  const { column } = ORDERS[sort];
  return { key: column ? sql.identifier(column).getSQL() : sql`null::int`, seq: sql`seq` };
}

/** Equal tools come newest first: in a rising order by the number with its sign changed, as the indexes have it. */
function inOrder(sort: ToolSort, { key, seq, negative = sql`(- ${seq})` }: Keys = keysOf(sort)): SQL {
  const { column, falling } = ORDERS[sort];
  if (!column) return falling ? sql`${seq} desc` : sql`${seq}`;
  return falling ? sql`${key} desc, ${seq} desc` : sql`${key}, ${negative}`;
}

/** What comes after the cursor: one range of the order's index. */
function after(cursor: ToolCursor, { key, seq }: Keys = keysOf(cursor.sort)): SQL {
  const { column, falling } = ORDERS[cursor.sort];
  if (!column) return falling ? sql`${seq} < ${cursor.seq}` : sql`${seq} > ${cursor.seq}`;
  return falling
    ? sql`(${key}, ${seq}) < (${cursor.key}, ${cursor.seq}::bigint)`
    : sql`(${key}, (- ${seq})) > (${cursor.key}, ${-cursor.seq}::bigint)`;
}
