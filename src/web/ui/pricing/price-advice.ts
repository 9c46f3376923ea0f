import { nextStep, orderPrice } from '#model/pricing/price.ts';
import { formatCents, formatCount, formatDollars } from '#texts/format.ts';
import type { PricedTool } from './price-rows.ts';

export interface PriceAdvice {
  readonly tone: 'info' | 'success';
  readonly lead: string;
  readonly rest: string;
  /** The quantity that one press takes; undefined where that many are not in stock. */
  readonly take: number | undefined;
}

/** The next step is worth a word when it takes so small a part more of what is ordered. */
const NEAR = 1 / 4;

/** What a larger order would cost, or undefined where that is not worth a word. */
export function priceAdvice(tool: PricedTool, quantity: number): PriceAdvice | undefined {
  const { total, guardedBy } = orderPrice(tool, quantity, 0);
  const [now, pieces] = [formatCents(total), formatCount(quantity)];
  if (guardedBy) {
    const { from, price } = guardedBy;
    const reachable = from <= tool.available_quantity;
    const more = from - quantity;
    const rest = `${formatDollars(from * price)}, not ${now}.`;
    return {
      tone: 'success',
      lead: `You pay no more than for ${formatCount(from)}:`,
      rest: reachable ? `${rest} ${morePieces(more)} ${more === 1 ? 'costs' : 'cost'} nothing.` : rest,
      take: reachable ? from : undefined,
    };
  }
  const next = nextStep(tool, quantity);
  if (!next || next.from > tool.available_quantity) return undefined;
  if (next.pieces > Math.max(quantity * NEAR, tool.pack)) return undefined;
  const then = formatCents(next.total);
  return {
    tone: 'info',
    lead: `${morePieces(next.pieces)} and all ${formatCount(next.from)} cost ${formatDollars(next.price)} each:`,
    rest: next.total === total ? `${then}, as much as ${pieces}.` : `${then} instead of ${now} for\u00a0${pieces}.`,
    take: next.from,
  };
}

const morePieces = (count: number): string => `${formatCount(count)} more ${count === 1 ? 'piece' : 'pieces'}`;
