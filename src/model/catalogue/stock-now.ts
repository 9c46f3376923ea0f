import { earliestDay } from './restock.ts';

/** Pieces of a tool in stock, and those that are sold and wait for a delivery. */
export interface StockNow {
  readonly available: number;
  readonly waiting: number;
}

/** What may be ordered. Below zero, so many pieces are sold ahead. */
export const freeOf = ({ available, waiting }: StockNow): number => available - waiting;

/** With the day of the next delivery, as 2026-12-03; null while none is known. */
export interface AwaitedStock extends StockNow {
  readonly restock_at: string | null;
}

/** Pieces that still wait once what is available was given to them, and for which no delivery is expected any more. */
export const undatedOf = ({ restock_at, ...stock }: AwaitedStock, now: Date): number =>
  restock_at !== null && restock_at >= earliestDay(now) ? 0 : Math.max(-freeOf(stock), 0);
