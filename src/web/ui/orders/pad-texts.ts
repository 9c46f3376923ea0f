import { eachOf } from '#model/catalogue/ladder-cost.ts';
import type { LineFix } from '#model/orders/order-list.ts';
import { limitsOf } from '#model/orders/order-list.ts';
import type { FoundRow, PadTotals } from '#model/orders/pad-rows.ts';
import { formatCount } from '#texts/format.ts';
import { problemSentence } from './line-problem-texts.ts';
import { manyLines } from './list-counts.ts';
import { limitSentence } from './quantity-limits.ts';

/** "12 lines: 9 recognised, 2 to choose, 1 not found". */
export function summaryOf({ lines, recognised, toChoose, notFound }: PadTotals): string {
  const parts = [
    `${formatCount(recognised)} recognised`,
    ...(toChoose > 0 ? [`${formatCount(toChoose)} to choose`] : []),
    ...(notFound > 0 ? [`${formatCount(notFound)} not found`] : []),
  ];
  return `${manyLines(lines)}: ${parts.join(', ')}`;
}

type QuantityFix = LineFix & { code: 'quantity' };

export interface RowProblem {
  readonly lead: string;
  readonly rest: string;
  readonly fixes: readonly QuantityFix[];
}

/** What stands in the way of a line of the pad, or of all lines of its tool together. */
export function rowProblem({ tool, quantity, together, problem }: FoundRow): RowProblem | undefined {
  if (!quantity) {
    const lead = limitSentence(null, limitsOf(tool)) ?? '';
    const fixes =
      tool.available_quantity < tool.min_quantity ? [] : [{ code: 'quantity', quantity: tool.min_quantity } as const];
    return { lead, rest: '', fixes };
  }
  if (!problem) return undefined;
  const fixes = problem.fixes.filter((fix): fix is QuantityFix => fix.code === 'quantity');
  if (problem.code === 'sold-out')
    return { lead: 'Out of stock.', rest: 'It can be added: the order list says what can be done.', fixes };
  const line = { quantity: together, seenPrice: eachOf(tool, together) };
  return { ...problemSentence({ ...problem, fixes }, line, tool), fixes };
}
