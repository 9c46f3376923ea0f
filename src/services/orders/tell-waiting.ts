import { and, asc, eq, gt, ne } from 'drizzle-orm';
import { afterMove } from '#model/orders/delay.ts';
import { tool } from '#tables/catalogue.ts';
import { orders } from '#tables/orders.ts';
import type { Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import type { Sender } from '../kernel/send-messages.ts';

const IS_PAID: readonly (typeof orders.$inferSelect.purchaseState)[] = ['paid', 'review'];

/** The delivery of a tool has another day: a mail to everybody whose pieces were promised for a different one. */
export const tellWaiting: Sender<'tell-waiting'> = async ({ db, clock, wake }, { toolId }) => {
  const today = clock().toISOString().slice(0, 10);
  while (await db.transaction((tx) => tellOne(tx, toolId, today)));
  wake();
  return undefined;
};

/**
 * From then on the new day is the promise, so each is told once of a change, and asked about it where it needs their yes.
 * Unpaid lines are not asked about. False when all know.
 */
async function tellOne(tx: Transaction, toolId: string, today: string): Promise<boolean> {
  const [next] = await tx
    .select({ personId: orders.personId, day: tool.restockAt, version: tool.version })
    .from(orders)
    .innerJoin(tool, eq(tool.id, orders.toolId))
    .where(and(eq(orders.toolId, toolId), gt(orders.waiting, 0), ne(orders.promisedAt, tool.restockAt)))
    .orderBy(asc(orders.queueNo))
    .limit(1);
  if (!next?.day) return false;
  const { personId, day, version } = next;
  const theirs = and(eq(orders.toolId, toolId), eq(orders.personId, personId));
  const moved = and(theirs, gt(orders.waiting, 0), ne(orders.promisedAt, day));
  const lines = await tx.select().from(orders).where(moved).orderBy(asc(orders.id)).for('no key update');
  if (lines.length === 0) return true;
  for (const { id, purchaseState, promisedAt, waitsUntil, delayed, agreeBy } of lines) {
    const promise = { promisedAt: promisedAt ?? day, waitsUntil, delayed, agreeBy };
    const delay = IS_PAID.includes(purchaseState) ? afterMove(promise, day, today) : undefined;
    await tx
      .update(orders)
      .set({ ...delay, promisedAt: day })
      .where(eq(orders.id, id));
    const asked = delay?.agreeBy && { answer_by: delay.agreeBy };
    await record(tx, { action: 'order.delivery_moved', target: id, meta: { from: promisedAt, day, ...asked } });
  }
  const promised = Object.fromEntries(lines.map(({ id, promisedAt }) => [id, promisedAt ?? day]));
  const key = `mail.delivery-moved:${toolId}:${version}:${personId}`;
  await post(tx, 'mail.delivery-moved', key, { toolId, personId, promised });
  return true;
}
