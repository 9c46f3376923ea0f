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
  expect(part).toMatch(/Status Part shipped Part refunded Ships by 29.Nov/);
  expect(part).toContain('Refunded $255');
  expect(textOf(line({}), { lines: [line({}), line({})] })).toContain('Status Processing');
  expect(textOf(sent, { lines: [sent, sent] })).toMatch(/Status Shipped Shipped on/);
  expect(textOf(sent)).toMatch(/Status Shipped Shipped on/);
});

test('what waits for a delivery ships by a day of its own, in other orders of the purchase as in this', () => {
  const later = { pieces: 70, shipBy: '2026-12-12T00:00:00Z' };
  const split = line({ quantity: 250, later });
  const lines = [line({ quantity: 45 }), split, line({ quantity: 108, shipBy: '2026-12-19T00:00:00Z' })];
  const said = /Shipping 225 ship by 29.Nov.2026 , 70 by 12.Dec.2026 , 108 by 19.Dec.2026/;
  expect(textOf(line({ quantity: 45 }), { lines })).toMatch(said);
  // As the purchase was before the payment.
  const waits = (quantity: number, pieces: number, date: string) =>
    line({ quantity, state: 'unpaid', paid: false, shipBy: null, waiting: { pieces, date, place: 1 } });
  const before = [waits(45, 0, '2026-12-05'), waits(250, 70, '2026-12-05'), waits(108, 108, '2026-12-12')];
  const paidAt = '2026-11-22T12:00:00Z';
  expect(textOf(line({ quantity: 45, paidAt }), { state: 'unpaid', lines: before })).toMatch(said);
  expect(textOf(line({ quantity: 45 }), { lines: [line({}), line({})] })).toMatch(/Processing Ships by 29.Nov.2026 \(/);
});
