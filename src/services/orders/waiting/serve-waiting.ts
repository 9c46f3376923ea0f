import { and, asc, eq, gt, inArray, isNull, lte, ne, not, sql } from 'drizzle-orm';
import { wholePacks } from '#model/catalogue/quantity.ts';
import { afterMove } from '#model/orders/delay.ts';
import { tool } from '#tables/catalogue.ts';
import { stockMove } from '#tables/inventory.ts';
import { orders, purchase, stockWatch } from '#tables/orders.ts';
import type { Transaction } from '../../kernel/context.ts';
import { post } from '../../kernel/post.ts';
import { record } from '../../kernel/record.ts';
import type { Senders } from '../../kernel/send-messages.ts';

/** Jobs of orders. The database asks for the first two whenever pieces of a tool come back that somebody waits for, or to hear of. */
export const orderSenders = {
  async allocate({ db, wake }, { toolId }) {
    // One line in each transaction: who holds the tool waits for one line, so nobody waits in a circle.
    while (await db.transaction((tx) => serveFirst(tx, toolId)));
    wake();
    return undefined;
  },
  /** A mail to everybody who asked for as many pieces as are free. Its row goes with it, so each is told once. */
  async 'tell-watchers'({ db, wake }, { toolId }) {
    let told = AT_ONCE;
    while (told === AT_ONCE) told = await db.transaction((tx) => tellSome(tx, toolId));
    wake();
    return undefined;
  },
  /**
   * The delivery of a tool has another day: a mail to every buyer whose pieces were promised for a different one. A buyer with
   * an open payment keeps the day that they were shown, and is told of the new one when that payment ends.
   */
  async 'tell-waiting'({ db, clock, wake }, { toolId }) {
    const today = clock().toISOString().slice(0, 10);
    while (await db.transaction((tx) => tellOne(tx, toolId, today)));
    wake();
    const left = await db
      .select({ id: orders.id })
      .from(orders)
      .innerJoin(tool, eq(tool.id, orders.toolId))
      .where(moved(toolId))
      .limit(1);
    return left.length > 0 ? { later: 60 } : undefined;
  },
} satisfies Partial<Senders>;

const AT_ONCE = 100;

const IS_PAID: readonly (typeof orders.$inferSelect.purchaseState)[] = ['paid', 'review'];

/** Gives the first in the queue what there is, in whole packs where that is not all. False when nobody was served. */
async function serveFirst(tx: Transaction, toolId: string): Promise<boolean> {
  const [its] = await tx
    .select()
    .from(tool)
    .where(eq(tool.id, toolId))
    .for('no key update')
    .prepare('lock-tool')
    .execute();
  if (!its) return false;
  const [first] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.toolId, toolId), gt(orders.waiting, 0)))
    .orderBy(asc(orders.queueNo))
    .limit(1)
    .for('no key update')
    .prepare('first-in-queue')
    .execute();
  const pieces = first ? servable(its, first.waiting) : 0;
  if (!first || pieces === 0) return false;
  const { id, holdQuantity, waiting, holdNo } = first;
  const left = { available: its.available - pieces, waiting: its.waiting - pieces };
  await tx.update(tool).set(left).where(eq(tool.id, toolId));
  const held = { holdQuantity: holdQuantity + pieces, waiting: waiting - pieces, holdNo: holdNo + 1 };
  await tx.update(orders).set(held).where(eq(orders.id, id));
  await tx.insert(stockMove).values({ toolId, orderId: id, holdNo: holdNo + 1, kind: 'hold', delta: -pieces });
  await record(tx, { action: 'order.served', target: id, meta: { pieces, waiting: held.waiting } });
  if (IS_PAID.includes(first.purchaseState))
    await post(tx, 'mail.pieces-arrived', `mail.pieces-arrived:${id}:${held.holdNo}`, { orderId: id, pieces });
  return true;
}

const servable = ({ available, pack }: { available: number; pack: number }, waiting: number): number =>
  available >= waiting ? waiting : wholePacks(available, pack);

async function tellSome(tx: Transaction, toolId: string): Promise<number> {
  const enough = tx
    .select({ id: stockWatch.id })
    .from(stockWatch)
    .innerJoin(tool, eq(tool.id, stockWatch.toolId))
    .where(
      and(
        eq(tool.id, toolId),
        isNull(tool.deletedAt),
        lte(stockWatch.pieces, sql`${tool.available} - ${tool.waiting}`),
      ),
    )
    .orderBy(asc(stockWatch.createdAt))
    .limit(AT_ONCE)
    .for('update', { of: stockWatch, skipLocked: true });
  // An array, as in work-jobs.ts: no more than so many.
  const told = await tx.delete(stockWatch).where(sql`${stockWatch.id} = any(array(${enough}))`).returning();
  for (const { id, personId, pieces } of told)
    await post(tx, 'mail.pieces-here', `mail.pieces-here:${id}`, { toolId, personId, pieces });
  return told.length;
}

/** For a query of `orders` and `tool`. */
const moved = (toolId: string) =>
  and(eq(orders.toolId, toolId), gt(orders.waiting, 0), ne(orders.promisedAt, tool.restockAt));

const IS_BEING_PAID = sql`exists (
  select from payment where order_id = ${orders.purchaseId} and state in ('creating', 'open', 'capturing'))`;

/**
 * From then on the new day is the promise, so each is told once of a change, and asked about it where it needs their yes.
 * Unpaid lines are not asked about. False when all know.
 */
async function tellOne(tx: Transaction, toolId: string, today: string): Promise<boolean> {
  const [next] = await tx
    .select({ personId: orders.personId, day: tool.restockAt, version: tool.version })
    .from(orders)
    .innerJoin(tool, eq(tool.id, orders.toolId))
    .where(and(moved(toolId), not(IS_BEING_PAID)))
    .orderBy(asc(orders.queueNo))
    .limit(1);
  if (!next?.day) return false;
  const { personId, day, version } = next;
  const theirs = and(
    eq(orders.toolId, toolId),
    eq(orders.personId, personId),
    gt(orders.waiting, 0),
    ne(orders.promisedAt, day),
  );
  // As a payment that begins does, so that none begins meanwhile.
  const purchases = tx.select({ id: orders.purchaseId }).from(orders).where(theirs);
  await tx
    .select({ id: purchase.id })
    .from(purchase)
    .where(inArray(purchase.id, purchases))
    .orderBy(asc(purchase.id))
    .for('no key update');
  const lines = await tx
    .select()
    .from(orders)
    .where(and(theirs, not(IS_BEING_PAID)))
    .orderBy(asc(orders.id))
    .for('no key update');
  if (lines.length === 0) return true;
  const asks: string[] = [];
  for (const { id, purchaseState, promisedAt, waitsUntil, delayed, agreeBy, asked } of lines) {
    const promise = { promisedAt: promisedAt ?? day, waitsUntil, delayed, agreeBy, asked };
    const delay = IS_PAID.includes(purchaseState) ? afterMove(promise, day, today) : undefined;
    await tx
      .update(orders)
      .set({ ...delay, promisedAt: day, asked: false })
      .where(eq(orders.id, id));
    if (delay?.agreeBy && !(agreeBy && asked)) asks.push(id);
    const answer = delay?.agreeBy && { answer_by: delay.agreeBy };
    await record(tx, { action: 'order.delivery_moved', target: id, meta: { from: promisedAt, day, ...answer } });
  }
  const promised = Object.fromEntries(lines.map(({ id, promisedAt }) => [id, promisedAt ?? day]));
  // Of lines that are paid meanwhile there is a mail of its own.
  const key = `mail.delivery-moved:${toolId}:${version}:${lines[0]?.id}`;
  await post(tx, 'mail.delivery-moved', key, { toolId, personId, promised, ...(asks.length > 0 && { asks }) });
  return true;
}
