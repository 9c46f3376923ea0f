import { and, eq, sql } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { MAX_WATCHES } from '#model/orders/stock-watch.ts';
import { tool } from '#tables/catalogue.ts';
import { person } from '#tables/identity.ts';
import { stockWatch } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../../kernel/context.ts';
import { transact } from '../../kernel/transact.ts';
import { mayBeTold } from './get-watch.ts';

/** `here`: so many are free already, so nobody has to be told. May be repeated. */
export function setWatch(
  context: Pick<Context, 'db' | 'mailer' | 'confirmation'>,
  personId: string,
  toolId: ToolId,
  pieces: number,
): Promise<
  Outcome<{ here: boolean }, Failure<'tool_gone' | 'watch_unconfirmed' | 'too_many_watches' | 'mail_unavailable'>>
> {
  return transact(context.db, async (tx) => {
    if (!context.mailer) return failure({ code: 'mail_unavailable', figures: { of: 'watch' } });
    // Watches of one person take turns, so that they are counted.
    await tx.select({ id: person.id }).from(person).where(eq(person.id, personId)).for('no key update');
    // A delivery that is being booked either finds this watch or is found here.
    const [its] = await tx.select().from(tool).where(eq(tool.id, toolId)).for('share');
    if (!its || its.deletedAt) return failure({ code: 'tool_gone' });
    if (its.available - its.waiting >= pieces) return success({ here: true });
    if (!(await mayBeTold(tx, context, personId))) return failure({ code: 'watch_unconfirmed' });
    const [row] = await tx
      .insert(stockWatch)
      .values({ personId, toolId, pieces })
      .onConflictDoUpdate({ target: [stockWatch.personId, stockWatch.toolId], set: { pieces: sql`excluded.pieces` } })
      .returning({ isNew: sql<boolean>`xmax = 0` });
    if (!row?.isNew) return success({ here: false });
    // One of an archived tool is out of its owner's reach.
    const isSold = sql`exists (select from ${tool} where ${tool.id} = ${stockWatch.toolId} and ${tool.deletedAt} is null)`;
    const watches = await tx.$count(stockWatch, and(eq(stockWatch.personId, personId), isSold));
    return watches > MAX_WATCHES ? failure({ code: 'too_many_watches' }) : success({ here: false });
  });
}

/**
 * Whether so many are free as the mail about them leaves. If not, or of an archived tool, the customer goes on waiting for
 * them, or for as many as they have asked for since.
 */
export function areHere(
  { db }: Pick<Context, 'db'>,
  personId: string,
  toolId: string,
  pieces: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [its] = await tx.select().from(tool).where(eq(tool.id, toolId)).for('share');
    if (!its || (!its.deletedAt && its.available - its.waiting >= pieces)) return true;
    await tx.insert(stockWatch).values({ personId, toolId, pieces }).onConflictDoNothing();
    return false;
  });
}

export async function endWatch(
  { db }: Pick<Context, 'db'>,
  personId: string,
  toolId: ToolId,
): Promise<{ ended: boolean }> {
  const ended = await db
    .delete(stockWatch)
    .where(and(eq(stockWatch.personId, personId), eq(stockWatch.toolId, toolId)))
    .returning({ id: stockWatch.id });
  return { ended: ended.length > 0 };
}
