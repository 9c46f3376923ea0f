import { eq } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type ListId, sameName } from '#model/orders/saved-lists.ts';
import { savedList } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../../kernel/context.ts';
import { transact } from '../../kernel/transact.ts';
import { lockLists } from './lock-lists.ts';

/** May be repeated. */
export function renameList(
  { db }: Pick<Context, 'db'>,
  personId: string,
  id: ListId,
  name: string,
): Promise<Outcome<{ changed: boolean }, Failure<'list_name_taken' | 'list_not_found'>>> {
  return transact(db, async (tx) => {
    const lists = await lockLists(tx, personId);
    const own = lists.find((list) => list.id === id);
    // Another tab has deleted it since the call was let in.
    if (!own) return failure({ code: 'list_not_found' });
    if (lists.some((list) => list.id !== id && sameName(list.name, name))) return failure({ code: 'list_name_taken' });
    if (own.name === name) return success({ changed: false });
    await tx.update(savedList).set({ name }).where(eq(savedList.id, id));
    return success({ changed: true });
  });
}
