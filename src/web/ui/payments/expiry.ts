import { digitsOf } from './card-number.ts';

export interface Expiry {
  readonly month: number;
  readonly year: number;
}

/**
 * "12 / 28" while it is typed, pasted or filled in ("12/2028", "1-28"). Deleting does not restore the separator behind
 * the month.
 */
export function formatExpiry(text: string, deleting = false): string {
  const short = /^\s*([1-9])\s*[/.-]/.exec(text);
  let digits = digitsOf(short ? `0${text.trim()}` : text);
  if (!deleting && /^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  const month = digits.slice(0, 2);
  // A four-digit year is still being typed: "12 / 202" becomes 2028.
  const year = digits.slice(2, /^\d{2}20/.test(digits) ? 6 : 4);
  if (month.length < 2) return month;
  return year || !deleting ? `${month} / ${year}` : month;
}

/** Month and full year of "12 / 28"; undefined for anything else. */
export function parseExpiry(text: string): Expiry | undefined {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(formatExpiry(text)) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return undefined;
  return { month: Number(month), year: 2000 + Number(year) };
}

/** A sentence for the buyer. A card is valid to the last day of its month. */
export function expiryProblem(text: string, now: Date): string | undefined {
  if (digitsOf(text) === '') return 'Type the expiry date.';
  const expiry = parseExpiry(text);
  if (!expiry) return 'Type month and year, such as 04 / 29.';
  const monthsLeft = (expiry.year - now.getFullYear()) * 12 + expiry.month - (now.getMonth() + 1);
  if (monthsLeft < 0) return 'This card has expired.';
  return monthsLeft > 50 * 12 ? 'Type month and year, such as 04 / 29.' : undefined;
}
