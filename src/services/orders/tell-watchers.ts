import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { tool } from '#tables/catalogue.ts';
import { stockWatch } from '#tables/orders.ts';
import type { Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';
import type { Sender } from '../kernel/send-messages.ts';

const AT_ONCE = 100;

/** A mail to everybody who asked for as many pieces as are free. Its row goes with it, so each is told once. */
export const tellWatchers: Sender<'tell-watchers'> = async ({ db, wake }, { toolId }) => {
  let told = AT_ONCE;
  while (told === AT_ONCE) told = await db.transaction((tx) => tellSome(tx, toolId));
  wake();
  return undefined;
};

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
  const told = await tx.delete(stockWatch).where(inArray(stockWatch.id, enough)).returning();
  for (const { id, personId, pieces } of told)
    await post(tx, 'mail.pieces-here', `mail.pieces-here:${id}`, { toolId, personId, pieces });
  return told.length;
}
