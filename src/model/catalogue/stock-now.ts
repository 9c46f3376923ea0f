import { earliestDay, type Restock } from './restock.ts';
import type { Tool } from './tool.ts';

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

/** The next delivery as buyers see it, where its day is known, and how many pieces of it may still be sold ahead. */
export const restockOf = ({ restock_at, backorder_limit }: Restock, waiting: number): Tool['restock'] =>
  restock_at === null ? undefined : { date: restock_at, left: Math.max(backorder_limit - waiting, 0) };

/** Pieces that still wait once what is available was given to them, and for which no delivery is expected any more. */
export const undatedOf = ({ restock_at, ...stock }: AwaitedStock, now: Date): number =>
  restock_at !== null && restock_at >= earliestDay(now) ? 0 : Math.max(-freeOf(stock), 0);
