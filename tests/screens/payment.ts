import type { Page } from 'playwright-core';
import type { OrderId } from '../../src/model/kernel/ids.ts';
import type { Order, OrderState, Purchase } from '../../src/model/orders/order.ts';
import { payByCard } from '../harness/card-form.ts';
import { beginToPay, confirmCard } from '../harness/shopping.ts';
import { change, drop, fail, hold } from './network.ts';
import { type Screen, screen } from './screen.ts';
import type { World } from './world.ts';

const ORDER = /^\/orders\/[^/]+$/;
const PURCHASE = /^\/purchases\/[^/]+$/;
const CARDS = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', challenge: '4000 0025 0000 3155' };

export const paymentScreens: readonly Screen[] = [
  screen('08-payment', 'customer', (page, { orders }) => open(page, orders.unpaid)),
  screen('08-payment-invalid', 'customer', async (page, { orders }) => {
    await open(page, orders.unpaid);
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.locator('[aria-invalid=true]').first().waitFor();
  }),
  screen('08-payment-waiting', 'customer', async (page, { orders }) => {
    const waiting = { pieces: 10, date: '2099-12-03', place: 2 };
    await change<Order>(page, ORDER, (order) => ({ ...order, waiting }));
    await open(page, orders.unpaid);
    await page.getByText('10 of them are expected on').waitFor();
  }),
  screen('26-payment', 'customer', (page, { orders }) => sixTools(page, orders.unpaid)),
  screen('26-payment-paypal', 'customer', async (page, { orders }) => {
    await change<Order>(page, ORDER, (order) => ({ ...order, total: 120, discount: 0, amount: 120 }));
    await open(page, orders.unpaid);
    await page.getByRole('radio', { name: /^PayPal/ }).check();
    await page.getByText('You go to PayPal and come back here.').waitFor();
  }),
  screen('26-payment-small', 'customer', async (page, { orders }) => {
    await change<Order>(page, ORDER, (order) => ({ ...order, total: 96, discount: 0, amount: 96 }));
    await open(page, orders.unpaid);
    await page.getByText('from $100, this is $96').waitFor();
  }),
  screen('26-payment-conflict', 'customer', (page, world) => conflict(page, world)),
  screen('26-payment-conflict-waits', 'customer', async (page, world) => {
    await conflict(page, world);
    await page.getByRole('button', { name: 'Hold my place for all' }).click();
    await page.getByText('Cancel them until then and you get their money back.').waitFor();
  }),
  screen('08-payment-error', 'customer', async (page, { orders }) => {
    await open(page, orders.unpaid);
    await payByCard(page, CARDS.declined);
    await page.getByText('Your card was declined.').waitFor();
  }),
  screen('08-payment-paying', 'customer', async (page, { orders }) => {
    await hold(page, /\/confirm$/);
    await open(page, orders.unpaid);
    await payByCard(page, CARDS.good);
    await page.getByText('Paying. Do not close this page.').waitFor();
  }),
  screen('08-payment-challenge', 'customer', async (page, { orders }) => {
    await open(page, orders.unpaid);
    await payByCard(page, CARDS.challenge);
    await page.getByRole('alertdialog', { name: '3-D Secure' }).waitFor();
  }),
  screen('08-payment-unfinished', 'customer', async (page, { orders }) => {
    await open(page, orders.unpaid);
    await payByCard(page, CARDS.challenge);
    await page.getByRole('alertdialog', { name: '3-D Secure' }).waitFor();
    await page.reload();
    await page.getByText('Your last payment was not finished').waitFor();
  }),
  screen('08-payment-checking', 'buyer', (page, world) => checking(page, world)),
  screen('08-payment-unresolved', 'buyer', async (page, world) => {
    await page.clock.install();
    await checking(page, world);
    const over = page.getByRole('button', { name: 'Check again' });
    // Each look waits for its answer, so time is passed one pause after the other.
    while (!(await over.isVisible())) await page.clock.runFor(1000);
  }),
  screen('08-payment-paid', 'customer', async (page, { orders }) => {
    await page.goto(`/dashboard/payment/${orders.paid._id}`);
    await page.getByText(/^Congrats! Your payment/).waitFor();
  }),
  screen('08-payment-great', 'buyer', async (page, world) => {
    await open(page, await world.order());
    await payByCard(page, CARDS.good);
    await page.getByRole('alertdialog', { name: 'Great' }).waitFor();
  }),
  closed('cancelling', 'This order is being cancelled'),
  closed('cancelled', 'This order was cancelled'),
  closed('refund_due', 'Your payment is being given back'),
  closed('refunded', 'Your payment was given back'),
  closed('review', 'Your payment is being looked at'),
  screen('08-payment-loading', 'customer', async (page, { orders }) => {
    await hold(page, ORDER);
    await page.goto(`/dashboard/payment/${orders.unpaid._id}`);
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('08-payment-failed', 'customer', async (page, { orders }) => {
    await fail(page, ORDER);
    await page.goto(`/dashboard/payment/${orders.unpaid._id}`);
    await page.getByRole('heading', { name: 'Your order did not load' }).waitFor();
  }),
  screen('08-payment-form-failed', 'customer', async (page, { orders }) => {
    await drop(page, /sandbox-gateway/);
    await page.goto(`/dashboard/payment/${orders.unpaid._id}`);
    await page.getByRole('heading', { name: 'The card form did not load' }).waitFor();
  }),
  screen('08-payment-not-found', 'customer', async (page) => {
    await page.goto('/dashboard/payment/none');
    await page.getByRole('heading', { name: 'There is no such order among yours' }).waitFor();
  }),
];

async function open(page: Page, order: Order): Promise<void> {
  await page.goto(`/dashboard/payment/${order._id}`);
  await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
}

async function sixTools(page: Page, unpaid: Order): Promise<void> {
  const purchase = { id: unpaid._id as OrderId, number: 'P-2052' as const, lines: 6, amount: unpaid.amount };
  await change<Order>(page, /^\/orders\//, (order) => ({ ...order, purchase }));
  await change<Purchase>(page, /^\/purchases\//, (its) => ({
    ...its,
    lines: Array.from({ length: 6 }, (_, place) => ({ ...unpaid, _id: `${place}${unpaid._id}` as never })),
  }));
  await open(page, unpaid);
  await page.getByRole('button', { name: 'Show 1 more tool' }).waitFor();
}

/** Somebody else has bought the second tool while this customer was away. */
async function conflict(page: Page, { orders }: World): Promise<void> {
  const figures = { quantity: 96, available: 0, restockAt: '2026-12-03' };
  await page.route(/\/create-payment-intent$/, (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { status: 409, code: 'out_of_stock', lines: [{ line: 2, code: 'pieces_gone', figures, detail: '' }] },
    }),
  );
  await sixTools(page, orders.unpaid);
  await payByCard(page, CARDS.good);
  await page.getByText('sold out while you were away.').waitFor();
}

/** An order whose bank takes its time, on a page that was left while it paid. */
async function checking(page: Page, world: World): Promise<void> {
  const order = await world.order();
  const secret = await beginToPay(world.people.buyer, order);
  const transactionId = await confirmCard(world.origin, secret, 'pm_card_sandboxProcessing');
  await page.addInitScript(
    (pending) => sessionStorage.setItem('pending-payment', pending),
    `${order._id} ${transactionId}`,
  );
  await page.goto(`/dashboard/payment/${order._id}`);
  await page.getByRole('heading', { name: 'We are checking your payment' }).waitFor();
}

function closed(state: OrderState, title: string): Screen {
  return {
    name: `08-payment-${state.replace('_', '-')}`,
    as: 'customer',
    open: async (page, { orders }) => {
      await change<Order>(page, ORDER, (order) => ({ ...order, state }));
      await change<Purchase>(page, PURCHASE, (its) => ({
        ...its,
        lines: its.lines.map((line) => ({ ...line, state })),
      }));
      await page.goto(`/dashboard/payment/${orders.unpaid._id}`);
      await page.getByRole('heading', { name: title }).waitFor();
    },
  };
}
