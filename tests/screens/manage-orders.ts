import type { Page } from 'playwright-core';
import type { OrderCase } from '../../src/model/orders/decision.ts';
import type { Order } from '../../src/model/orders/order.ts';
import { change, drop, fail, hold } from './network.ts';
import { inEveryState, withPurchase } from './orders.ts';
import { listed, type Screen, screen } from './screen.ts';

const LIST = /^\/manageOrder$/;

export const manageOrdersScreens: readonly Screen[] = [
  screen('10-manage-orders', 'admin', (page) => open(page)),
  screen('10-manage-orders-every-state', 'admin', async (page) => {
    await change<Order[]>(page, LIST, inEveryState);
    await open(page);
  }),
  screen('34-orders', 'admin', async (page) => {
    await change<Order[]>(page, LIST, withPurchase);
    await open(page);
    await page.getByRole('button', { name: 'Show 2 more tools' }).waitFor();
  }),
  screen('10-manage-orders-delete', 'admin', async (page) => {
    await open(page);
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await page.getByRole('alertdialog', { name: 'Delete this order?' }).waitFor();
  }),
  screen('10-manage-orders-to-check', 'admin', async (page) => {
    await change<Order[]>(page, LIST, (orders) => orders.map(disputed));
    await open(page);
    await page
      .getByRole('button', { name: /^Look into it/ })
      .first()
      .waitFor();
  }),
  screen('10-manage-orders-review', 'admin', (page) => lookInto(page)),
  screen('10-manage-orders-review-question', 'admin', async (page) => {
    await lookInto(page);
    await page.getByRole('radio', { name: /^Give the money back/ }).check();
    await page.getByLabel('Reason').fill('The customer and we agreed on it');
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('alertdialog', { name: /back\?$/ }).waitFor();
  }),
  screen('10-manage-orders-review-part', 'admin', async (page) => {
    await lookInto(page, partFailed);
    await page.getByRole('radio', { name: /^The \$48 went back/ }).waitFor();
  }),
  screen('10-manage-orders-review-part-question', 'admin', async (page) => {
    await lookInto(page, partFailed);
    await page.getByRole('radio', { name: 'Send the $48 again' }).check();
    await page.getByLabel('Reason').fill('The provider had no money on the account');
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('alertdialog', { name: 'Send the $48 again?' }).waitFor();
  }),
  screen('10-manage-orders-ship-failed', 'admin', async (page) => {
    await drop(page, /^\/manageOrder\/.+/);
    await open(page);
    await page
      .getByRole('button', { name: /^Mark shipped/ })
      .first()
      .click();
    await page.getByText('The shop cannot be reached.').waitFor();
  }),
  screen('10-manage-orders-nothing-found', 'admin', async (page) => {
    await page.goto('/dashboard/manageAllOrders?search=nothing+like+this');
    await page.getByRole('heading', { name: 'No order found' }).waitFor();
  }),
  screen('10-manage-orders-empty', 'admin', async (page) => {
    await change<Order[]>(page, LIST, () => []);
    await page.goto('/dashboard/manageAllOrders');
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
  }),
  screen('10-manage-orders-loading', 'admin', async (page) => {
    await hold(page, LIST);
    await page.goto('/dashboard/manageAllOrders');
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('10-manage-orders-failed', 'admin', async (page) => {
    await fail(page, LIST);
    await page.goto('/dashboard/manageAllOrders');
    await page.getByRole('heading', { name: 'The orders did not load' }).waitFor();
  }),
];

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard/manageAllOrders');
  await listed(page);
}

/** Opens the dialog of an order whose charge is disputed. */
async function lookInto(page: Page, as: (known: OrderCase) => OrderCase = (known) => known): Promise<void> {
  await change<Order[]>(page, LIST, (orders) => orders.map(disputed));
  await change<OrderCase>(page, /^\/manageOrder\/[\w-]+$/, (known) => as(inReview(known)));
  await open(page);
  await page
    .getByRole('button', { name: /^Look into it/ })
    .first()
    .click();
  await page.getByText('What becomes of it').waitFor();
}

const disputed = (order: Order): Order =>
  order.state === 'paid' ? { ...order, state: 'review', paid: false, reviewReason: 'dispute' } : order;

const inReview = (known: OrderCase): OrderCase => ({
  ...known,
  order: disputed(known.order),
  review: {
    ...{ no: 1, reason: 'dispute', transactionId: known.payments[0]?.transactionId ?? null },
    ...{ decisions: ['keep', 'refund', 'close'], settled: true, extra: false, shipped: false },
  },
  payments: known.payments.map((it) => ({ ...it, link: 'https://dashboard.stripe.com/test/payments/pi_1' })),
  history: [
    { at: known.history[0]?.at ?? '', action: 'order.review', by: null, details: { why: 'dispute' } },
    ...known.history,
  ],
});

const partFailed = ({ review, payments, ...known }: OrderCase): OrderCase => ({
  ...known,
  review: review && { ...review, reason: 'refund', failed: 48, decisions: ['again', 'keep', 'refund', 'close'] },
  payments: payments.map((it) => ({ ...it, refund: { amount: 48, done: false, tries: 7, problem: 'refused' } })),
});
