import type { Ladder } from '#model/catalogue/ladder.ts';

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
}

export type PricedTool = Ladder & { readonly available_quantity: number };

/** The table of prices, none of a tool without steps. A quantity below the minimum is in no row. */
export function priceRows(tool: PricedTool, quantity: number | null): PriceRow[] {
  if (tool.steps.length === 0) return [];
  const starts = [{ from: tool.min_quantity, price: tool.price }, ...tool.steps];
  return starts.map(({ from, price }, place) => {
    const next = starts[place + 1]?.from;
    return {
      ...{ from, price, until: next && next - 1, saving: tool.price - price },
      current: quantity !== null && quantity >= from && (next === undefined || quantity < next),
      reachable: from <= tool.available_quantity,
    };
  });
}
