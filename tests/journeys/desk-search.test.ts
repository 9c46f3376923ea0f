import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, running, useBrowser } from '../harness/browser.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { expectOk, newTool, orderOf, payFor } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

/** A purchase of a tool of its own, with a PO number. */
async function purchase() {
  const buyer = await newCustomer(origin, 'Ottilie Quarry');
  const tool = await newTool(origin, 'Gloves, Size L');
  const body = {
    ...{ phone: '5550142200', address: '1 Main Street', po_number: '4500077331' },
    lines: [{ tools_id: tool.id, quantity: 12, tools_price: 10 }],
  };
  const id = expectOk(await buyer.call('POST', '/purchases', body)).insertedId as string;
  const { number } = expectOk(await buyer.call('GET', `/purchases/${id}`));
  return { buyer, id, tool, number: number as string, short: id.slice(-12).toUpperCase() };
}

test('an admin finds the purchase of a customer in the palette, and is offered no email to herself', async () => {
  const { buyer, number, short } = await purchase();
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto('/');
  await running(page);
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Find tools, orders and pages' });
  const orders = page.getByRole('group', { name: 'Orders', exact: true });
  for (const words of ['Ottilie Quarry', buyer.email, '4500077331', short, number.toLowerCase()]) {
    await box.fill('zzqqxx');
    await page.getByText('Nothing for “zzqqxx”.').waitFor();
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    await box.fill(words);
    await orders.getByRole('option', { name: new RegExp(`^${number} .*(PO 4500077331|Ottilie Quarry)`) }).waitFor();
  }
  // However soon Enter is pressed.
  await box.fill('zzqqxx');
  await page.getByText('Nothing for “zzqqxx”.').waitFor();
  await box.fill(number);
  await page.keyboard.press('Enter');
  await arrived(page, `/dashboard/purchases/${number}`);
  await leave();
});

test('orders are searched by item number, and where none has it the page says so', async () => {
  const { tool, number } = await purchase();
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto('/dashboard/manageAllOrders');
  const box = page.getByRole('searchbox', { name: 'Search orders' });
  await box.fill(tool.sku.toLowerCase());
  await page.getByRole('link', { name: number, exact: true }).waitFor();
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Gloves, Size L' }).count()).toBe(1);
  await box.fill('GLV-XXXXL');
  await page
    .getByText('has “GLV-XXXXL” in its id, number, invoice, transaction id, customer, tool, item number, PO or job.')
    .waitFor();
  await leave();
});

test('an admin finds a purchase that was cancelled by its number, in all orders and in the palette', async () => {
  const { buyer, id, number } = await purchase();
  expectOk(await buyer.call('DELETE', `/myorders/${id}`));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto('/dashboard/manageAllOrders');
  const box = page.getByRole('searchbox', { name: 'Search orders' });
  await box.fill(number);
  const link = page.getByRole('link', { name: number, exact: true });
  await link.waitFor();
  await page.getByRole('row').filter({ hasText: 'Gloves, Size L' }).getByText('Cancelled').waitFor();
  // It is in no list.
  await box.fill('');
  await expect.poll(() => link.count()).toBe(0);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find tools, orders and pages' }).fill(number);
  await page.getByRole('option', { name: new RegExp(`^${number} .*Cancelled`) }).click();
  await arrived(page, `/dashboard/purchases/${number}`);
  await page.getByText('Cancelled before the payment', { exact: true }).waitFor();
  await leave();
});

test('the number of an invoice and a transaction id lead an admin to their purchase, and its buyer', async () => {
  const buyer = await newCustomer(origin, 'Ivo Receipt');
  const order = await orderOf(origin, buyer, { tool: 'Tape Measure' });
  await payFor(origin, buyer, order);
  const papers = async () => expectOk(await buyer.call('GET', `/orders/${order._id}`));
  await expect.poll(async () => (await papers()).invoice).toBeTruthy();
  const { invoice, transactionId, number } = await papers();
  const admin = await visit({ origin, viewport: DESKTOP });
  await letIn(admin.page, origin, await theAdmin(origin));
  const own = await visit({ origin, viewport: DESKTOP });
  await letIn(own.page, origin, buyer);
  for (const { page, path, label } of [
    { page: admin.page, path: '/dashboard/manageAllOrders', label: 'Search orders' },
    { page: own.page, path: '/dashboard/myorders', label: 'Search orders by number, tool, PO or job' },
  ]) {
    await page.goto(path);
    for (const words of [invoice, transactionId]) {
      await page.getByRole('searchbox', { name: label }).fill('zzqqxx');
      await page.getByText('No order found').waitFor();
      await page.getByRole('searchbox', { name: label }).fill(words);
      await page.getByRole('link', { name: number, exact: true }).waitFor();
    }
  }
  await admin.page.keyboard.press('Control+k');
  await admin.page.getByRole('combobox', { name: 'Find tools, orders and pages' }).fill(invoice);
  await admin.page.getByRole('option', { name: new RegExp(`^${number} `) }).click();
  await arrived(admin.page, `/dashboard/purchases/${number}`);
  await admin.leave();
  await own.leave();
});

/** One after the other, before the page can be drawn again. */
const narrow = (page: Page, steps: readonly { tab?: string; words?: string }[]) =>
  page.evaluate((all) => {
    const box = document.querySelector<HTMLInputElement>('.search-box input');
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const { tab, words } of all) {
      if (words !== undefined) {
        write?.call(box, words);
        box?.dispatchEvent(new Event('input', { bubbles: true }));
      }
      const named = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((it) =>
        it.textContent?.startsWith(`${tab}`),
      );
      named?.click();
    }
  }, steps);

test.each(['/dashboard/myorders', '/dashboard/manageAllOrders'])(
  '%s: a tab that is pressed right after a word is typed keeps the word, and the word the tab',
  async (path) => {
    const { buyer } = await purchase();
    const { page, leave } = await visit({ origin, viewport: DESKTOP });
    await letIn(page, origin, path.endsWith('myorders') ? buyer : await theAdmin(origin));
    await page.goto(path);
    await page.getByRole('tab', { name: /^Unpaid/ }).waitFor();
    await running(page);
    const search = () => new URL(page.url()).search;
    await narrow(page, [{ words: 'gloves' }, { tab: 'Unpaid' }]);
    await expect.poll(search).toBe('?status=unpaid&search=gloves');
    await page.getByRole('tab', { name: /^Unpaid/, selected: true }).waitFor();
    await narrow(page, [{ tab: 'All' }, { words: 'size' }]);
    await expect.poll(search).toBe('?search=size');
    await leave();
  },
);
