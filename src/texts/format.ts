import { endOf } from '#model/kernel/count.ts';
import { type Cents, centsToDollars } from '#model/kernel/money.ts';

// Made once: with options, toLocaleString makes a formatter for each number.
const WHOLE = new Intl.NumberFormat('en-US');
const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "1,320"; a negative number gets a true minus sign. */
export const formatCount = (count: number): string => count.toLocaleString('en-US').replace('-', '\u2212');

/** "1,320", or "10,000+" of a count that ended there. */
export function formatTotal(total: number): string {
  const end = endOf(total);
  return end === undefined ? formatCount(total) : `${formatCount(end)}+`;
}

export const formatRange = (least: number, most: number): string =>
  least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`;

/** "$7,140" or "$7,140.50" from a JSON amount in dollars; a negative amount gets a true minus sign. */
export function formatDollars(dollars: number): string {
  const text = (Number.isInteger(dollars) ? WHOLE : CENTS).format(Math.abs(dollars));
  return `${dollars < 0 ? '\u2212' : ''}$${text}`;
}

export const formatCents = (amount: Cents): string => formatDollars(centsToDollars(amount));

export const formatKilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1000))}\u00a0kB`;

export const formatList = (words: readonly string[]): string => new Intl.ListFormat('en').format(words);

/** "1 box", "21 boxes". */
export const many = (count: number, thing: string, plural = 's'): string =>
  `${formatCount(count)} ${thing}${count === 1 ? '' : plural}`;

export const manyPieces = (count: number): string => many(count, 'piece');
export const boxes = (count: number): string => many(count, 'box', 'es');
