import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Order, Purchase } from '#model/orders/order.ts';
import { Receipt } from './receipt.tsx';

const line = (its: Partial<Order>) =>
  ({
    ...{ _id: '00000000-0000-4000-8000-000000000001', state: 'paid', paid: true, shipping: false, amount: 100 },
    ...{ transactionId: 'pi_1', shipBy: '2026-11-29T12:00:00Z' },
    ...its,
  }) as Order;
const sent = line({ state: 'shipped', shipping: true, shippedAt: '2026-11-21T12:00:00Z' });
const textOf = (order: Order, its?: Partial<Purchase>) =>
  renderToStaticMarkup(
    <Receipt order={order} purchase={its && ({ state: 'paid', refunded: 0, ...its } as Purchase)} action={null} />,
  )
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('a purchase of which a part has left is not shipped, and what went back is told', () => {
  const part = textOf(sent, { lines: [sent, line({})], refunded: 255 });
  expect(part).toMatch(/Status Part shipped Part refunded Shipping Ships by 29.Nov/);
  expect(part).toContain('Refunded $255');
  expect(textOf(line({}), { lines: [line({}), line({})] })).toContain('Status Processing');
  expect(textOf(sent, { lines: [sent, sent] })).toMatch(/Status Shipped Shipping Shipped on/);
  expect(textOf(sent)).toMatch(/Status Shipped Shipping Shipped on/);
});
