import { eq, sql } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { copyName, type ListId, MAX_LISTS } from '#model/orders/saved-lists.ts';
import { savedList, savedListLine } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../../kernel/context.ts';
import { transact } from '../../kernel/transact.ts';
import { lockLists } from './lock-lists.ts';

/** Under a name of its own. */
export function copyList(
  { db }: Pick<Context, 'db'>,
  personId: string,
  id: ListId,
): Promise<Outcome<{ id: ListId }, Failure<'too_many_lists' | 'list_not_found'>>> {
  return transact(db, async (tx) => {
    const lists = await lockLists(tx, personId);
    const own = lists.find((list) => list.id === id);
    // Another tab has deleted it since the call was let in.
    if (!own) return failure({ code: 'list_not_found' });
    if (lists.length >= MAX_LISTS) return failure({ code: 'too_many_lists' });
    const name = copyName(
      own.name,
      lists.map((list) => list.name),
    );
    const [copy] = await tx.insert(savedList).values({ personId, name }).returning({ id: savedList.id });
    if (!copy) throw new Error('No list was made');
    await tx.insert(savedListLine).select(
      tx
        .select({
          listId: sql<string>`${copy.id}::uuid`.as('list_id'),
          toolId: savedListLine.toolId,
          quantity: savedListLine.quantity,
          place: savedListLine.place,
        })
        .from(savedListLine)
        .where(eq(savedListLine.listId, id)),
    );
    return success({ id: copy.id as ListId });
  });
}
