import { and, desc, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { earliestDay } from '#model/catalogue/restock.ts';
import type { UndatedTool } from '#model/inventory/undated-tool.ts';
import { tool } from '#tables/catalogue.ts';
import { orders } from '#tables/orders.ts';
import type { Context } from '../../kernel/context.ts';

const AT_MOST = 20;

/** Tools of which sold pieces wait for a delivery whose day is gone or over, or that are archived, those with the most first. */
export async function listUndatedTools({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<{ rows: UndatedTool[]; total: number }> {
  // By the index of what waits: a shop may have a million tools.
  const awaited = db.selectDistinct({ id: orders.toolId }).from(orders).where(gt(orders.waiting, 0));
  const undated = and(
    ...[inArray(tool.id, awaited), gt(tool.waiting, tool.available)],
    or(isNotNull(tool.deletedAt), isNull(tool.restockAt), lt(tool.restockAt, earliestDay(clock()))),
  );
  const pieces = sql<number>`${tool.waiting} - ${tool.available}`;
  const rows = await db
    .select({
      ...{ _id: tool.id, name: tool.name, pieces, restock_at: tool.restockAt },
      archived: sql<boolean>`${tool.deletedAt} is not null`,
    })
    .from(tool)
    .where(undated)
    .orderBy(desc(pieces), tool.seq)
    .limit(AT_MOST);
  return { rows: rows as UndatedTool[], total: await db.$count(tool, undated) };
}
