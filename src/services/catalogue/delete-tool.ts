import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { recordEvent } from './record-event.ts';

/**
 * Keeps the row for `restoreTool` and for its orders: those that hold stock can still be paid and shipped, others
 * cannot take stock again. A second call changes nothing.
 */
export function deleteTool(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: ToolId,
): Promise<{ deleted: boolean }> {
  return db.transaction(async (tx) => {
    const at = clock();
    const [archived] = await tx
      .update(tool)
      .set({ deletedAt: at, deletedBy: adminId, version: sql`${tool.version} + 1` })
      .where(and(eq(tool.id, id), isNull(tool.deletedAt)))
      .returning({ version: tool.version });
    if (!archived) return { deleted: false };
    await recordEvent(tx, { toolId: id, version: archived.version, personId: adminId, at, event: 'archived' });
    await record(tx, { action: 'tool.deleted', actor: adminId, target: id });
    return { deleted: true };
  });
}
