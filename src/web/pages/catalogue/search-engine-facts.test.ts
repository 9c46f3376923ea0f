import { expect, test } from 'vitest';
import { toCard } from './home-data.ts';
import { listedTool } from './search-engine-facts.ts';

const tool = {
  ...{ _id: '0123456789abcdef01237c91', name: 'Torch 150 mm', image: '/images/x/1200.webp', description: 'A torch.' },
  ...{ min_quantity: 12, available_quantity: 90, price: 9, sku: null, category: null, pack: 1, steps: [] },
} as unknown as Parameters<typeof toCard>[0];
const offer = (change: Partial<typeof tool>) =>
  listedTool(toCard({ ...tool, ...change }), { name: 'Shop', origin: 'https://example.com' }).offers;

test('a tool says how many can be ordered, and nothing of it while it is sold out', () => {
  expect(offer({})).toMatchObject({
    availability: 'https://schema.org/InStock',
    eligibleQuantity: { minValue: 12, maxValue: 90 },
  });
  const soldOut = offer({ available_quantity: 11 });
  expect(soldOut.availability).toBe('https://schema.org/OutOfStock');
  expect(soldOut).not.toHaveProperty('eligibleQuantity');
});
