import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool, toolChange } from '#tables/catalogue.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';

/**
 * Keeps the row for `restoreTool` and for its orders: those that hold stock can still be paid and shipped, others
 * cannot take stock again. A second call changes nothing.
 */
export function deleteTool(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: ToolId,
): Promise<{ deleted: boolean; soldAhead: number }> {
  return db.transaction(async (tx) => {
    const at = clock();
    const [archived] = await tx
      .update(tool)
      .set({ deletedAt: at, deletedBy: adminId, version: sql`${tool.version} + 1` })
      .where(and(eq(tool.id, id), isNull(tool.deletedAt)))
      .returning({ version: tool.version, soldAhead: sql<number>`greatest(${tool.waiting} - ${tool.available}, 0)` });
    if (!archived) return { deleted: false, soldAhead: 0 };
    await recordEvent(tx, { toolId: id, version: archived.version, personId: adminId, at, event: 'archived' });
    await record(tx, { action: 'tool.deleted', actor: adminId, target: id });
    return { deleted: true, soldAhead: archived.soldAhead };
  });
}

/** A second call changes nothing. */
export function restoreTool(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: ToolId,
): Promise<Outcome<{ restored: boolean }, { code: 'tool_not_found' }>> {
  return transact(db, async (tx) => {
    const [restored] = await tx
      .update(tool)
      .set({ deletedAt: null, deletedBy: null, version: sql`${tool.version} + 1` })
      .where(and(eq(tool.id, id), isNotNull(tool.deletedAt)))
      .returning({ version: tool.version });
    if (restored) {
      const { version } = restored;
      await recordEvent(tx, { toolId: id, version, personId: adminId, at: clock(), event: 'restored' });
      await record(tx, { action: 'tool.restored', actor: adminId, target: id });
      return success({ restored: true });
    }
    const isThere = (await tx.$count(tool, eq(tool.id, id))) > 0;
    return isThere ? success({ restored: false }) : failure({ code: 'tool_not_found' });
  });
}

type Entry = typeof toolChange.$inferInsert;

async function recordEvent(
  tx: Transaction,
  entry: Pick<Entry, 'toolId' | 'version' | 'personId' | 'at'> & { event: NonNullable<Entry['event']> },
): Promise<void> {
  await tx.insert(toolChange).values({ ...entry, fields: {} });
}
