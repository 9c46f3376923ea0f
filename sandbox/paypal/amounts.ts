import { unprocessable } from './refusal.ts';

export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

const DOLLARS = /^\d{1,8}\.\d{2}$/;

/** Whole cents of what a caller sent. */
export function centsOf(money: unknown): number {
  const { currency_code, value } = (money ?? {}) as Partial<Record<keyof Money, unknown>>;
  if (currency_code !== 'USD') throw unprocessable('CURRENCY_NOT_SUPPORTED', 'The stand-in takes USD only.');
  if (typeof value !== 'string' || !DOLLARS.test(value))
    throw unprocessable('DECIMAL_PRECISION', 'The value of the field should not be more than two decimal places.');
  return Number(value.replace('.', ''));
}

export const usd = (cents: number): Money => ({ currency_code: 'USD', value: (cents / 100).toFixed(2) });
