import { type ListLine, lineOf, putBack } from '#model/orders/order-list.ts';
import type { PromiseLine } from '#model/orders/promise.ts';
import { MAX_PURCHASE_LINES } from '#model/purchases/purchase-life.ts';

/**
 * The list with the lines of a promise, at the prices that were promised: what has risen since is asked about there. Where
 * a tool is in both, the larger quantity stays. Undefined when not all of them fit.
 */
export function withPromised(
  list: readonly ListLine[],
  promised: readonly PromiseLine[],
  now: number,
): ListLine[] | undefined {
  const since = Math.max(now, ...list.map(({ addedAt }) => addedAt + 1));
  const lines = promised.flatMap((line, place): ListLine[] => {
    const { tools_id: tool, tools_name: name, quantity, each: seenPrice } = line;
    const there = lineOf(list, tool);
    if (there && there.quantity >= quantity) return [];
    return [{ tool, name, quantity, seenPrice, addedAt: there?.addedAt ?? since + place }];
  });
  const whole = putBack(list, lines);
  return whole.length > MAX_PURCHASE_LINES ? undefined : whole;
}
