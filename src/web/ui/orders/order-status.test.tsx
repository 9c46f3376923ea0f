import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { NO_SHOP, ShopContext } from '../kernel/page-title.tsx';
import { ClosedOrder } from '../payments/closed-order.tsx';
import { AdminOrderNote, OrderNote } from './order-status.tsx';

const given = (its: Partial<Order>) => ({ state: 'refunded', reviewReason: null, paidAt: null, ...its }) as Order;
const notes = (order: Order) => [<OrderNote key="o" order={order} />, <AdminOrderNote key="a" order={order} />];
const textOf = (its: Partial<Order>) => renderToStaticMarkup(notes(given(its)));

test('only money of an order that was not paid in time is said to have come too late', () => {
  expect(textOf({})).toMatch(/payment came too late.*Paid too late/);
  const paid = textOf({ paidAt: '2026-11-26T18:00:00Z' });
  expect(paid).toMatch(/Its money went back the way it was paid.*Refunded as a whole/);
  expect(paid).not.toMatch(/too late/);
});

test('of money that somebody else may have paid, by the link of a promise, nobody is said to have paid it or to have it back', () => {
  for (const state of ['refund_due', 'refunded'] as const)
    for (const its of [{}, { paidAt: '2026-11-26T18:00:00Z' }, { reviewReason: 'amount' as const }]) {
      const order = given({ ...its, state });
      const closed = renderToStaticMarkup(<ClosedOrder order={order as never} action={null} />);
      expect(renderToStaticMarkup(<OrderNote order={order} />) + closed).not.toMatch(/you paid|to you\b/);
    }
});

test('a dispute is decided by PayPal where it was paid there, and nobody is said to have begun it', () => {
  const dispute = { state: 'review', reviewReason: 'dispute' } as const;
  expect(textOf(dispute)).toContain('This payment is disputed at the bank, which decides.');
  expect(textOf({ ...dispute, paypal: true })).toContain('This payment is disputed at PayPal, which decides.');
  for (const paypal of [true, undefined]) {
    const order = given({ ...dispute, ...(paypal && { paypal }) });
    const closed = renderToStaticMarkup(<ClosedOrder order={order as never} action={null} />);
    expect(closed).toContain(`This payment is disputed</h2><p class="soft">${paypal ? 'PayPal' : 'The bank'} decides`);
    expect(closed).not.toMatch(/\byou/i);
  }
});

test('a purchase that PayPal reports as paid before tells the customer not to pay again, and the admin what to do', () => {
  const before = given({ state: 'review', reviewReason: 'provider', transactionId: null });
  const closed = renderToStaticMarkup(
    <ShopContext value={{ ...NO_SHOP, contactEmail: 'a@shop.test' }}>
      <ClosedOrder order={before as never} action={null} />
    </ShopContext>,
  );
  expect(closed).toContain('PayPal says that this purchase was paid before');
  expect(closed).toContain('mailto:a@shop.test');
  expect(textOf(before)).toMatch(/Do not pay again.*does not know/);
  const shown = given({ ...before, transactionId: 'PAYPAL123' });
  expect(renderToStaticMarkup(<ClosedOrder order={shown as never} action={null} />)).not.toMatch(/before/);
  expect(textOf(shown)).toContain('no longer shows');
});

test('what an admin decided about a payment under review is said as such, paid in time or not', () => {
  for (const paidAt of [null, '2026-11-26T18:00:00Z'])
    expect(textOf({ paidAt, reviewReason: 'amount' })).toMatch(/We looked into your payment.*Decided by an admin/);
});
