/** Pieces of a tool in stock, and those that are sold and wait for a delivery. */
export interface StockNow {
  readonly available: number;
  readonly waiting: number;
}

/** What may be ordered. Below zero, so many pieces are sold ahead. */
export const freeOf = ({ available, waiting }: StockNow): number => available - waiting;
