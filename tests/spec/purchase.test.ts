import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { toolNamed } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, dialogOf, heading, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);
const tool = await toolNamed(origin, 'Hacksaw');
const { min_quantity: MIN } = tool;

let buyer: Somebody;
let page: Page;
let leave: () => Promise<void>;
beforeAll(async () => {
  buyer = await newCustomer(origin);
  ({ page, leave } = await visit({ as: buyer, expectedErrors: /status of (403|409|422|400)/ }));
});
afterAll(() => leave());

/** The purchase page, with its form there. */
async function open(its: Page = page): Promise<void> {
  await its.goto(`/purchase/${tool._id}`);
  await quantity(its).waitFor();
}

const quantity = (its: Page = page) => its.getByRole('spinbutton', { name: 'Quantity' });
const minus = () => page.getByRole('button', { name: 'One less' });
const plus = () => page.getByRole('button', { name: 'One more' });
const total = () => page.locator('.purchase__total dd');
const button = (name: string, its: Page = page) => its.getByRole('button', { name, exact: true });

spec('2 purchase.tool', 'all that is known of the tool', async () => {
  await open();
  await heading(page, /Hacksaw 300/).waitFor();
  const main = page.getByRole('main');
  await expect.poll(() => main.getByRole('img', { name: /Hacksaw/ }).count()).toBeGreaterThan(0);
  const text = (await main.innerText()).replaceAll(/\s+/g, ' ');
  expect(text).toContain('Price $9 per piece');
  expect(text).toMatch(/Available \d+ /);
  expect(text).toContain(`Minimum order ${MIN} `);
  await expect.poll(() => main.locator('.buy__text').innerText()).toHaveLength(203);
});

spec('2 purchase.form', 'who orders is read-only; phone, address, total and button', async () => {
  await open();
  for (const [label, value] of [
    ['Name', buyer.name],
    ['Email', buyer.email],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await expect.poll(() => field.inputValue()).toBe(value);
    await expect.poll(() => field.getAttribute('readonly')).not.toBeNull();
  }
  await expect.poll(() => page.getByLabel('Shipping address').count()).toBe(1);
  await expect.poll(() => total().innerText()).toBe(`$${9 * MIN}`);
  await expect.poll(() => button('Purchase').isEnabled()).toBe(true);
});

spec('9 price.dollars', 'whole dollars with a dollar sign; the phone has the keyboard for digits', async () => {
  await open();
  await expect.poll(() => total().innerText()).toMatch(/^\$[\d,]+$/);
  // The keys of a telephone: digits, and # for an extension.
  await expect.poll(() => page.getByLabel('Phone').getAttribute('inputmode')).toBe('tel');
});

spec(
  ['2 purchase.stepper', '4 purchase.start'],
  'starts at the minimum; plus and minus step by one; the box takes what is typed',
  async () => {
    await open();
    await expect.poll(() => quantity().inputValue()).toBe(String(MIN));
    await plus().click();
    await plus().click();
    await minus().click();
    await expect.poll(() => quantity().inputValue()).toBe(String(MIN + 1));
    await quantity().fill('40');
    await expect.poll(() => total().innerText()).toBe('$360');
  },
);

spec(
  ['5 purchase.limits', '4 purchase.flag'],
  '"Check Limit of Purchase" and a sentence, until the quantity is right again',
  async () => {
    await open();
    const { available_quantity: available } = await toolNamed(origin, 'Hacksaw');
    for (const wrong of [String(MIN - 1), String(available + 1), '0', '', '-5']) {
      await quantity().fill(wrong);
      await expect.poll(() => button('Check Limit of Purchase').isDisabled()).toBe(true);
      await page.locator('.field .err').filter({ visible: true }).first().waitFor();
    }
    for (const right of [String(MIN), String(available)]) {
      await quantity().fill(right);
      await expect.poll(() => button('Purchase').isEnabled()).toBe(true);
      await expect.poll(() => quantity().getAttribute('aria-invalid')).not.toBe('true');
    }
  },
);

spec('5 purchase.plus', 'at what is available plus does nothing more', async () => {
  await open();
  const { available_quantity: available } = await toolNamed(origin, 'Hacksaw');
  await quantity().fill(String(available - 1));
  await plus().click();
  await plus().click({ force: true });
  await expect.poll(() => quantity().inputValue()).toBe(String(available));
});

spec('5 purchase.minus', 'at the minimum minus does nothing more', async () => {
  await open();
  await quantity().fill(String(MIN + 1));
  await minus().click();
  await minus().click({ force: true });
  await expect.poll(() => quantity().inputValue()).toBe(String(MIN));
});

spec('5 purchase.total', 'quantity times price, with every step', async () => {
  await open();
  for (const pieces of [12, 13, 111, 500]) {
    await quantity().fill(String(pieces));
    await expect.poll(() => total().innerText()).toBe(`$${(pieces * 9).toLocaleString('en')}`);
  }
});

spec('5 purchase.required', 'without phone or address nothing is asked and the field is marked', async () => {
  const fresh = await visit({ as: await newCustomer(origin) });
  await open(fresh.page);
  await button('Purchase', fresh.page).click();
  for (const label of ['Phone', 'Shipping address']) {
    await expect.poll(() => fresh.page.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
  }
  await expect.poll(() => dialogOf(fresh.page, 'Are you sure?').count()).toBe(0);
  await fresh.leave();
});

async function ask(): Promise<void> {
  await open();
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  await button('Purchase').click();
}

spec('8 order.confirm', '"Are you sure?" with the quantity, the total and "Order"; Cancel orders nothing', async () => {
  await ask();
  const dialog = dialogOf(page, 'Are you sure?');
  await expect.poll(() => dialog.innerText()).toContain(`$${9 * MIN}`);
  await dialog.getByRole('button', { name: 'Order', exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await buyer.call('GET', `/myorders/${buyer.email}`)).body).toEqual([]);
});

spec('9 offer.30', 'the first order costs 30% less, the second its full price', async () => {
  const customer = await newCustomer(origin);
  const body = { phone: '5550142200', address: '1 Main Street', quantity: MIN, tools_price: 9, tools_id: tool._id };
  const amounts: number[] = [];
  for (const _ of ['first', 'second']) {
    const placed = await customer.call('POST', '/orders', body);
    amounts.push((await customer.call('GET', `/orders/${placed.body.insertedId}`)).body.amount);
  }
  expect(amounts).toEqual([Math.round(9 * MIN * 70) / 100, 9 * MIN]);
});

spec('8 order.success', '"Congratulations", "Successfully added to order", and the order is there', async () => {
  await ask();
  await dialogOf(page, 'Are you sure?').getByRole('button', { name: 'Order', exact: true }).click();
  const done = dialogOf(page, 'Congratulations');
  await done.getByText('Successfully added to order', { exact: true }).waitFor();
  const orders = (await buyer.call('GET', `/myorders/${buyer.email}`)).body;
  expect(orders.map((order: { quantity: number }) => order.quantity)).toEqual([MIN]);
  await done.getByRole('link', { name: 'See My Orders' }).click();
  await arrived(page, '/dashboard/myorders');
});

spec(
  ['8 admin.orders', '6 admin.refused', '1 admin.orders-not'],
  'dialog "Oops..." with the sentence; the shop itself refuses with the same',
  async () => {
    const admin = await theAdmin(origin);
    const visitor = await visit({ as: admin, expectedErrors: /status of 403/ });
    await open(visitor.page);
    await visitor.page.getByLabel('Phone').fill('5550142200');
    await visitor.page.getByLabel('Shipping address').fill('1 Main Street');
    await button('Purchase', visitor.page).click();
    const dialog = dialogOf(visitor.page, 'Oops...');
    await dialog.getByText('You can not make Order because you are Admin!', { exact: true }).waitFor();
    await visitor.leave();
    const body = { phone: '5550142200', address: '1 Main Street', quantity: MIN, tools_price: 9, tools_id: tool._id };
    const refused = await admin.call('POST', '/orders', body);
    expect(refused).toMatchObject({
      status: 403,
      body: { detail: 'You can not make Order because you are Admin!' },
    });
  },
);

spec(
  '9 quantity.bounds',
  'below the minimum and above what is available the shop refuses, at the bounds it does not',
  async () => {
    const customer = await newCustomer(origin);
    const torch = await toolNamed(origin, 'LED Torch');
    const order = (pieces: number) =>
      customer.call('POST', '/orders', {
        ...{ phone: '5550142200', address: '1 Main Street', quantity: pieces },
        ...{ tools_price: torch.price, tools_id: torch._id },
      });
    expect((await order(torch.min_quantity - 1)).status).toBe(409);
    expect((await order(torch.available_quantity + 1)).status).toBe(409);
    expect((await order(0)).status).toBe(400);
    expect((await order(torch.min_quantity)).status).toBe(200);
  },
);
