import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { MAX_STOCK } from '#model/catalogue/new-tool.ts';
import { earliestDay } from '#model/catalogue/restock.ts';
import type { AwaitedStock } from '#model/catalogue/stock-now.ts';
import { isDelivery, type StockChange } from '#model/inventory/stock-change.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool, toolChange } from '#tables/catalogue.ts';
import { person } from '#tables/identity.ts';
import { stockMove } from '#tables/inventory.ts';
import type { Failure } from '#texts/failures.ts';
import { notOnSale } from '../catalogue/not-on-sale.ts';
import { tellWaiting } from '../catalogue/tell-waiting.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import type { ShelfOf } from './list-stock-moves.ts';
import { moveByKey } from './move-by-key.ts';

/** undo_over: not this tool's move by hand, or undone before. stock_limit: below 0 or above MAX_STOCK. */
export type ChangeStockFailure = Failure<
  'tool_not_found' | 'idempotency_key_reused' | 'undo_over' | 'stock_limit' | 'stock_moved'
>;

/** Never takes pieces that orders hold. Repeating a person's key changes nothing. Returns what there is, what waits, and for which day. */
export function changeStock(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: ToolId,
  { kind, pieces: given, counted, reason, undoes, shown }: StockChange,
  key: string | undefined,
  shelfOf: ShelfOf,
): Promise<Outcome<AwaitedStock, ChangeStockFailure>> {
  return transact(db, async (tx) => {
    const locked = await lockStock(tx, id);
    if (!locked) return failure(await notOnSale(tx, id));
    const { available, waiting, restock_at: day } = locked;
    const earlier = key ? await moveByKey(tx, adminId, key) : undefined;
    if (earlier) {
      const isOf = earlier.toolId === id && earlier.kind === kind && earlier.undoes === (undoes ?? null);
      const same = isOf && earlier.reason === reason && (earlier.delta === given || given === undefined);
      if (!same) return failure({ code: 'idempotency_key_reused' });
      if (counted === undefined) {
        // The shown history has its move already: an equal, second move may be meant.
        const isSeen = shown && shown.move >= earlier.id;
        const moved = isSeen && (await movedSince(tx, id, { ...shown, move: earlier.id - 1 }, undefined));
        return moved ? failure(moved) : success(locked);
      }
      // Another number was counted under this key, or pieces have left the shelf since.
      const now = await piecesOnShelf(tx, id, shelfOf);
      return now === counted
        ? success(locked)
        : failure({ code: 'stock_moved', figures: { shown: counted, shelf: now } });
    }
    const shelf = counted === undefined ? undefined : await piecesOnShelf(tx, id, shelfOf);
    const moved = shown && (await movedSince(tx, id, shown, shelf));
    if (moved) return failure(moved);
    const pieces = given ?? (counted ?? 0) - (shelf ?? 0);
    if (pieces === 0) return success(locked);
    if (undoes !== undefined && !(await isOpen(tx, id, undoes, pieces))) return failure({ code: 'undo_over' });
    const after = available + pieces;
    if (after < 0 || after > MAX_STOCK)
      return failure({
        code: 'stock_limit',
        figures: {
          available,
          pieces,
          most: MAX_STOCK,
          ...(shelf !== undefined && after < 0 && { held: shelf - available }),
        },
      });
    await tx.update(tool).set({ available: after }).where(eq(tool.id, id));
    // One moment for all of it, by which an undo finds the day that it ended.
    const at = clock();
    const by = { personId: adminId, requestKey: key ?? null, at };
    await tx.insert(stockMove).values({ toolId: id, kind, delta: pieces, reason, undoes: undoes ?? null, ...by });
    const action = kind === 'restock' ? 'tool.restocked' : 'tool.stock_corrected';
    await record(tx, { action, actor: adminId, target: id, meta: { pieces, available: after } });
    const ends = day !== null && kind === 'restock' && isDelivery(reason);
    if (ends) await moveDelivery(tx, id, [day, null], adminId, at);
    const ended = undoes !== undefined && day === null ? await dayEndedBy(tx, undoes) : undefined;
    const again = ended && ended >= earliestDay(at) ? ended : undefined;
    if (again) await moveDelivery(tx, id, [null, again], adminId, at);
    return success({ available: after, waiting, restock_at: ends ? null : (again ?? day) });
  });
}

async function lockStock(tx: Transaction, id: ToolId): Promise<AwaitedStock | undefined> {
  const live = and(eq(tool.id, id), isNull(tool.deletedAt));
  const its = { available: tool.available, waiting: tool.waiting, restock_at: tool.restockAt };
  const [found] = await tx.select(its).from(tool).where(live).for('no key update');
  return found;
}

/** With a delivery that has arrived its day ends: nothing more is promised from it. */
async function moveDelivery(
  tx: Transaction,
  id: ToolId,
  [from, to]: [string, null] | [null, string],
  personId: string,
  at: Date,
): Promise<void> {
  const [moved] = await tx
    .update(tool)
    .set({ restockAt: to, version: sql`${tool.version} + 1` })
    .where(eq(tool.id, id))
    .returning({ id: tool.id, version: tool.version, waiting: tool.waiting });
  if (!moved) throw new Error('A locked tool is gone');
  const { version } = moved;
  await tx.insert(toolChange).values({ toolId: id, version, personId, at, fields: { restock_at: [from, to] } });
  await record(tx, { action: 'tool.changed', actor: personId, target: id, meta: { version, fields: 'restock_at' } });
  if (to !== null) await tellWaiting(tx, moved, at);
}

/** The day of the delivery that a restock took for arrived, unless it was given or taken away by hand since. */
async function dayEndedBy(tx: Transaction, moveId: number): Promise<string | undefined> {
  const [ended] = await tx
    .select({ day: sql<string | null>`${toolChange.fields} #>> '{restock_at,0}'` })
    .from(stockMove)
    .innerJoin(toolChange, and(eq(toolChange.toolId, stockMove.toolId), eq(toolChange.at, stockMove.at)))
    .where(
      and(
        eq(stockMove.id, moveId),
        sql`not exists (select from tool_change later where later.tool_id = ${toolChange.toolId}
                          and later.version > ${toolChange.version} and later.fields -> 'restock_at' is not null)`,
      ),
    );
  return ended?.day ?? undefined;
}

const byHand = inArray(stockMove.kind, ['restock', 'correction']);

/** Why what was shown no longer holds: a count needs the same shelf, and nobody may have booked by hand. The tool is locked. */
async function movedSince(
  tx: Transaction,
  id: ToolId,
  shown: NonNullable<StockChange['shown']>,
  shelf: number | undefined,
): Promise<Failure<'stock_moved'> | undefined> {
  if (shelf !== undefined && shelf !== shown.shelf)
    return { code: 'stock_moved', figures: { shown: shown.shelf, shelf } };
  const [newer] = await tx
    .select({ by: person.name, pieces: stockMove.delta, at: stockMove.at })
    .from(stockMove)
    .leftJoin(person, eq(person.id, stockMove.personId))
    .where(and(eq(stockMove.toolId, id), gt(stockMove.id, shown.move), byHand))
    .orderBy(desc(stockMove.id))
    .limit(1);
  return newer && { code: 'stock_moved', figures: { ...newer, at: newer.at.toISOString() } };
}

async function piecesOnShelf(tx: Transaction, id: ToolId, shelfOf: ShelfOf): Promise<number> {
  const [shelf] = await shelfOf(tx, id);
  return shelf ? shelf.available + shelf.paid + shelf.held : 0;
}

/** Whether a move by hand has exactly the opposite pieces and was not undone. Its tool is locked. */
async function isOpen(tx: Transaction, id: ToolId, moveId: number, pieces: number): Promise<boolean> {
  const open = and(
    ...[eq(stockMove.id, moveId), eq(stockMove.toolId, id), byHand],
    ...[isNull(stockMove.undoes), eq(stockMove.delta, -pieces)],
    sql`not exists (select from stock_move later where later.undoes = ${moveId})`,
  );
  return (await tx.$count(stockMove, open)) > 0;
}
