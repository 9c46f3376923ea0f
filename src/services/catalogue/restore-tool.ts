import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';
import { record } from '../kernel/record.ts';
import { transact } from '../kernel/transact.ts';
import { recordEvent } from './record-event.ts';

/** A second call changes nothing. */
export function restoreTool(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  adminId: string,
  id: ToolId,
): Promise<Outcome<{ restored: boolean }, { code: 'tool_not_found' }>> {
  return transact<{ restored: boolean }, { code: 'tool_not_found' }>(db, async (tx) => {
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
    const there = await tx.select({ id: tool.id }).from(tool).where(eq(tool.id, id));
    return there.length > 0 ? success({ restored: false }) : failure({ code: 'tool_not_found' });
  });
}
