import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { AdminOrderRow } from './admin-order-row.tsx';
import { AdminPurchaseRows } from './purchase-rows.tsx';

const nothing = () => {};
const order = {
  _id: '00000000-0000-4000-8000-0000007c91e2',
  name: 'Dana Ortiz',
  email: 'dana@example.com',
  phone: '5550142200',
  address: '48 Foundry Lane, Leeds',
  quantity: 400,
  tools_name: 'Adjustable Wrench',
  tools_image: '/images/a.webp',
  tools_price: 10,
  tools_id: '00000000-0000-4000-8000-000000000001',
  paid: true,
  shipping: false,
  transactionId: 'pi_1',
  state: 'paid',
  total: 4000,
  discount: 0,
  amount: 4000,
  createdAt: '2026-11-21T12:00:00Z',
  paidAt: '2026-11-21T12:00:00Z',
  shippedAt: null,
  shipBy: '2026-11-28T12:00:00Z',
  holdUntil: null,
} as Order;

const now = Date.parse('2026-11-22T12:00:00Z');

const renderRow = (its: Partial<Order>) =>
  renderToStaticMarkup(
    <AdminOrderRow
      order={{ ...order, ...its }}
      now={now}
      shipping={false}
      problem={undefined}
      onShip={nothing}
      onDelete={nothing}
      onReview={nothing}
    />,
  );
const textOf = (its: Partial<Order>) => renderRow(its).replace(/<[^>]*>|\u00a0/g, ' ');

const purchase = { id: order._id, number: 'P-12' as const, lines: 2, amount: 5000 };

const headOf = (orders: Partial<Order>[]) =>
  renderToStaticMarkup(
    <AdminPurchaseRows
      purchase={purchase}
      orders={orders.map((its) => ({ ...order, ...its, purchase }))}
      columns={7}
      now={now}
      shipping={false}
      problem={undefined}
      onShip={nothing}
      row={() => null}
    />,
  ).replace(/<[^>]*>/g, ' ');

test('an order that was placed alone is headed by the number of its purchase, which leads to its page', () => {
  const single = renderRow({ number: 'P-12' });
  expect(single).toMatch(/<a[^>]*href="\/dashboard\/purchases\/P-12"[^>]*>P-12<\/a>.*0000007C91E2/);
  expect(renderRow({ number: 'P-12', purchase })).not.toContain('href=');
});

test('what is kept of a purchase is said once a part of its money went back, in one place', () => {
  expect(textOf({})).not.toContain('kept');
  expect(textOf({ refunded: 1000, given_up: 100 })).toMatch(/\$4,000\s+\$3,000 kept/);
  const row = textOf({ refunded: 1000, given_up: 100, number: 'P-12', purchase });
  for (const said of ['kept', 'P-12', 'dana@', 'Foundry Lane']) expect(row).not.toContain(said);
});

test('an order without a head says itself when it was placed, as the head does for its orders', () => {
  expect(textOf({ number: 'P-12' })).toMatch(/^\s*P-12\s+0000007C91E2\s+21 Nov 2026\s+Adjustable Wrench/);
  expect(textOf({ shipBy: null, purchase })).not.toContain('21 Nov');
});

test('money that went back at the provider, without pieces, is said beside the state, too', () => {
  expect(textOf({ refunded: 1000 })).toMatch(/\$3,000 kept\s+Pending\s+Part refunded/);
  expect(textOf({ refunded: 1000, purchase })).not.toContain('refunded');
  expect(headOf([{ refunded: 1000 }])).toMatch(/\$4,000 kept\s+Pending\s+Part refunded/);
  expect(headOf([{}])).not.toContain('refunded');
});

test('the head of a purchase with the first-order offer says so beside its price, which is less than its rows', () => {
  expect(headOf([{ discount: 400, amount: 3600 }, {}])).toMatch(/\$5,000\s+with the offer/);
  expect(headOf([{}, {}])).not.toContain('offer');
});

test('an order that waits for shipping shows until when, no other does', () => {
  expect(textOf({})).toMatch(/Pending\s+Ships by\s+28 Nov 2026/);
  expect(textOf({ state: 'shipped', shipping: true, shippedAt: '2026-11-24T12:00:00Z' })).not.toContain('Ships by');
  expect(textOf({ state: 'unpaid', paid: false, paidAt: null, shipBy: null })).not.toContain('Ships by');
});

test('how late it is stands beside the day, and in the head of its purchase, marked as on its page', () => {
  const late = { shipBy: '2026-11-20T12:00:00Z' };
  expect(textOf(late)).toMatch(/Ships by\s+20 Nov 2026\s*, 2 days late/);
  expect(renderRow(late)).toContain('<span class="warnt" data-late="true">Ships by ');
  expect(textOf({ ...late, later: { pieces: 60, shipBy: '2026-12-27T12:00:00Z' } })).toMatch(
    /2 days late: 340 ship by\s+20 Nov 2026\s+, 60 by/,
  );
  expect(textOf({ shipBy: '2026-11-22T06:00:00Z' })).not.toContain('late');
  expect(headOf([{}, late])).toMatch(/Pending\s+2 days late/);
  for (const its of [{}, { ...late, shipping: true, state: 'shipped' as const }])
    expect(headOf([{}, its])).not.toContain('late');
});

test('what has left, waits or was refunded of it is said beside its state and its quantity', () => {
  expect(textOf({})).not.toMatch(/to send|Part/);
  const part = textOf({ quantity: 12, shipped: 5, waiting: { pieces: 7, date: '2026-12-20', place: 1 } });
  expect(part).toMatch(/12\s+7 to send, 5 sent/);
  expect(part).toMatch(/Part shipped\s+7 wait for/);
  const refunded = textOf({ quantity: 30, given_up: 20 });
  expect(refunded).toMatch(/30\s+10 to send, 20 refunded/);
  expect(refunded).toMatch(/Pending\s+Part refunded/);
  const sent = textOf({ quantity: 30, given_up: 20, state: 'shipped', shipping: true });
  expect(sent).toMatch(/30\s+20 refunded/);
  expect(sent).toMatch(/Shipped\s+Part refunded/);
  const later = { pieces: 60, shipBy: '2026-12-27T12:00:00Z' };
  expect(textOf({ later })).toMatch(/340 ship by\s+28 Nov 2026\s+, 60 by\s+27 Dec 2026/);
});
