import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import type { MailedOrder } from '../orders/mailed-order.ts';
import { deliveryMoved, orderPlaced } from '../orders/order-letters.ts';
import { payerReceipt, receipt } from './payment-letters.ts';

const shop = { name: 'Toolyard', origin: 'https://shop.example', contactEmail: 'shop@example.com' } as never;
const createdAt = '2026-11-27T10:00:00.000Z';
const PAID = { state: 'paid', holdUntil: null, shipBy: '2026-12-04T10:00:00.000Z' } as const;
const SECOND = '2026-12-19T00:00:00.000Z';
const line = (tool: string, quantity: number, its: Partial<Order> = {}) =>
  ({
    ...{ _id: tool, tools_name: tool, quantity, tools_price: 33, total: 1, amount: 1, discount: 0, createdAt },
    ...{ state: 'unpaid', holdUntil: '2026-11-27T10:30:00.000Z', shipBy: null, closesAt: null },
    ...its,
  }) as unknown as Order;
const waiting = (pieces: number, date: string) => ({ waiting: { pieces, date, place: 1 } });
const whole = (lines: Order[]) =>
  ({
    ...lines[0],
    number: 'P-71',
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    lines,
  }) as MailedOrder;
const here = (its: object = {}) => line('Hammer', 45, its);
const part = (its: object = {}) => line('Saw', 250, { ...waiting(70, '2026-12-05'), ...its });
const none = (its: object = {}) => line('Chisel', 108, { ...waiting(108, '2026-12-12'), ...its });
const LINES = ['45 × $33', '250 × $33; 70 wait for 5 December 2026', '108 × $33; 108 wait for 12 December 2026'];
const valuesOf = (letter: ReturnType<typeof orderPlaced>) => (letter.facts ?? []).map(({ value }) => value);

test('whoever has ordered reads which pieces are held, and which wait until when', () => {
  const letter = orderPlaced(whole([here(), part(), none()]), shop);
  expect(letter.paragraphs).toEqual([
    'Of its 403 pieces 225 are here and held for you until 27 November 2026, 10:30 UTC. What is here ships once all is paid. 178 wait for a delivery: they ship when they are here; cancel them until then and you get the money back.',
  ]);
  expect(valuesOf(letter)).toEqual(expect.arrayContaining(LINES));
  const undated = { waiting: { pieces: 70, date: '2026-12-05', place: 1, undated: true as const } };
  expect(valuesOf(orderPlaced(whole([here(), part(undated)]), shop))).toContain(
    '250 × $33; 70 still wait, promised for 5 December 2026',
  );
  expect(orderPlaced(none(), shop).paragraphs[0]).toMatch(/^All of it waits for a delivery: once paid, they ship when/);
  expect(orderPlaced(here(), shop).paragraphs).toEqual([
    'Its pieces are held for you until 27 November 2026, 10:30 UTC. It ships once it is paid.',
  ]);
  const { notes } = orderPlaced(here({ closesAt: '2026-12-11T23:59:59.999Z' }), shop);
  expect(notes).toEqual(['After that you can still pay while stock is left, until 11 December 2026.']);
});

test('whoever has paid reads how many ship by when', () => {
  const lines = [
    here(PAID),
    part({ ...PAID, later: { pieces: 70, shipBy: '2026-12-12T00:00:00.000Z' } }),
    none({ ...PAID, shipBy: SECOND }),
  ];
  const said =
    'Thank you. Of its 403 pieces 225 ship by 4 December 2026, 70 by 12 December 2026, 108 by 19 December 2026. What waits for a delivery ships once that has come.';
  for (const letter of [receipt(whole(lines), shop, { left: [] }), payerReceipt(whole(lines), shop, [])]) {
    expect(letter.paragraphs[0]).toBe(said);
    expect(valuesOf(letter)).toEqual(expect.arrayContaining(LINES));
  }
  const words = (...some: Order[]) => receipt(whole(some), shop, { left: [] }).paragraphs[0];
  expect(words(none({ ...PAID, shipBy: SECOND }))).toBe(
    'Thank you. It ships once its delivery has come, by 19 December 2026.',
  );
  expect(words(here(PAID))).toBe('Thank you. It ships by 4 December 2026, 7 days after the payment cleared.');
});

test('who has not paid is promised no money back when a delivery moves; who has paid in part reads both', () => {
  const its = (state: string) =>
    line('Saw', 5, { ...waiting(5, '2026-12-20'), number: 'P-71', state } as Partial<Order>);
  const said = (...lines: Order[]) => deliveryMoved({ name: 'Saw' }, lines, {}, shop).paragraphs.join(' ');
  const [back, free] = ['goes back the way it was paid', 'Nothing was charged for it.'];
  expect(said(its('unpaid'))).toContain(
    'Once it is paid, what waits for it ships after that day. If that does not suit',
  );
  expect(said(its('unpaid'))).not.toContain(back);
  expect(said(its('paid'))).toContain(back);
  expect(said(its('paid'))).not.toContain(free);
  for (const part of [back, free, 'keeps its place']) expect(said(its('paid'), its('unpaid'))).toContain(part);
});
