import type { StockNow } from '#model/catalogue/stock-now.ts';
import { formatCount } from './format.ts';

/** "70 pieces wait; 50 go to them." and how many become available, of so many that are in stock. */
export function goesToWaiting({ available, waiting }: StockNow): string {
  const given = Math.min(available, waiting);
  const left = available - given;
  const words = waiting === 1 ? '1 piece waits; ' : `${formatCount(waiting)} pieces wait; `;
  const rest = left > 0 ? `, ${formatCount(left)} ${left === 1 ? 'becomes' : 'become'} available` : '';
  return `${words}${formatCount(given)} ${given === 1 ? 'goes' : 'go'} to ${waiting === 1 ? 'it' : 'them'}${rest}.`;
}

export const stockSaved = (now: StockNow): string =>
  now.waiting > 0
    ? `Saved. ${goesToWaiting(now)}`
    : `Saved. ${formatCount(now.available)} ${now.available === 1 ? 'is' : 'are'} available.`;

/** What is said of a tool that is taken off sale while pieces of it are sold ahead. */
export const awaitedOfArchived = (pieces: number): string =>
  `${formatCount(pieces)} ${pieces === 1 ? 'piece is' : 'pieces are'} sold ahead and cannot arrive while it is archived: restore it, or refund them.`;
