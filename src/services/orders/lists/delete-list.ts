import { and, asc, eq } from 'drizzle-orm';
import type { ListId, NewList } from '#model/orders/saved-lists.ts';
import { savedList, savedListLine } from '#tables/orders.ts';
import type { Context } from '../../kernel/context.ts';

/** Answers what it was, so that it can be saved again; null when it was gone. */
export function deleteList(
  { db }: Pick<Context, 'db'>,
  personId: string,
  id: ListId,
): Promise<{ list: NewList | null }> {
  return db.transaction(async (tx) => {
    const lines = await tx
      .select({ tool: savedListLine.toolId, quantity: savedListLine.quantity })
      .from(savedListLine)
      .where(eq(savedListLine.listId, id))
      .orderBy(asc(savedListLine.place));
    const [gone] = await tx
      .delete(savedList)
      .where(and(eq(savedList.id, id), eq(savedList.personId, personId)))
      .returning({ name: savedList.name });
    return { list: gone ? { name: gone.name, lines: lines as NewList['lines'] } : null };
  });
}
