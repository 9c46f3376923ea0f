import type { StockAtNeed } from '#model/catalogue/need.ts';
import { boxes, formatCount } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import type { StatusMark } from '../kernel/status.tsx';

/** "21 boxes of 12"; undefined where pieces are sold singly. */
export function boxesOf(quantity: number, pack: number): string | undefined {
  return pack > 1 ? `${boxes(quantity / pack)} of ${formatCount(pack)}` : undefined;
}

type StockMarks = Record<StockAtNeed['code'], StatusMark>;
export const STOCK_MARKS: StockMarks = { all: 'done', minimum: 'open', part: 'half', none: 'open' };

/** "180 now, 70 from 3 Dec": what is here of a quantity. */
export function stockText(stock: StockAtNeed, quantity: number): string {
  switch (stock.code) {
    case 'all':
      return quantity === 1 ? 'In stock' : `All ${formatCount(quantity)} in stock`;
    case 'minimum':
      return `Minimum is ${formatCount(quantity)}`;
    default: {
      const now = stock.code === 'part' ? `${formatCount(stock.now)} now` : 'None now';
      if (stock.later) return `${now}, ${formatCount(stock.later.pieces)} from ${formatDeliveryDay(stock.later.date)}`;
      return stock.code === 'part' ? now : 'Out of stock';
    }
  }
}
