import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { purchaseWords } from './purchase-words.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const told = (...orders: object[]) =>
  purchaseWords(orders as unknown as Order[], now)
    .join('; ')
    .replaceAll('\u00a0', ' ');
const paid = { paid: true, quantity: 100, shipping: false, shipBy: '2026-11-27T12:00:00Z' };
const waits = { ...paid, quantity: 60, waiting: { pieces: 60, date: '2026-12-20' } };
const sent = { ...paid, shipping: true, shippedAt: '2026-11-26T12:00:00Z' };

test.each<[string, object[]]>([
  ['', [{ holdUntil: '2026-11-22T11:59:00Z' }]],
  ['Ships by 27 Nov', [paid]],
  ['Ships by 21 Nov, 1 day late', [paid, { ...paid, shipBy: '2026-11-21T12:00:00Z' }]],
  [
    'Shipped 1 of 2 parts; Ships by 27 Nov',
    [
      { ...sent, parts: 1 },
      { ...paid, parts: 1 },
    ],
  ],
  ['Shipped, promise kept', [{ ...sent, parts: 1 }]],
  ['Shipped, promise kept', [{ ...sent, parts: 1, shippedAt: '2026-11-27T18:00:00Z' }]],
  [
    'Shipped in 2 parts, promise kept',
    [
      { ...sent, parts: 2 },
      { ...sent, parts: 2 },
    ],
  ],
  [
    'Shipped in 2 parts, promise not kept',
    [
      { ...sent, parts: 2 },
      { ...sent, parts: 2, shippedAt: '2026-11-29T12:00:00Z' },
    ],
  ],
  [
    'Waiting for 70 pieces until 3 Dec',
    [30, 40].map((pieces) => ({
      ...paid,
      quantity: pieces,
      waiting: { pieces, date: pieces === 30 ? '2026-11-30' : '2026-12-03' },
    })),
  ],
  [
    'Waiting for 70 pieces, promised for 3 Dec',
    [30, 40].map((pieces) => ({
      ...{ ...paid, quantity: pieces },
      waiting: { pieces, date: '2026-12-03', ...(pieces === 30 && { undated: true }) },
    })),
  ],
  [
    'Ships by 27 Nov; Waiting for 60 pieces until 20 Dec',
    [{ ...paid, waiting: { pieces: 60, date: '2026-12-20' }, later: { pieces: 60, shipBy: '2026-12-27T00:00:00Z' } }],
  ],
  ['Ships by 27 Nov; Waiting for 60 pieces until 20 Dec', [paid, { ...waits, shipBy: '2026-12-27T00:00:00Z' }]],
  ['Shipped 1 of 2 parts; Waiting for 60 pieces until 20 Dec', [{ ...sent, parts: 1 }, waits]],
  [
    'Shipped 1 of 3 parts; Ships by 27 Nov; Waiting for 60 pieces until 20 Dec',
    [
      { ...paid, shipped: 10, parts: 1 },
      { ...waits, quantity: 160, shipped: 100, parts: 1, shipBy: '2026-12-27T00:00:00Z' },
    ],
  ],
  [
    'Shipped 2 of 3 parts; Waiting for 60 pieces until 20 Dec',
    [
      { ...sent, parts: 2 },
      { ...waits, quantity: 160, shipped: 100, parts: 2 },
    ],
  ],
  [
    'Shipped 1 of 3 parts; Waiting for 90 pieces until 20 Dec',
    [{ ...sent, parts: 1 }, waits, { ...paid, quantity: 30, waiting: { pieces: 30, date: '2026-12-03' } }],
  ],
  ['Ships by 27 Nov', [{ ...paid, later: { pieces: 60, shipBy: '2026-12-27T00:00:00Z' } }]],
  ['Ships by 27 Nov; 20 pieces refunded', [{ ...paid, paidAt: '2026-11-20T12:00:00Z', given_up: 20 }]],
  ['Ships by 27 Nov; 2 of 12 cancelled', [{ ...paid, purchase: { lines: 10, cancelled: 2 } }]],
])('%s', (words, orders) => expect(told(...orders)).toBe(words));

test('while stock is held it says until when', () => {
  expect(told({ holdUntil: '2026-11-23T09:20:00Z' })).toMatch(/^Stock held until 2[23] Nov, \d\d:\d\d$/);
});
