import { type AwaitedStock, type StockNow, undatedOf } from '#model/catalogue/stock-now.ts';
import { formatCount, many } from './format.ts';
import { formatDeliveryDay } from './format-time.ts';

/** "70 pieces wait; 50 go to them." and how many become available, of so many that are in stock. */
export function goesToWaiting({ available, waiting }: StockNow): string {
  const given = Math.min(available, waiting);
  const left = available - given;
  const words = waiting === 1 ? '1 piece waits; ' : `${formatCount(waiting)} pieces wait; `;
  const rest = left > 0 ? `, ${formatCount(left)} ${left === 1 ? 'becomes' : 'become'} available` : '';
  return `${words}${formatCount(given)} ${given === 1 ? 'goes' : 'go'} to ${waiting === 1 ? 'it' : 'them'}${rest}.`;
}

/** That pieces wait for a delivery whose day is gone or over, and what to do about it; undefined where none do. */
export function undatedText(stock: AwaitedStock, now: Date): string | undefined {
  const pieces = undatedOf(stock, now);
  if (pieces === 0) return undefined;
  const waits = `${formatCount(pieces)} ${pieces === 1 ? 'goes' : 'go'} on waiting and`;
  return stock.restock_at === null
    ? `${waits} no delivery is expected: enter its day in Details.`
    : `${waits} ${formatDeliveryDay(stock.restock_at)}, the day of the delivery, is over: book what came, or enter its new day in Details.`;
}

/** Before the tools and how many pieces of each; beside an archived one stands that it is. */
export const undatedTools = (total: number, archived: boolean): string =>
  `Sold pieces of ${many(total, 'tool')} wait for a delivery that has no day, or whose day is over. Enter it in Details${archived ? '; restore what is archived, or refund its pieces' : ''}:`;

export function stockSaved(stock: AwaitedStock, now: Date): string {
  const { available, waiting } = stock;
  if (waiting === 0) return `Saved. ${formatCount(available)} ${available === 1 ? 'is' : 'are'} available.`;
  return ['Saved.', goesToWaiting(stock), undatedText(stock, now)].filter(Boolean).join(' ');
}

/** What is said of a tool that is taken off sale while pieces of it are sold ahead. */
export const awaitedOfArchived = (pieces: number): string =>
  `${formatCount(pieces)} ${pieces === 1 ? 'piece is' : 'pieces are'} sold ahead and cannot arrive while it is archived: restore it, or refund them.`;
