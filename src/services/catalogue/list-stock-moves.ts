import { eq, sql } from 'drizzle-orm';
import type { StockMove } from '#model/catalogue/stock-change.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';

export interface StockHistory {
  readonly available: number;
  /** The newest first. */
  readonly moves: StockMove[];
  /** Ask again with this for the moves before; null when there are none. */
  readonly before: number | null;
}

/** Moves in one answer. */
const PAGE = 50;

type Row = { id: string; kind: StockMove['kind']; delta: number; after: string; at: Date } & Pick<
  StockMove,
  'reason' | 'by' | 'order'
>;

/** How the stock of a tool came about, also of one that was deleted. */
export async function listStockMoves(
  { db }: Pick<Context, 'db'>,
  id: ToolId,
  before?: number,
): Promise<Outcome<StockHistory, { code: 'tool_not_found' }>> {
  const [found] = await db.select({ available: tool.available }).from(tool).where(eq(tool.id, id));
  if (!found) return failure({ code: 'tool_not_found' });
  // Told back from what is there now: the first page reads no more than itself, however old the tool is.
  const rows = await db.execute<Row>(sql`
    with page as (
      select * from stock_move
       where tool_id = ${id} and ${before === undefined ? sql`true` : sql`id < ${before}`}
       order by id desc limit ${PAGE + 1}),
    newer as (
      select coalesce(sum(delta), 0) as pieces from stock_move
       where tool_id = ${id} and ${before === undefined ? sql`false` : sql`id >= ${before}`})
    select m.id, m.kind, m.delta, m.at, m.reason, p.name as by, m.order_id as order,
           tool.available - newer.pieces - sum(m.delta) over (order by m.id desc) + m.delta as after
      from page m join tool on tool.id = m.tool_id cross join newer
      left join person p on p.id = m.person_id
     order by m.id desc`);
  const page = rows.slice(0, PAGE);
  const moves = page.map(({ kind, delta, after, at, reason, by, order }) => ({
    ...{ kind, pieces: delta, after: Number(after), at: new Date(at).toISOString() },
    ...{ reason, by, order },
  }));
  return success({ available: found.available, moves, before: rows.length > PAGE ? Number(page.at(-1)?.id) : null });
}
