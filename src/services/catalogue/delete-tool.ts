import { and, eq, isNull } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';

/**
 * Takes a tool out of the catalogue. Its row stays for the orders that name it: those that hold their stock can still
 * be paid and shipped. Stock that an unpaid order gave up is not held for it again. A second time changes nothing.
 */
export function deleteTool(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: ToolId,
): Promise<{ deleted: boolean }> {
  return db.transaction(async (tx) => {
    const hidden = await tx
      .update(tool)
      .set({ deletedAt: clock() })
      .where(and(eq(tool.id, id), isNull(tool.deletedAt)))
      .returning({ id: tool.id });
    if (hidden.length === 0) return { deleted: false };
    await record(tx, { action: 'tool.deleted', actor: adminId, target: id });
    return { deleted: true };
  });
}
