import { eq, inArray } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type ListId, MAX_LISTS, type NewList, type SaveList, sameName } from '#model/orders/saved-lists.ts';
import { tool } from '#tables/catalogue.ts';
import { savedList, savedListLine } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context, Transaction } from '../../kernel/context.ts';
import { transact } from '../../kernel/transact.ts';
import { lockLists } from './lock-lists.ts';

/** A tool that never was in the shop is left out; of two lines with the same tool the last stays. */
export function saveList(
  { db }: Pick<Context, 'db'>,
  personId: string,
  { name, lines, replace = false }: SaveList,
): Promise<Outcome<{ id: ListId }, Failure<'list_name_taken' | 'too_many_lists' | 'tool_gone'>>> {
  return transact(db, async (tx) => {
    const lists = await lockLists(tx, personId);
    const before = lists.find((list) => sameName(list.name, name));
    if (before && !replace) return failure({ code: 'list_name_taken' });
    if (!before && lists.length >= MAX_LISTS) return failure({ code: 'too_many_lists' });
    const id = before?.id ?? (await insertList(tx, personId, name));
    if (before) {
      await tx.update(savedList).set({ name }).where(eq(savedList.id, id));
      await tx.delete(savedListLine).where(eq(savedListLine.listId, id));
    }
    const known = await insertLines(tx, id, lines);
    return known > 0 ? success({ id: id as ListId }) : failure({ code: 'tool_gone' });
  });
}

async function insertList(tx: Transaction, personId: string, name: string): Promise<string> {
  const [made] = await tx.insert(savedList).values({ personId, name }).returning({ id: savedList.id });
  if (!made) throw new Error('No list was made');
  return made.id;
}

async function insertLines(tx: Transaction, listId: string, lines: NewList['lines']): Promise<number> {
  const wanted = new Map(lines.map(({ tool: id, quantity }, place) => [id as string, { quantity, place }]));
  const known = await tx
    .select({ id: tool.id })
    .from(tool)
    .where(inArray(tool.id, [...wanted.keys()]));
  const rows = known.flatMap(({ id: toolId }) => {
    const line = wanted.get(toolId);
    return line ? [{ listId, toolId, ...line }] : [];
  });
  if (rows.length > 0) await tx.insert(savedListLine).values(rows);
  return rows.length;
}
