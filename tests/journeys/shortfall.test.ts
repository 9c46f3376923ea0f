import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { openNewestMail } from '../harness/mailbox.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, payFor, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

let made = 0;

/** A tool of the test's own: 180 are there, and one like it has all. */
async function newTool(its: object = {}) {
  const admin = await theAdmin(origin);
  const { image } = await toolNamed(origin, 'Claw Hammer');
  made += 1;
  const no = `${process.pid}-${made}`;
  const plane = {
    ...{ name: `Bench Plane ${no}, 245 x 50 mm`, description: 'Planed.', image, sku: `PLAN-${no}`, price: 34 },
    ...{ category: `Planing ${no}`, min_quantity: 6, available_quantity: 180 },
    ...{ restock_at: '2099-12-03', backorder_limit: 100 },
    steps: [
      { from: 50, price: 32 },
      { from: 250, price: 29 },
    ],
    ...its,
  };
  const id = expectOk(await admin.call('POST', '/addTool', plane)).insertedId as string;
  const chisel = { name: `Chisel ${no}`, sku: `CHIS-${no}`, price: 18, steps: [], available_quantity: 400 };
  const other = expectOk(await admin.call('POST', '/addTool', { ...plane, ...chisel })).insertedId as string;
  const restock = async (pieces: number) =>
    expectOk(await admin.call('POST', `/tools/${id}/stock`, { kind: 'restock', pieces, reason: 'Delivery' }));
  return { id, name: plane.name, sku: plane.sku, category: plane.category, other, otherName: chisel.name, restock };
}

const radio = (page: Page, name: RegExp) => page.getByRole('radio', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const onScreen = (its: Locator) =>
  its.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
const ordersOf = async (who: Somebody) => expectOk(await who.call('GET', `/myorders/${who.email}`));

async function enter(tool: { id: string }, viewport = DESKTOP, expectedErrors?: RegExp) {
  const buyer = await newCustomer(origin, 'Dana Ortiz');
  const visitor = await visit({ origin, viewport, ...(expectedErrors && { expectedErrors }) });
  await letIn(visitor.page, origin, buyer);
  await visitor.page.goto(`/purchase/${tool.id}?quantity=250`);
  await visitor.page.getByText('70 are missing. How shall we do it?').waitFor();
  return { buyer, ...visitor };
}

async function fill(page: Page) {
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
}

test('what is missing waits: ordered as one, paid at once, at the price of all', async () => {
  const tool = await newTool();
  const { page, buyer, leave } = await enter(tool);
  await expect.poll(() => page.locator('.sheet').innerText()).toMatch(/180, \d+ more on 3\sDec\s2099/);
  await page.getByText('Only 180 available. Enter 6 to 180, or choose below.').first().waitFor();
  await expect.poll(() => button(page, 'Check Limit of Purchase').isDisabled()).toBe(true);
  await expect.poll(() => button(page, 'Add to order list').isDisabled()).toBe(true);
  await expect.poll(() => page.getByText('First order, 30% off.').count()).toBe(0);
  for (const one of await page.getByRole('radio').all()) await expect.poll(() => one.isChecked()).toBe(false);
  const mail = new URL((await page.getByRole('link', { name: 'Ask by email' }).getAttribute('href')) ?? '');
  expect(mail.searchParams.get('subject')).toBe(`250 x ${tool.sku}`);

  await radio(page, /^180 now, 70 on 3 Dec 2099 \$7,250$/).check();
  // The first order is 30% off, and so is what goes back.
  await page
    .getByText(
      'All 250 at $29 each, $7,250. The 70 ship when they are here; cancel them until then and you get $1,421 back.',
    )
    .waitFor();
  await fill(page);
  await button(page, 'Purchase 250, 70 later').click();
  const asked = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await asked
    .getByText(`This places an order for 250 × ${tool.name}. 70 of them are expected on 3 Dec 2099.`)
    .waitFor();
  await asked.getByRole('button', { name: 'Order', exact: true }).click();
  const done = page.getByRole('alertdialog', { name: 'Congratulations' });
  await done.getByText('Successfully added to order').waitFor();
  await done.getByText('70 wait for 3 Dec 2099, place 1 in the queue').waitFor();
  const [order, ...others] = await ordersOf(buyer);
  expect(others).toEqual([]);
  expect(order).toMatchObject({ quantity: 250, tools_price: 29, total: 7250, amount: 5075, waiting: { pieces: 70 } });
  await payFor(origin, buyer, order);
  await page.goto('/dashboard/myorders');
  await page.getByText('70 wait for 3 Dec 2099, place 1 in the queue').waitFor();
  await leave();
});

test('only what is here is ordered, at the price of so many', async () => {
  const tool = await newTool({ restock_at: null, backorder_limit: 0 });
  const { page, buyer, leave } = await enter(tool);
  await expect.poll(() => radio(page, /on 3 Dec 2099/).count()).toBe(0);
  await radio(page, /^Only the 180 \$5,760$/).check();
  await page.getByText('At $32 each.').waitFor();
  await fill(page);
  await button(page, 'Purchase').click();
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).getByText('an order for 180 ×').waitFor();
  await button(page, 'Order').click();
  await page.getByText('Successfully added to order').waitFor();
  await expect.poll(() => ordersOf(buyer)).toMatchObject([{ quantity: 180, tools_price: 32 }]);
  await leave();
});

test('another tool of its category that has all opens with the quantity; chosen, it goes into the order list', async () => {
  const tool = await newTool();
  const { page, leave } = await enter(tool);
  await radio(page, /^All 250 now, another tool \$4,500$/).check();
  await page.getByText(`In ${tool.category}, 250 in stock:`).waitFor();
  await button(page, 'Add to order list').click();
  await page.getByText(`250 × ${tool.otherName} added to order list.`).waitFor();
  await page.getByRole('link', { name: 'Take this tool' }).click();
  await arrived(page, `/purchase/${tool.other}`);
  await page.getByRole('heading', { level: 1, name: tool.otherName }).waitFor();
  await expect.poll(() => page.getByRole('spinbutton', { name: 'Quantity' }).inputValue()).toBe('250');
  await expect.poll(() => page.getByText('How shall we do it?').count()).toBe(0);
  await leave();
});

test('the order list takes the split as well', async () => {
  const tool = await newTool();
  const { page, leave } = await enter(tool);
  await radio(page, /^180 now/).check();
  await button(page, 'Add to order list').click();
  await page.getByRole('button', { name: 'Open order list' }).first().click();
  await page.getByText('180 now, 70 from 3 Dec 2099').waitFor();
  await leave();
});

test('whoever asks to be told gets one mail when the pieces are here, and may take it back', async () => {
  const tool = await newTool();
  const { page, context, buyer, leave } = await enter(tool);
  await page.getByRole('button', { name: 'Tell me when 250 are here' }).click();
  await page.getByText(`We will write to ${buyer.email} when 250 are here.`).waitFor();
  await expect.poll(() => focused(page)).toBe('Undo');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Tell me when 250 are here' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Tell me when 250 are here');
  await page.keyboard.press('Enter');
  await page.getByText('We will write to').waitFor();
  // It is shown with any quantity, so that it can be undone.
  await page.goto(`/purchase/${tool.id}`);
  await page.getByText(`We will write to ${buyer.email} when 250 are here.`).waitFor();
  await tool.restock(70);
  const mail = await openNewestMail(context, buyer.email);
  await mail.getByText(`250 × ${tool.name} are here`).first().waitFor();
  await page.reload();
  await page.getByRole('spinbutton', { name: 'Quantity' }).waitFor();
  await page.getByRole('button', { name: 'Purchase', exact: true }).waitFor();
  await expect.poll(() => page.getByText('We will write to').count()).toBe(0);
  await leave();
});

test('a held key asks to be told once, and does not take it back', async () => {
  const tool = await newTool();
  const { page, leave } = await enter(tool);
  const sent: string[] = [];
  page.on('request', (it) => it.url().endsWith('/watch') && it.method() !== 'GET' && sent.push(it.method()));
  const ask = page.getByRole('button', { name: 'Tell me when 250 are here' });
  await ask.focus();
  await page.keyboard.down('Enter');
  await page.getByText('We will write to').waitFor();
  for (let times = 0; times < 2; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await ask.waitFor();
  expect(sent).toEqual(['PUT', 'DELETE']);
  await leave();
});

test('pieces that came meanwhile are ordered like all others, and nobody is told', async () => {
  const tool = await newTool();
  const { page, leave } = await enter(tool);
  await tool.restock(70);
  await page.getByRole('button', { name: 'Tell me when 250 are here' }).click();
  await button(page, 'Purchase').waitFor();
  await expect.poll(() => page.getByText('How shall we do it?').count()).toBe(0);
  await leave();
});

test.each([
  ['on a desk', DESKTOP],
  ['on a phone', PHONE],
])('where others were faster the plan is reckoned again, and nothing is ordered: %s', async (_, viewport) => {
  const tool = await newTool({ backorder_limit: 200 });
  const { page, buyer, leave } = await enter(tool, viewport, /status of 409/);
  await radio(page, /^180 now, 70 on 3 Dec 2099/).check();
  await fill(page);
  await button(page, 'Purchase 250, 70 later').click();
  const faster = await newCustomer(origin);
  const order = { phone: '5550142200', address: '1 Main Street', quantity: 60, tools_price: 32, tools_id: tool.id };
  expectOk(await faster.call('POST', '/orders', order));
  await button(page, 'Order').click();
  await page.getByText('Only 120 left now.').waitFor();
  await page.getByText('130 are missing. How shall we do it?').waitFor();
  const fresh = radio(page, /^120 now, 130 on 3 Dec 2099/);
  await expect.poll(() => fresh.isChecked()).toBe(false);
  await expect.poll(() => fresh.evaluate((its) => its === document.activeElement)).toBe(true);
  await expect.poll(() => onScreen(page.getByText('Only 120 left now.'))).toBe(true);
  await expect.poll(() => button(page, 'Check Limit of Purchase').isDisabled()).toBe(true);
  await expect.poll(() => ordersOf(buyer)).toEqual([]);
  await fresh.check();
  await button(page, 'Purchase 250, 130 later').click();
  await button(page, 'Order').click();
  await page.getByText('130 wait for 3 Dec 2099, place 1 in the queue').waitFor();
  await leave();
});

test('where price and stock changed before Order, so many as nobody chose are not asked about', async () => {
  const tool = await newTool({ restock_at: null, backorder_limit: 0 });
  const { page, buyer, leave } = await enter(tool, DESKTOP, /status of 409/);
  await radio(page, /^Only the 180/).check();
  await fill(page);
  await button(page, 'Purchase').click();
  const asked = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await asked.getByText('an order for 180 ×').waitFor();
  const steps = [{ from: 50, price: 33 }];
  expectOk(await (await theAdmin(origin)).call('PATCH', `/tools/${tool.id}`, { version: 1, steps }));
  await tool.restock(100);
  await asked.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByText('The price is now $33 a piece. Check the new total and order again.').waitFor();
  await asked.waitFor({ state: 'hidden' });
  await expect.poll(() => ordersOf(buyer)).toEqual([]);
  await leave();
});

test('a phone and the keys alone are enough', async () => {
  const tool = await newTool();
  const { page, leave } = await enter(tool, PHONE);
  await radio(page, /^All 250 now/).waitFor();
  await page.getByRole('spinbutton', { name: 'Quantity' }).focus();
  const split = radio(page, /^180 now/);
  for (let presses = 0; presses < 5; presses += 1) {
    if (await split.evaluate((its) => its === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  await button(page, 'Purchase 250, 70 later').waitFor();
  await page.keyboard.press('ArrowDown');
  await button(page, 'Purchase').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('link', { name: 'Take this tool' }).waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('Ask by email');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await leave();
});
