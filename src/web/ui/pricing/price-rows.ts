import type { Ladder } from '#model/catalogue/ladder.ts';
import { comingTo } from '#model/catalogue/restock.ts';
import type { Tool } from '#model/catalogue/tool.ts';

export interface PriceRow {
  readonly from: number;
  /** Undefined in the last row. */
  readonly until: number | undefined;
  readonly price: number;
  /** What a piece costs less than in the first row. */
  readonly saving: number;
  readonly current: boolean;
  /** Whether that many are in stock. */
  readonly reachable: boolean;
  /** The day of the delivery with which that many can be had; undefined where they are in stock, or too many. */
  readonly later: string | undefined;
}

export type PricedTool = Ladder & Pick<Tool, 'available_quantity' | 'restock'>;

/** The table of prices, none of a tool without steps. A quantity below the minimum is in no row. */
export function priceRows(tool: PricedTool, quantity: number | null): PriceRow[] {
  if (tool.steps.length === 0) return [];
  const starts = [{ from: tool.min_quantity, price: tool.price }, ...tool.steps];
  const here = tool.available_quantity;
  const coming = comingTo(tool, new Date());
  return starts.map(({ from, price }, place) => {
    const next = starts[place + 1]?.from;
    return {
      ...{ from, price, until: next && next - 1, saving: tool.price - price },
      current: quantity !== null && quantity >= from && (next === undefined || quantity < next),
      reachable: from <= here,
      later: coming && from > here && from <= here + coming.left ? coming.date : undefined,
    };
  });
}
