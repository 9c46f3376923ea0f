import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolCursor } from '#model/catalogue/tool-cursor.ts';
import type { ToolFilter, ToolSort } from '#model/catalogue/tool-filter.ts';
import { COUNTED } from '#model/kernel/count.ts';
import { tool, toolStock } from '#tables/catalogue.ts';
import type { Db } from '../kernel/context.ts';
import { ask, keepStatement, type NamedStatement } from '../kernel/named-statement.ts';
import type { CatalogueSize } from './catalogue-size.ts';
import type { PageWanted } from './find-tools.ts';
import { isNarrowed, within } from './tool-conditions.ts';
import { after, foundInOrder, IN_STOCK, IN_TOOLS, inOrder, keyOf, stepsAfter } from './tool-order.ts';

/** A row as the driver gives it: what everybody sees of a tool under the names that they see, and what the list needs. */
export interface ListedTool extends Tool {
  readonly seq: number;
  /** What it was sorted by. */
  readonly key: string | number | null;
  /** How many tools fit, the same in each row. */
  readonly total: number;
}

type Filter = Omit<ToolFilter, 'q' | 'category'>;
type Page = Omit<PageWanted, 'few'>;

/**
 * The first tools of a list and the count of all, in one round trip, by a statement that is written once for all lists
 * of the same shape and that Postgres plans once.
 * Undefined when it cannot tell: with a filter the best plan in a large catalogue depends on what is asked for, and
 * beyond the last tool there is no row that could say how many there are.
 */
export async function findKept(
  db: Db,
  filter: Filter,
  page: Page,
  size: CatalogueSize,
): Promise<readonly ListedTool[] | undefined> {
  const isPlain = !isNarrowed(filter);
  if (!isPlain && !size.small) return undefined;
  const { limit, cursor } = page;
  const counts = !(isPlain && size.vast);
  const { from = null, to = null } = filter.price ?? {};
  const { min_order = null } = filter;
  const { key = null, seq = null } = cursor ?? {};
  const statement = statementFor(filter, page, counts)({ from, to, min_order, key, seq, limit });
  const rows = await ask<ListedTool>(db, statement);
  // The last tools: of so few nobody believes that there are more than are counted.
  if (!counts && rows.length < limit) return undefined;
  return rows.length === 0 && cursor ? undefined : rows;
}

type Values = Record<'from' | 'to' | 'min_order' | 'key' | 'seq' | 'limit', string | number | null>;
type Value = (name: keyof Values) => SQL;
type Statement = (values: Values) => NamedStatement;

const statements = new Map<string, Statement>();

function statementFor(filter: Filter, page: Page, counts: boolean): Statement {
  const most = isNarrowed(filter) ? undefined : MOST.find(({ rows }) => rows >= page.limit);
  const parts = [filter.price?.from, filter.price?.to, filter.min_order, filter.in_stock, page.cursor];
  const shape = `tools ${page.sort} ${most?.rows ?? 'few'} ${[counts, ...parts.map((part) => part !== undefined)].map(Number).join('')}`;
  const known = statements.get(shape);
  if (known) return known;
  const write = (value: Value) =>
    most === undefined ? narrowed(filter, page, value) : plain(page, most.text, counts, value);
  const statement = keepStatement<Values>(shape, write);
  statements.set(shape, statement);
  return statement;
}

/** Postgres must know how few rows are wanted to go down an index, before it knows the limit. */
const MOST = [
  { rows: 25, text: sql`25` },
  { rows: 49, text: sql`49` },
  { rows: 101, text: sql`101` },
  { rows: 1_001, text: sql`1001` },
];

/** Named and ordered as in the answer. */
const SHOWN = sql`${tool.id} as _id, ${tool.name}, ${tool.image}, ${tool.description}, ${tool.minQuantity},
  ${tool.available} as available_quantity, ${tool.price}, ${tool.sku}, ${tool.category}, ${tool.seq}`;
const SOLD = isNull(tool.deletedAt);

/** The number and key of each tool come from one index, or from two parts of it; then so many tools are looked up. */
function plain({ sort, cursor }: Page, most: SQL, counts: boolean, value: Value): SQL {
  const [of, rows] = sort === 'available' ? [IN_STOCK, sql`${toolStock}`] : [IN_TOOLS, sql`${tool}`];
  const steps = cursor ? stepsAfter(cursorOf(sort, value), of) : [undefined];
  const parts = steps.map(
    (step) => sql`
      (select ${of.seq} as seq, ${keyOf(sort, of)} as key from ${rows}
        where ${and(sort === 'available' ? sql`true` : SOLD, step)}
        order by ${inTurn(inOrder(sort, of))} limit ${most})`,
  );
  return sql`
    select ${SHOWN}, found.key, ${counts ? countOf(sql`${toolStock}`) : sql`${COUNTED.all + 1}::int`} as total
      from (${sql.join(parts, sql` union all `)}) found
      join ${tool} on ${tool.seq} = found.seq
     order by ${inTurn(foundInOrder(sort))} fetch first ${value('limit')} rows only`;
}

/** Which parts the filter has is said here; their values are given with each question. */
function narrowed({ price, min_order, in_stock }: Filter, { sort, cursor }: Page, value: Value): SQL {
  const given = (name: 'from' | 'to' | 'min_order', its: unknown) =>
    its === undefined ? {} : { [name]: inPlaceOf<number>(value(name)) };
  const fits = and(
    SOLD,
    within(IN_TOOLS, {
      ...(price && { price: { ...given('from', price.from), ...given('to', price.to) } }),
      ...given('min_order', min_order),
      ...(in_stock && { in_stock }),
    }),
  );
  return sql`
    select ${SHOWN}, ${keyOf(sort, IN_TOOLS)} as key, ${countOf(sql`${tool} where ${fits}`)} as total
      from ${tool} where ${and(fits, cursor && after(cursorOf(sort, value), IN_TOOLS))}
     order by ${inTurn(inOrder(sort, IN_TOOLS))} fetch first ${value('limit')} rows only`;
}

const countOf = (rows: SQL): SQL =>
  sql`(select count(*)::int from (select from ${rows} fetch first ${COUNTED.all + 1} rows only) counted)`;

const inTurn = (keys: SQL[]): SQL => sql.join(keys, sql`, `);

const cursorOf = (sort: ToolSort, value: Value): ToolCursor => ({
  ...{ sort, key: inPlaceOf<string>(value('key')), seq: inPlaceOf<number>(value('seq')) },
});

/** The query builder takes it wherever it takes a value. */
const inPlaceOf = <T>(value: SQL) => value as unknown as T;
