import { and, count, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { ToolFilter } from '#model/catalogue/tool-filter.ts';
import { COUNTED } from '#model/kernel/count.ts';
import { tool } from '#tables/catalogue.ts';
import type { Db } from '../kernel/context.ts';
import type { PageWanted } from './find-tools.ts';
import { within } from './tool-conditions.ts';
import { after, IN_TOOLS, inOrder, keyOf } from './tool-order.ts';

export interface ListedTool {
  readonly row: Omit<typeof tool.$inferSelect, 'createdAt' | 'deletedAt' | 'search'>;
  readonly key: string | number | null;
}

type Filter = Omit<ToolFilter, 'q'>;
type Page = Omit<PageWanted, 'few'>;

/**
 * The first tools of a list and the count of all, in one round trip, by a statement that the shop writes once for all
 * lists of the same shape and Postgres plans once. In a large catalogue the best plan depends on what is asked for.
 * Undefined when it cannot tell.
 */
export async function findInSmall(
  db: Db,
  filter: Filter,
  page: Page,
): Promise<{ rows: readonly ListedTool[]; total: number } | undefined> {
  const { limit, cursor } = page;
  const { from, to } = filter.price ?? {};
  const values = { from, to, min_order: filter.min_order, key: cursor?.key, seq: cursor?.seq, limit };
  const rows = await statementFor(db, filter, page)?.execute(values);
  // Beyond the last one there is no row that could say how many there are.
  if (rows === undefined || (rows[0] === undefined && cursor)) return undefined;
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Of some five thousand tools. Whatever plan Postgres has to find some of them takes a few milliseconds. */
const SMALL_BYTES = 4 * 1024 ** 2;
/** So long is believed what was seen. */
const LOOK_MS = 60_000;
const seen = new WeakMap<Db, { readonly at: number; readonly small: Promise<boolean> }>();

/** Whether it does not matter how tools are looked for. Looked up once a minute. */
export function isSmallCatalogue(db: Db): Promise<boolean> {
  const now = performance.now();
  const last = seen.get(db);
  if (last && now - last.at < LOOK_MS) return last.small;
  const small = look(db);
  seen.set(db, { at: now, small });
  // Whoever asked hears of the trouble; the next one tries again.
  small.catch(() => seen.delete(db));
  return small;
}

async function look(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ small: boolean }>(
    sql`select pg_table_size(${'tool'}::regclass) < ${SMALL_BYTES}::bigint as small`,
  );
  return row?.small === true;
}

type Statement = ReturnType<typeof write>;
const statements = new WeakMap<Db, Map<string, Statement>>();
/** Each connection keeps what it has prepared, so there must be an end to it. */
const MOST_SHAPES = 48;

function statementFor(db: Db, filter: Filter, page: Page): Statement | undefined {
  const its = statements.get(db) ?? new Map<string, Statement>();
  statements.set(db, its);
  const parts = [filter.price?.from, filter.price?.to, filter.min_order, filter.in_stock, page.cursor];
  const shape = [page.sort, ...parts.map((part) => part !== undefined)].join();
  const known = its.get(shape);
  if (known || its.size >= MOST_SHAPES) return known;
  const statement = write(db, filter, page, shape);
  its.set(shape, statement);
  return statement;
}

/** Which parts there are is said here; their values are given with each question. */
function write(db: Db, { price, min_order, in_stock }: Filter, { sort, cursor }: Page, shape: string) {
  const values = {
    ...(price && { price: { ...given('from', price.from), ...given('to', price.to) } }),
    ...given('min_order', min_order),
    ...(in_stock && { in_stock }),
  };
  const fits = and(isNull(tool.deletedAt), within(IN_TOOLS, values));
  const { createdAt: _added, deletedAt: _gone, search: _text, ...row } = getTableColumns(tool);
  return db
    .select({ row, key: keyOf(sort, IN_TOOLS), total: sql<number>`(${countOf(db, fits)})` })
    .from(tool)
    .where(and(fits, cursor && after({ sort, key: placeholder('key'), seq: placeholder('seq') }, IN_TOOLS)))
    .orderBy(...inOrder(sort, IN_TOOLS))
    .limit(sql.placeholder('limit'))
    .prepare(shape);
}

function countOf(db: Db, fits: SQL | undefined) {
  const one = db
    .select({ one: sql`1`.as('one') })
    .from(tool)
    .where(fits)
    .limit(COUNTED.all + 1);
  return db.select({ total: count() }).from(one.as('some'));
}

const given = <K extends string>(name: K, value: unknown) =>
  (value === undefined ? {} : { [name]: placeholder(name) }) as { [N in K]?: number };

/** The query builder takes it wherever it takes a value of a column. */
const placeholder = (name: string) => sql.placeholder(name) as unknown as number;
