import { and, eq } from 'drizzle-orm';
import type { ListId } from '#model/orders/saved-lists.ts';
import { savedList } from '#tables/orders.ts';
import type { Context } from '../../kernel/context.ts';

export async function ownsList({ db }: Pick<Context, 'db'>, personId: string, id: ListId): Promise<boolean> {
  const found = await db
    .select({ id: savedList.id })
    .from(savedList)
    .where(and(eq(savedList.id, id), eq(savedList.personId, personId)));
  return found.length > 0;
}
