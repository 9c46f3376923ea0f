import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, orderOf, payFor } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { dialogOf, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

let buyer: Somebody;
let admin: Somebody;
let page: Page;
let leave: () => Promise<void>;
let shipped: Placed;
let paid: Placed;
let unpaid: Placed;
type Placed = Awaited<ReturnType<typeof orderOf>>;

beforeAll(async () => {
  [buyer, admin] = await Promise.all([newCustomer(origin), theAdmin(origin)]);
  shipped = await orderOf(origin, buyer, { tool: 'Tape Measure' });
  await payFor(origin, buyer, shipped);
  expectOk(await admin.call('PUT', `/manageOrder/${shipped._id}`));
  paid = await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  await payFor(origin, buyer, paid);
  unpaid = await orderOf(origin, buyer, { tool: 'Site Toolbox', quantity: 48 });
  ({ page, leave } = await visit({ as: buyer, expectedErrors: /status of 402/ }));
});
afterAll(() => leave());

const rowOf = (its: Page, name: string) => its.getByRole('row').filter({ hasText: name });

async function myOrders(its: Page = page): Promise<Locator> {
  await its.goto('/dashboard/myorders');
  await rowOf(its, 'Site Toolbox').waitFor();
  return its.getByRole('row').filter({ has: its.getByRole('cell') });
}

spec('2 orders.table', 'the columns, and the newest order as number 1', async () => {
  const rows = await myOrders();
  const heads = (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim());
  expect(heads).toEqual(['#', 'Image', 'Name', 'Address', 'Quantity', 'Price', 'Pay status', 'Action']);
  const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  expect(texts).toHaveLength(3);
  expect(texts[0]).toMatch(/^1 Site Toolbox.*48 Foundry Lane.*48 \$720/);
  expect(texts[1]).toMatch(/^2 Claw Hammer/);
  expect(texts[2]).toMatch(/^3 Tape Measure/);
  await expect.poll(() => rows.first().locator('img').count()).toBe(1);
});

spec('2 orders.unpaid', 'Pay Now leads to its payment page; Cancel is there', async () => {
  await myOrders();
  const row = rowOf(page, 'Site Toolbox');
  await expect
    .poll(() => row.getByRole('link', { name: /^Pay Now/ }).getAttribute('href'))
    .toBe(`/dashboard/payment/${unpaid._id}`);
  await row.getByRole('button', { name: /^Cancel/ }).waitFor();
});

spec(
  ['2 orders.paid', '4 order.paid-stays'],
  'Paid, Processing or Shipped, the transaction id, and nothing to cancel or delete',
  async () => {
    await myOrders();
    for (const [name, order, word] of [
      ['Claw Hammer', paid, 'Processing'],
      ['Tape Measure', shipped, 'Shipped'],
    ] as const) {
      const its = rowOf(page, name);
      const { transactionId } = expectOk(await buyer.call('GET', `/orders/${order._id}`));
      expect(transactionId).toMatch(/^pi_/);
      for (const text of ['Paid', word, transactionId]) await its.getByText(text, { exact: true }).first().waitFor();
      await expect.poll(() => its.getByRole('button', { name: /Cancel|Delete/ }).count()).toBe(0);
      expect((await buyer.call('DELETE', `/myorders/${order._id}`)).status).toBe(409);
      expect((await admin.call('DELETE', `/manageOrder/${order._id}`)).status).toBe(409);
    }
  },
);

spec('9 faq.numbers', 'a paid order says by when it ships: 7 days after the payment cleared', async () => {
  const { paidAt, shipBy } = expectOk(await buyer.call('GET', `/orders/${paid._id}`));
  expect(Date.parse(shipBy) - Date.parse(paidAt)).toBe(7 * 24 * 3_600_000);
  await myOrders();
  await rowOf(page, 'Claw Hammer').getByText('Ships by').waitFor();
});

spec(
  ['8 order.cancel', '7 DELETE /myorders/{id}'],
  'Cancel asks; "Keep order" keeps; "Cancel order" removes it and says "Deleted!"',
  async () => {
    const customer = await newCustomer(origin);
    await orderOf(origin, customer, { tool: 'Brick Trowel' });
    const visitor = await visit({ as: customer });
    await visitor.page.goto('/dashboard/myorders');
    const cancel = rowOf(visitor.page, 'Brick Trowel').getByRole('button', { name: /^Cancel/ });
    const question = dialogOf(visitor.page, 'Cancel this order?');
    await cancel.click();
    await question.getByRole('button', { name: 'Keep order' }).click();
    await question.waitFor({ state: 'detached' });
    await cancel.click();
    await question.getByRole('button', { name: 'Cancel order' }).click();
    await visitor.page.getByText('Deleted!', { exact: true }).first().waitFor();
    await rowOf(visitor.page, 'Brick Trowel').waitFor({ state: 'detached' });
    await expect
      .poll(async () => expectOk(await customer.call('GET', `/myorders/${customer.email}`)).filter(isOpen))
      .toEqual([]);
    await visitor.leave();
  },
);

spec('4 order.cancel', 'an unpaid order goes by its customer, and by an admin', async () => {
  const customer = await newCustomer(origin);
  const [first, second] = [
    await orderOf(origin, customer, { tool: 'Brick Trowel' }),
    await orderOf(origin, customer, { tool: 'Brick Trowel' }),
  ];
  expect(expectOk(await customer.call('DELETE', `/myorders/${first._id}`)).acknowledged).toBe(true);
  expect(expectOk(await admin.call('DELETE', `/manageOrder/${second._id}`)).acknowledged).toBe(true);
  const left = expectOk(await customer.call('GET', `/myorders/${customer.email}`)).filter(isOpen);
  expect(left).toEqual([]);
});

const isOpen = (order: { state: string }) => order.state === 'unpaid';
