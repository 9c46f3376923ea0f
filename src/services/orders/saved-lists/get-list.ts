import { and, asc, eq } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { ListId, OpenedList } from '#model/orders/saved-lists.ts';
import { tool } from '#tables/catalogue.ts';
import { savedList, savedListLine } from '#tables/orders.ts';
import type { Context } from '../../kernel/context.ts';
import { lastPurchases } from './last-purchases.ts';

/** One list with what its tools were ordered for the last time. */
export async function getList(
  context: Pick<Context, 'db'>,
  personId: string,
  id: ListId,
): Promise<Outcome<OpenedList, { code: 'list_not_found' }>> {
  const rows = await context.db
    .select({ name: savedList.name, line: savedListLine, tool: { name: tool.name, image: tool.image } })
    .from(savedList)
    .innerJoin(savedListLine, eq(savedListLine.listId, savedList.id))
    .innerJoin(tool, eq(tool.id, savedListLine.toolId))
    .where(and(eq(savedList.id, id), eq(savedList.personId, personId)))
    .orderBy(asc(savedListLine.place));
  const [first] = rows;
  if (!first) return failure({ code: 'list_not_found' });
  const last = (await lastPurchases(context, personId, eq(savedList.id, id))).get(id);
  return success({
    ...{ id, name: first.name },
    last: last ? { number: last.number, at: last.at } : null,
    lines: rows.map(({ line, tool: its }) => ({
      ...{ tool: line.toolId as OpenedList['lines'][number]['tool'], quantity: line.quantity, ...its },
      last: last?.lines.get(line.toolId) ?? null,
    })),
  });
}
