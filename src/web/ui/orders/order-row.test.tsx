import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { OrderRow } from './order-row.tsx';

const now = Date.parse('2026-11-21T12:00:00Z');
const order = {
  _id: '00000000-0000-4000-8000-0000007c91e2',
  address: '48 Foundry Lane, Leeds',
  quantity: 400,
  tools_name: 'Adjustable Wrench',
  tools_image: '/images/a.webp',
  tools_price: 10,
  paid: false,
  shipping: false,
  state: 'unpaid',
  total: 4000,
  discount: 0,
  amount: 4000,
  createdAt: '2026-11-21T11:00:00Z',
  holdUntil: '2026-11-21T12:10:00Z',
  closesAt: '2026-12-05T11:00:00Z',
} as Order;

const textOf = (its: Partial<Order>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <OrderRow
        {...{ order: { ...order, ...its }, index: 1, paymentPage: '/pay', now, problem: undefined, onCancel: () => {} }}
      />
    </MemoryRouter>,
  )
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('the name of its tool heads a row', () => {
  const row = renderToStaticMarkup(
    <MemoryRouter>
      <OrderRow {...{ order, index: 1, paymentPage: '/pay', now, problem: undefined, onCancel: () => {} }} />
    </MemoryRouter>,
  );
  expect(row).toMatch(/<th role="rowheader" scope="row" class="c-name name">Adjustable Wrench<\/th>/);
});

const over: Partial<Order>[] = [{ holdUntil: null }, { holdUntil: '2026-11-21T11:59:00Z' }];

test.each(over)('an order that is no longer held says that Pay Now holds it again: %o', (its) => {
  expect(textOf(its)).toContain('Stock is no longer held. Pay Now holds it again, until 5 Dec 2026');
});

test.each(over)('one that is not held again says what to do instead: %o', (its) => {
  const text = textOf({ ...its, holdIsLast: true });
  expect(text).toContain('Confirm your email and pay then, or cancel this order and order again.');
  expect(text).not.toContain('holds it again');
});

test('while it is held the row says nothing of it: the head of its purchase does', () => {
  for (const holdIsLast of [true, false]) expect(textOf({ holdIsLast })).not.toMatch(/held|holds/);
});

test('what is taken off is told in the words of the list that it was ordered from', () => {
  expect(textOf({ guard: 40, amount: 3960 })).toContain('$4,000 −$40, no more than the next step $3,960 to pay');
});

test('while PayPal has not decided it offers neither Pay Now nor Cancel', () => {
  const text = textOf({ paying: '5O190127TN364715T', holdUntil: null });
  expect(text).toContain('Payment being checked We are checking your payment. Do not pay again.');
  expect(text).not.toMatch(/Pay Now|Cancel|held/);
});

test('pieces that wait are told with the day of their delivery and their place in the queue, paid or not', () => {
  const waiting = { pieces: 70, date: '2026-12-03', place: 2 };
  for (const paid of [true, false])
    expect(textOf({ paid, waiting, state: paid ? 'paid' : 'unpaid' })).toContain(
      '70 wait for 3 Dec, place 2 in the queue',
    );
  expect(textOf({ waiting: { ...waiting, pieces: 1 } })).toContain('1 waits for 3 Dec');
  expect(textOf({ waiting: { ...waiting, undated: true } })).toContain('70 still wait, promised for 3 Dec, place 2');
  expect(textOf({})).not.toContain('queue');
});

test('whether its buyer keeps waiting for a later delivery is asked, with the last day for an answer', () => {
  const waiting = { pieces: 70, date: '2026-12-31', place: 2 };
  const its = { paid: true, state: 'paid', number: 'P-2052' } as const;
  expect(textOf({ ...its, waiting: { ...waiting, answer_by: '2026-12-17' } })).toContain(
    'Keep waiting? Answer by 17 Dec : Adjustable Wrench',
  );
  expect(textOf({ ...its, waiting })).not.toContain('Keep waiting');
});

test('what was refunded of a paid order is said, with what is still to be sent', () => {
  const text = textOf({ paid: true, state: 'paid', quantity: 30, given_up: 20, shipped: 4 });
  expect(text).toContain('30 6 to send, 4 sent, 20 refunded');
  expect(text).toContain('Part shipped Part refunded');
});

test('once the day is over by which it ships it says how late it is', () => {
  const its = { state: 'paid' as const, paid: true, holdUntil: null, transactionId: 'pi_1' };
  expect(textOf({ ...its, shipBy: '2026-11-20T12:00:00Z' })).toContain('20 Nov 2026 , 1 day late');
  expect(textOf({ ...its, shipBy: '2026-11-28T12:00:00Z' })).not.toContain('late');
});
