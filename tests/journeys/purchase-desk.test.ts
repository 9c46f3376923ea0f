import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { focused, pressUntil } from '../harness/keyboard.ts';
import { newAdmin, newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, orderOf, payFor } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

async function paidBy(name: string) {
  const buyer = await newCustomer(origin, name);
  const order = await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  await payFor(origin, buyer, order);
  return { buyer, id: order._id as string, path: `/dashboard/purchases/${order.number}`, email: buyer.email };
}

async function open(
  who: Somebody,
  path: string,
  { viewport = DESKTOP, expectedErrors = undefined as RegExp | undefined } = {},
) {
  const visitor = await visit({ origin, viewport, ...(expectedErrors && { expectedErrors }) });
  await letIn(visitor.page, origin, who);
  await visitor.page.goto(path);
  await visitor.page.getByRole('heading', { level: 1, name: /^Purchase P-/ }).waitFor();
  return visitor;
}

const field = (page: Page) => page.getByLabel('Note for admins');
const notes = (page: Page) => page.locator('.tl__note');

test('an admin writes notes, by Enter and by Add; another admin sees them, the buyer does not', async () => {
  const { buyer, path } = await paidBy('Nora Kent');
  const { page, leave } = await open(await theAdmin(origin), path);
  await field(page).waitFor();
  const isFocused = () => field(page).evaluate((it) => it === document.activeElement);
  await pressUntil(page, 'n', isFocused);
  await expect.poll(() => field(page).inputValue()).toBe('');
  await field(page).pressSequentially('Lift gate needed,');
  await page.keyboard.press('Shift+Enter');
  await field(page).pressSequentially('call an hour before.');
  await page.keyboard.press('Enter');
  await notes(page).getByText('call an hour before.').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('');
  await page.getByRole('status').getByText('Note added.').waitFor({ state: 'attached' });
  await field(page).fill('Gate B closes at four.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Notes 2' }).click();
  await expect.poll(() => page.locator('.tl > li').count()).toBe(2);
  await expect.poll(() => notes(page).first().innerText()).toMatch(/^Gate B closes at four\.\s+Demo Admin, today, /);
  await leave();

  const second = await open(await newAdmin(theShop(), 'Second Admin'), path, { viewport: PHONE });
  await expect.poll(() => notes(second.page).last().innerText()).toContain('Lift gate needed,\ncall an hour before.');
  await field(second.page).fill('Seen.');
  await second.page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => notes(second.page).first().innerText()).toMatch(/^Seen\.\s+Second Admin, today, /);
  await expect.poll(() => second.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await second.leave();

  const own = await open(buyer, path);
  await own.page.getByText('Ordered', { exact: true }).waitFor();
  await expect
    .poll(() =>
      own.page
        .locator('main')
        .getByText(/Lift gate|Gate B|Admin|Note/)
        .count(),
    )
    .toBe(0);
  await own.leave();
});

test('a note whose answer was lost stays in its field with the reason, and is added once, also after a reload', async () => {
  const { path } = await paidBy('Nick Notes');
  const { page, leave } = await open(await theAdmin(origin), path, { expectedErrors: /ERR_FAILED/ });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Write the note.').waitFor();
  await field(page).fill('Ring twice, not n times.');
  const keys: (string | undefined)[] = [];
  page.on('request', (it) => it.url().endsWith('/notes') && keys.push(it.headers()['idempotency-key']));
  // It arrives, and its answer gets lost.
  await page.route('**/notes', async (route) => {
    await route.fetch();
    await route.abort('failed');
  });
  await page.keyboard.press('Enter');
  await page.getByText('The shop cannot be reached', { exact: false }).first().waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('Ring twice, not n times.');
  await page.unroute('**/notes');
  await page.reload();
  await expect.poll(() => field(page).inputValue()).toBe('Ring twice, not n times.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => field(page).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Notes 1' }).waitFor();
  await expect.poll(() => notes(page).count()).toBe(1);
  expect(new Set(keys).size).toBe(1);
  await leave();
});

test('a note that is not added yet is there after a reload and after leaving the page, and with its purchase only', async () => {
  const [first, second] = [await paidBy('Dora Draft'), await paidBy('Otto Other')];
  const { page, leave } = await open(await theAdmin(origin), first.path);
  await field(page).pressSequentially('Ask for the dock');
  await page.reload();
  await expect.poll(() => field(page).inputValue()).toBe('Ask for the dock');
  await page.getByRole('link', { name: 'Manage All Orders' }).last().click();
  await page.getByRole('heading', { level: 1, name: 'Manage All Orders' }).waitFor();
  await page.goto(second.path);
  await field(page).waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('');
  await page.goto(first.path);
  await expect.poll(() => field(page).inputValue()).toBe('Ask for the dock');
  await field(page).press('Enter');
  await notes(page).getByText('Ask for the dock').waitFor();
  await page.reload();
  await notes(page).getByText('Ask for the dock').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('');
  await leave();
});

test('a shipment whose answer was lost has left once, though its part is pressed again after a reload', async () => {
  const { path, id, buyer } = await paidBy('Sara Sent');
  const { page, leave } = await open(await theAdmin(origin), path, { expectedErrors: /ERR_FAILED/ });
  const dialog = page.getByRole('dialog', { name: 'Ship' });
  const rest = page.getByRole('button', { name: 'Ship the rest' }).first();
  await page.route('**/shipments', async (route) => {
    await route.fetch();
    await route.abort('failed');
  });
  await page.getByRole('button', { name: 'Ship', exact: true }).first().click();
  await dialog.getByLabel(/^Pieces: /).fill('2');
  await dialog.getByRole('button', { name: 'Ship 2 pieces' }).click();
  await dialog.getByText('The shop cannot be reached', { exact: false }).first().waitFor();
  await page.unroute('**/shipments');
  await page.reload();
  await rest.click();
  await dialog.getByRole('button', { name: 'Ship 2 pieces' }).click();
  await page.getByText('Shipment 1: 2 pieces marked shipped.').first().waitFor();
  expect(expectOk(await buyer.call('GET', `/purchases/${id}`)).shipments).toHaveLength(1);
  // The next one is another.
  await rest.click();
  await dialog.getByLabel(/^Pieces: /).fill('2');
  await dialog.getByRole('button', { name: 'Ship 2 pieces' }).click();
  await page.getByText('Shipment 2: 2 pieces marked shipped.').first().waitFor();
  await leave();
});

test('where a purchase goes is changed before it leaves; the buyer sees it and is told by mail', async () => {
  const { buyer, path, email } = await paidBy('Sam Shipto');
  const { page, context, leave } = await open(await theAdmin(origin), path, {
    viewport: PHONE,
    expectedErrors: /status of 4(00|09)/,
  });
  const dialog = page.getByRole('dialog', { name: 'Ship to' });
  await page.getByRole('button', { name: 'Change the address' }).click();
  await dialog.getByLabel('Address').fill('  ');
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await dialog.getByText('Shipping address is required.').waitFor();
  const pasted = 'Quay Store, Gate B, '.repeat(26);
  await dialog.getByLabel('Address').fill(pasted);
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await dialog.getByText('Shipping address may have 500 characters at most.').waitFor();
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe(pasted);
  await dialog.getByLabel('Address').fill('Quay Store, Gate B\nHafenstrasse 9');
  await dialog.getByLabel('Phone').fill('+49 40 5550142');
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await page.getByText('The address and the phone number are changed. The buyer is told by mail.').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Change the address');
  await page.locator('.docket').getByText('Quay Store, Gate B\nHafenstrasse 9').waitFor();
  await page.getByText('Address and phone number changed. The buyer is told by mail', { exact: true }).waitFor();

  const mailbox = await context.newPage();
  await expect
    .poll(async () => {
      await mailbox.goto('/sandbox/mailbox');
      return mailbox.getByRole('listitem').filter({ hasText: email }).filter({ hasText: 'another address' }).count();
    })
    .toBe(1);
  await mailbox.close();

  // Somebody else changes it after it was typed.
  await page.getByRole('button', { name: 'Change the address' }).click();
  await dialog.getByLabel('Address').fill('Gate C\nHafenstrasse 9');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const other = await context.newPage();
  await other.goto(path);
  await other.getByRole('button', { name: 'Change the address' }).click();
  await other.getByRole('dialog').getByLabel('Address').fill('Gate D');
  await other.getByRole('dialog').getByRole('button', { name: 'Change address' }).click();
  await other.locator('.docket').getByText('Gate D').waitFor();
  await other.close();
  await page.getByRole('button', { name: 'Change the address' }).click();
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await dialog.getByText(/ changed where it is sent at \d\d:\d\d\. .*It is Gate D, phone .* now\./).waitFor();
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('Gate C\nHafenstrasse 9');
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.docket').getByText('Gate C\nHafenstrasse 9').waitFor();

  await page.getByRole('link', { name: 'Open the orders of Sam Shipto' }).click();
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(email);
  await page
    .getByRole('button', { name: /^Mark shipped/ })
    .first()
    .click();
  await page
    .getByText(/marked shipped\./)
    .first()
    .waitFor();
  await page.goto(path);
  await page.getByText('It stays: a part has left for it.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Change the address' }).count()).toBe(0);
  await leave();

  const own = await open(buyer, path);
  await own.page.locator('.ship-to').getByText('Gate C\nHafenstrasse 9').waitFor();
  await own.page.getByText('Address changed', { exact: true }).first().waitFor();
  await own.leave();
});

test('where it was shipped meanwhile its address is refused, and the focus is on the heading of that part', async () => {
  const { path, id } = await paidBy('Tess Shipto');
  const { page, leave } = await open(await theAdmin(origin), path, { expectedErrors: /status of 409/ });
  const dialog = page.getByRole('dialog', { name: 'Ship to' });
  await page.getByRole('button', { name: 'Change the address' }).click();
  await dialog.getByLabel('Address').fill('Gate E');
  expectOk(await (await theAdmin(origin)).call('POST', `/purchases/${id}/shipments`, {}));
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.getByText('It stays: a part has left for it.').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Ship to');
  await leave();
});
