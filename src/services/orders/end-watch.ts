import { and, eq } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { stockWatch } from '#tables/orders.ts';
import type { Context } from '../kernel/context.ts';

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
