import { sql } from 'drizzle-orm';
import type { AwaitedStock } from '#model/catalogue/stock-now.ts';
import type { StockMove } from '#model/inventory/stock-change.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { cutPage, type Page } from '#model/kernel/page.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';

export interface Shelf extends AwaitedStock {
  readonly paid: number;
  readonly held: number;
}

export type ShelfOf = (db: Db | Transaction, id: ToolId) => PromiseLike<Shelf[]>;

export interface StockHistory extends Shelf, Page<StockMove> {}

const PAGE = 50;

type Row = { id: string; kind: StockMove['kind']; delta: number; after: string; at: Date } & Pick<
  StockMove,
  'reason' | 'by' | 'order' | 'undo'
>;

export async function listStockMoves(
  { db }: Pick<Context, 'db'>,
  id: ToolId,
  shelfOf: ShelfOf,
  after?: number,
): Promise<Outcome<StockHistory, { code: 'tool_not_found' }>> {
  const [found] = await shelfOf(db, id);
  if (!found) return failure({ code: 'tool_not_found' });
  // Computed back from the current stock: the first page costs the same for old tools.
  const { rows } = await db.execute<Row>(sql`
    with page as (
      select * from stock_move
       where tool_id = ${id} and ${after === undefined ? sql`true` : sql`id < ${after}`}
       order by id desc limit ${PAGE + 1}),
    newer as (
      select coalesce(sum(delta), 0) as pieces from stock_move
       where tool_id = ${id} and ${after === undefined ? sql`false` : sql`id >= ${after}`})
    select m.id, m.kind, m.delta, m.at, m.reason, p.name as by, m.order_id as order,
           case when m.kind in ('restock', 'correction') and m.undoes is null then
             case when exists (select from stock_move u where u.undoes = m.id) then 'done' else 'open' end end as undo,
           tool.available - newer.pieces - sum(m.delta) over (order by m.id desc) + m.delta as after
      from page m join tool on tool.id = m.tool_id cross join newer
      left join person p on p.id = m.person_id
     order by m.id desc`);
  const page = cutPage(rows, PAGE, ({ id: no }) => no);
  const moves = page.rows.map(({ id: no, kind, delta, after, at, reason, by, order, undo }) => ({
    ...{ id: Number(no), kind, pieces: delta, after: Number(after), at: new Date(at).toISOString() },
    ...{ reason, by, order, undo },
  }));
  return success({ ...found, rows: moves, next: page.next });
}
