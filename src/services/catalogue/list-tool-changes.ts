import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ToolChange } from '#model/catalogue/tool-edit.ts';
import { type FieldChanges, TOOL_FIELDS } from '#model/catalogue/tool-field.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { cutPage, type Page } from '#model/kernel/page.ts';
import { tool, toolChange } from '#tables/catalogue.ts';
import { person } from '#tables/identity.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';

/** Changes in one answer. */
const PAGE = 50;

/** What edits, archiving and restoring did to a tool, the newest first. */
export async function listToolChanges(
  { db }: Pick<Context, 'db'>,
  id: ToolId,
  after?: number,
): Promise<Outcome<Page<ToolChange>, { code: 'tool_not_found' }>> {
  if ((await db.$count(tool, eq(tool.id, id))) === 0) return failure({ code: 'tool_not_found' });
  // A place may be larger than any version can be.
  const before = after === undefined ? undefined : sql`${toolChange.version} < ${after}::bigint`;
  const rows = await changesOf(db, id, before, PAGE + 1);
  return success(cutPage(rows, PAGE, ({ version }) => version));
}

/** What was saved of a tool since it had this version, the newest first. */
export const changesSince = (db: Db | Transaction, id: string, version: number): Promise<ToolChange[]> =>
  changesOf(db, id, gt(toolChange.version, version));

const undone = alias(toolChange, 'undone');

async function changesOf(db: Db | Transaction, id: string, which?: SQL, limit = 1_000): Promise<ToolChange[]> {
  const rows = await db
    .select({
      id: toolChange.id,
      version: toolChange.version,
      at: toolChange.at,
      by: person.name,
      event: toolChange.event,
      fields: toolChange.fields,
      undoesAt: undone.at,
      undone: sql<boolean>`exists (select from ${toolChange} later where later.tool_id = ${toolChange.toolId} and later.undoes = ${toolChange.id})`,
    })
    .from(toolChange)
    .innerJoin(person, eq(person.id, toolChange.personId))
    .leftJoin(undone, eq(undone.id, toolChange.undoes))
    .where(and(eq(toolChange.toolId, id), which))
    .orderBy(desc(toolChange.version))
    .limit(limit);
  return rows.map(({ at, fields, undoesAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    fields: inOrder(fields),
    undoes: undoesAt && { at: undoesAt.toISOString() },
  }));
}

/** In the order of the form. */
const inOrder = (fields: FieldChanges): ToolChange['fields'] =>
  TOOL_FIELDS.flatMap((field) => {
    const [from, to] = fields[field] ?? [];
    return from === undefined || to === undefined ? [] : [{ field, from, to }];
  });
