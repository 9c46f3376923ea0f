import { and, eq, ne } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';

/** Another tool with this item number, and whether it is deleted; null when the number is free. */
export async function checkItemNumber(
  { db }: Pick<Context, 'db'>,
  id: ToolId | undefined,
  sku: string,
): Promise<{ takenBy: string | null; archived: boolean; id: ToolId | null }> {
  const [found] = await db
    .select({ id: tool.id, name: tool.name, deletedAt: tool.deletedAt })
    .from(tool)
    .where(and(eq(tool.sku, sku), id && ne(tool.id, id)));
  return {
    takenBy: found?.name ?? null,
    archived: Boolean(found?.deletedAt),
    id: (found?.id as ToolId | undefined) ?? null,
  };
}
