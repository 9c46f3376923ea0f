import { and, eq, inArray, sql } from 'drizzle-orm';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { ListChange, SavedList } from '#model/orders/own-list.ts';
import { MAX_PURCHASE_LINES } from '#model/purchases/purchase-life.ts';
import { tool } from '#tables/catalogue.ts';
import { orderList, orderListLine } from '#tables/orders.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context, Transaction } from '../../kernel/context.ts';
import { transact } from '../../kernel/transact.ts';
import { getOrderList } from './get-order-list.ts';

/** Answers the whole list. May be repeated. A tool that never was in the shop is left out. */
export function changeOrderList(
  { db }: Pick<Context, 'db'>,
  personId: string,
  { set, remove }: ListChange,
): Promise<Outcome<SavedList, Failure<'order_list_full'>>> {
  return transact(db, async (tx) => {
    // Locks the list: changes of several devices take turns.
    await tx
      .insert(orderList)
      .values({ personId, version: 1 })
      .onConflictDoUpdate({ target: orderList.personId, set: { version: sql`${orderList.version} + 1` } });
    if (remove.length > 0)
      await tx
        .delete(orderListLine)
        .where(and(eq(orderListLine.personId, personId), inArray(orderListLine.toolId, remove)));
    await setLines(tx, personId, set);
    const list = await getOrderList(tx, personId);
    return list.lines.length > MAX_PURCHASE_LINES ? failure({ code: 'order_list_full' }) : success(list);
  });
}

async function setLines(tx: Transaction, personId: string, set: ListChange['set']): Promise<void> {
  // The last of those of one tool.
  const wanted = new Map(set.map((line) => [line.tool as string, line]));
  if (wanted.size === 0) return;
  const known = await tx
    .select({ id: tool.id })
    .from(tool)
    .where(inArray(tool.id, [...wanted.keys()]));
  const rows = known.flatMap(({ id: toolId }) => {
    const line = wanted.get(toolId);
    if (!line) return [];
    const { quantity, seen_price: seenPrice, added_at: addedAt, wait_for: waitFor = null } = line;
    return [{ personId, toolId, quantity, seenPrice, addedAt, waitFor }];
  });
  if (rows.length === 0) return;
  await tx
    .insert(orderListLine)
    .values(rows)
    .onConflictDoUpdate({
      target: [orderListLine.personId, orderListLine.toolId],
      set: {
        ...{ quantity: sql`excluded.quantity`, seenPrice: sql`excluded.seen_price`, addedAt: sql`excluded.added_at` },
        waitFor: sql`excluded.wait_for`,
      },
    });
}
