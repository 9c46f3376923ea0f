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
  const rows = await db.execute<Row>(sql`
    select m.id, m.kind, m.delta, m.after, m.at, m.reason, p.name as by, m.order_id as order
      from (select *, sum(delta) over (order by id) as after from stock_move where tool_id = ${id}) m
      left join person p on p.id = m.person_id
     where ${before ?? null}::bigint is null or m.id < ${before ?? null}::bigint
     order by m.id desc limit ${PAGE + 1}`);
  const page = rows.slice(0, PAGE);
  const moves = page.map(({ kind, delta, after, at, reason, by, order }) => ({
    ...{ kind, pieces: delta, after: Number(after), at: new Date(at).toISOString() },
    ...{ reason, by, order },
  }));
  return success({ available: found.available, moves, before: rows.length > PAGE ? Number(page.at(-1)?.id) : null });
}
