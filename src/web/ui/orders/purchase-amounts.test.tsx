import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Order, Purchase } from '#model/orders/order.ts';
import { PurchaseAmounts } from './purchase-amounts.tsx';

const textOf = (its: Partial<Purchase>) => {
  const lines = [{ state: 'cancelled' }, { state: 'cancelled' }] as Order[];
  const purchase = { lines, total: 3580, guard: 0, discount: 0, amount: 3580, refunded: 0, paidAt: null, ...its };
  return renderToStaticMarkup(<PurchaseAmounts purchase={purchase as Purchase} />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
};

test('a purchase that was cancelled line by line has no sum: the last one was not of all its tools', () => {
  expect(textOf({ state: 'cancelled' })).toBe('Cancelled before the payment. Nothing was charged.');
});

test('what is paid is the sum of what was kept', () => {
  const paid = { lines: [{ state: 'paid' }, { state: 'cancelled' }] as Order[], paidAt: '2026-11-26T12:00:00Z' };
  expect(textOf({ ...paid, state: 'paid' })).toBe('1 tool $3,580 Shipping Included Amount paid $3,580');
});
