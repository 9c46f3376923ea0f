import { and, asc, eq, gt, ne } from 'drizzle-orm';
import { tool } from '#tables/catalogue.ts';
import { orders } from '#tables/orders.ts';
import type { Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import { record } from '../kernel/record.ts';
import type { Sender } from '../kernel/send-messages.ts';

/** The delivery of a tool has another day: a mail to everybody whose pieces were promised for a different one. */
export const tellWaiting: Sender<'tell-waiting'> = async ({ db, wake }, { toolId }) => {
  while (await db.transaction((tx) => tellOne(tx, toolId)));
  wake();
  return undefined;
};

/** From then on the new day is the promise, so each is told once of a change. False when all know. */
async function tellOne(tx: Transaction, toolId: string): Promise<boolean> {
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
  await tx.update(orders).set({ promisedAt: day }).where(moved);
  for (const { id, promisedAt } of lines)
    await record(tx, { action: 'order.delivery_moved', target: id, meta: { from: promisedAt, day } });
  const promised = Object.fromEntries(lines.map(({ id, promisedAt }) => [id, promisedAt ?? day]));
  const key = `mail.delivery-moved:${toolId}:${version}:${personId}`;
  await post(tx, 'mail.delivery-moved', key, { toolId, personId, promised });
  return true;
}
