import { expect, test } from 'vitest';
import { DESKTOP, running, useBrowser } from '../harness/browser.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
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
  return { buyer, tool, number: number as string, short: id.slice(-12).toUpperCase() };
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
  await page.getByText('has “GLV-XXXXL” in its id, number, customer, tool, item number, PO or job.').waitFor();
  await leave();
});
