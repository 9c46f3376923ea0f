import { expect, test } from 'vitest';
import type { PriceStep } from '#model/catalogue/ladder.ts';
import { toCard } from './home-data.ts';

const tool = {
  _id: '0123456789abcdef01237c91',
  name: 'Torch 150 mm',
  image: '/images/x/1200.webp',
  description: 'A torch.',
  min_quantity: 20,
  available_quantity: 100,
  price: 9,
  sku: null,
  category: null,
  pack: 1,
  steps: [] as PriceStep[],
} as Parameters<typeof toCard>[0];

test('a card cuts a long description to 100 characters and an ellipsis, and leaves a short one alone', () => {
  expect(toCard({ ...tool, description: 'x'.repeat(101) }).description).toBe(`${'x'.repeat(100)}…`);
  expect(toCard({ ...tool, description: 'x'.repeat(100) }).description).toBe('x'.repeat(100));
});

test('a card leads to the purchase page of its tool and shows the end of the id where there is no sku', () => {
  expect(toCard(tool)).toMatchObject({ to: `/purchase/${tool._id}`, number: '237C91', soldOut: false });
  expect(toCard({ ...tool, sku: 'HT-TRC-150' }).number).toBe('HT-TRC-150');
});

test('a card names the lowest price and from how many pieces on it holds', () => {
  const steps = [
    { from: 100, price: 8 },
    { from: 1200, price: 7 },
  ];
  expect(toCard({ ...tool, steps }).lowest).toBe('from\u00a0$7\u00a0at\u00a01,200');
  expect(toCard(tool).lowest).toBeUndefined();
});

test('a tool is sold out when less is left than must be ordered', () => {
  expect(toCard({ ...tool, available_quantity: 0 }).soldOut).toBe(true);
  expect(toCard({ ...tool, available_quantity: 19 }).soldOut).toBe(true);
  expect(toCard({ ...tool, available_quantity: 20 }).soldOut).toBe(false);
});
