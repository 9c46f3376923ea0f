declare const cents: unique symbol;

/** An amount of money in US cents: a safe whole number. The only type in which money is calculated. */
export type Cents = number & { readonly [cents]: 'Cents' };

/** The largest amount that one card payment may have, in cents (the payment provider's limit: 8 digits). */
export const MAX_PAYMENT: Cents = 99_999_999 as Cents;

/** Marks a whole number of cents as money. Throws a RangeError on a fraction or an unsafe number. */
export function toCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of cents: ${amount}`);
  return amount as Cents;
}

export const dollarsToCents = (dollars: number): Cents => toCents(dollars * 100);

/** Of dollars that somebody sends, to be compared; -1 where they are no amount of cents: nothing costs that. */
export function centsOf(dollars: number): number {
  const cents = Math.round(dollars * 100);
  return Number.isSafeInteger(cents) ? cents : -1;
}

/** For JSON, where prices and amounts are dollars: at most two decimals. */
export const centsToDollars = (amount: Cents): number => amount / 100;

export const subtractCents = (a: Cents, b: Cents): Cents => toCents(a - b);

/** A share of an amount, rounded half up to whole cents. `percent` is a whole number from 0 to 100. */
export const percentOf = (amount: Cents, percent: number): Cents => toCents(Math.floor((amount * percent + 50) / 100));
