import type { Page } from 'playwright-core';
import type { OrderId } from '../../src/model/kernel/ids.ts';
import type { Order, OrderState } from '../../src/model/orders/order.ts';
import { change, drop, fail, hold } from './network.ts';
import { listed, type Screen, screen } from './screen.ts';

const LIST = '/myorders/';

export const orderScreens: readonly Screen[] = [
  screen('07-orders', 'customer', (page) => open(page)),
  screen('07-orders-every-state', 'customer', async (page) => {
    await change<Order[]>(page, LIST, inEveryState);
    await open(page);
  }),
  screen('24-orders', 'customer', async (page) => {
    await change<Order[]>(page, LIST, withPurchase);
    await open(page);
    await page.getByRole('button', { name: 'Show 2 more tools' }).waitFor();
  }),
  screen('07-orders-cancel', 'customer', async (page) => {
    await open(page);
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await page.getByRole('alertdialog', { name: 'Cancel this order?' }).waitFor();
  }),
  screen('07-orders-deleted', 'buyer', async (page, world) => {
    await world.order();
    await open(page);
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('Deleted!').waitFor();
  }),
  screen('07-orders-cancel-failed', 'customer', async (page) => {
    await drop(page, /^\/myorders\/[\w-]+$/);
    await open(page);
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('The shop cannot be reached.').waitFor();
  }),
  screen('07-orders-empty', 'newcomer', async (page) => {
    await page.goto('/dashboard/myorders');
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
  }),
  screen('07-orders-loading', 'customer', async (page) => {
    await hold(page, LIST);
    await page.goto('/dashboard/myorders');
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('07-orders-failed', 'customer', async (page) => {
    await fail(page, LIST);
    await page.goto('/dashboard/myorders');
    await page.getByRole('heading', { name: 'Your orders did not load' }).waitFor();
  }),
  screen('07-orders-offline', 'customer', async (page) => {
    await drop(page, LIST);
    await page.goto('/dashboard/myorders');
    await page.getByRole('heading', { name: 'Your orders did not load' }).waitFor();
  }),
];

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard/myorders');
  await listed(page);
}

const OF_MANY_LINES = "12 O'Connell Street Upper\nDublin 1\n\n  D01   X5Y6\nÉire";

const OTHER_STATES: readonly OrderState[] = ['cancelling', 'cancelled', 'refund_due', 'refunded', 'review'];

/** The same order once more in each state that takes a bank or a long time to reach. */
export function inEveryState(orders: Order[]): Order[] {
  const unpaid = orders.find(({ state }) => state === 'unpaid');
  if (!unpaid) throw new Error('There is no unpaid order to show in other states');
  const others = OTHER_STATES.map((state, at) => {
    const _id = `${unpaid._id.slice(0, -1)}${at}` as Order['_id'];
    return { ...unpaid, _id, state, holdUntil: null, ...(at === 0 && { address: OF_MANY_LINES }) };
  });
  // Some of it waits, some of it has left, and some was refunded.
  const parted = {
    waiting: { pieces: 10, date: '2099-12-03', place: 2 },
    later: { pieces: 10, shipBy: '2099-12-10T00:00:00.000Z' },
    ...{ shipped: 5, given_up: 3 },
  };
  return [...orders.map((order) => (order.state === 'paid' ? { ...order, ...parted } : order)), ...others];
}

/** A purchase of five orders, beside those that were placed alone. */
export function withPurchase(orders: Order[]): Order[] {
  const unpaid = orders.find(({ state }) => state === 'unpaid');
  if (!unpaid) throw new Error('No order is unpaid');
  const ids = Array.from({ length: 5 }, () => crypto.randomUUID() as OrderId);
  const purchase = {
    id: ids[0] as OrderId,
    number: 'P-2052' as const,
    lines: 5,
    amount: 9_492,
    po_number: 'PO 7741/ä',
  };
  return [...orders, ...ids.map((_id) => ({ ...unpaid, _id, purchase }))];
}
