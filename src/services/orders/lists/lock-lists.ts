import { eq } from 'drizzle-orm';
import { person } from '#tables/identity.ts';
import { savedList } from '#tables/orders.ts';
import type { Transaction } from '../../kernel/context.ts';

/** Changes of one person's lists take turns, so that they are counted and no name is taken twice. */
export async function lockLists(tx: Transaction, personId: string): Promise<{ id: string; name: string }[]> {
  await tx.select({ id: person.id }).from(person).where(eq(person.id, personId)).for('no key update');
  return tx.select({ id: savedList.id, name: savedList.name }).from(savedList).where(eq(savedList.personId, personId));
}
