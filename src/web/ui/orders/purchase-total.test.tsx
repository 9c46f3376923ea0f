import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PurchaseTotal } from './purchase-total.tsx';

test('a screen reader hears one piece as one', () => {
  const heard = (quantity: number) =>
    /role="status">([^<]*)</.exec(
      renderToStaticMarkup(<PurchaseTotal tool={{ price: 5, steps: [] }} quantity={quantity} offerPercent={0} />),
    )?.[1];
  expect(heard(1)).toBe('1 piece, $5 each, total $5');
  expect(heard(24)).toBe('24 pieces, $5 each, total $120');
});
