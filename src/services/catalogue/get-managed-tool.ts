import { and, desc, eq, isNull } from 'drizzle-orm';
import { freeOf } from '#model/catalogue/stock-now.ts';
import type { ManagedTool } from '#model/catalogue/tool-edit.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { tool, toolChange } from '#tables/catalogue.ts';
import { person } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { editableView } from './get-tool.ts';

/** Deleted tools included. */
export async function getManagedTool(
  { db }: Pick<Context, 'db'>,
  id: ToolId,
): Promise<Outcome<ManagedTool, { code: 'tool_not_found' }>> {
  const [row] = await db
    .select({ tool, archivedBy: person.name })
    .from(tool)
    .leftJoin(person, eq(person.id, tool.deletedBy))
    .where(eq(tool.id, id));
  if (!row) return failure({ code: 'tool_not_found' });
  const [saved] = await db
    .select({ at: toolChange.at, by: person.name })
    .from(toolChange)
    .innerJoin(person, eq(person.id, toolChange.personId))
    .where(and(eq(toolChange.toolId, id), isNull(toolChange.event)))
    .orderBy(desc(toolChange.version))
    .limit(1);
  return success({
    tool: editableView(row.tool),
    version: row.tool.version,
    added: row.tool.createdAt.toISOString(),
    saved: saved ? { at: saved.at.toISOString(), by: saved.by } : null,
    sold_ahead: Math.max(0, -freeOf(row.tool)),
    changes: await db.$count(toolChange, eq(toolChange.toolId, id)),
    archived_at: row.tool.deletedAt?.toISOString() ?? null,
    archived_by: row.archivedBy,
  });
}
