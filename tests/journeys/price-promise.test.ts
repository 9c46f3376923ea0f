import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, running, useBrowser } from '../harness/browser.ts';
import { fillCard } from '../harness/card-form.ts';
import { holdNext } from '../harness/hold-next.ts';
import { focused, tabTo } from '../harness/keyboard.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const CONTACT = { phone: '5550142200', address: '48 Foundry Lane, Leeds', po_number: '4500018830', job: 'Unit 7' };

type Tool = Awaited<ReturnType<typeof newTool>>;

/** A promise of so many of each, and its link. */
async function promised(who: Somebody, lines: readonly (readonly [Tool, number])[]) {
  const body = {
    ...CONTACT,
    note: 'Needed on site by Friday.',
    lines: lines.map(([{ id }, quantity]) => ({ tools_id: id, quantity, tools_price: 10 })),
  };
  const { number, token } = expectOk(await who.call('POST', '/promises', body));
  return { number: number as string, link: `/promise/${token}` };
}

const correct = async (tool: Tool, pieces: number) =>
  expectOk(
    await (await theAdmin(origin)).call('POST', `/tools/${tool.id}/stock`, {
      ...{ kind: 'correction', pieces, reason: 'Counted again.' },
    }),
  );

async function openLink(page: Page, link: string) {
  await page.goto(link);
  await page.getByLabel('Card number').waitFor();
  await running(page);
}

async function fillPayer(page: Page, card = '4242 4242 4242 4242') {
  await page.getByLabel('Your name').fill('Sam Reyes');
  await page.getByLabel('Your email, for the receipt').fill('sam.reyes@example.com');
  await fillNamedCard(page, card);
}

async function fillNamedCard(page: Page, card: string) {
  await page.getByLabel('Name on card').fill('Sam Reyes');
  await fillCard(page, card);
}

const approve = (page: Page) => page.getByRole('button', { name: /^Approve and pay \$/ });

/** The name of the file, which is a PDF. */
async function saved(page: Page, by: Locator) {
  const download = page.waitForEvent('download');
  await by.click();
  const file = await download;
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  return file.suggestedFilename();
}

async function great(page: Page) {
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor({ timeout: 25_000 });
  await page.getByRole('button', { name: 'OK' }).click();
}

test('prices are held from the order list, and the boss pays by the link without an account', async () => {
  const tools = [await newTool(origin, 'Promised Wrench'), await newTool(origin, 'Promised Saw')] as const;
  const dana = await newCustomer(origin);
  const own = await visit({ origin, viewport: DESKTOP });
  const { page } = own;
  await own.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await letIn(page, origin, dana);
  for (const { id, name } of tools) {
    await page.goto(`/purchase/${id}?quantity=50`);
    await page.getByRole('button', { name: 'Add to order list' }).click();
    await page.getByText(`50 × ${name} added to order list.`).first().waitFor();
  }
  await page.goto('/order-list');
  await page.getByText('2 tools, 100 pieces, kept on every device where you log in').waitFor();
  const hold = page.getByRole('button', { name: 'Hold these prices' });
  await hold.click();
  await page.getByText('Phone is required.').waitFor();
  await page.getByLabel('Phone').fill(CONTACT.phone);
  await page.getByLabel('Ship to').fill(CONTACT.address);
  await page.getByLabel('Job').fill('Unit 7');
  await hold.click();
  const dialog = page.getByRole('dialog', { name: 'Hold these prices' });
  await dialog.getByText('A numbered document with these 2 prices.').waitFor();
  await dialog.getByRole('textbox').fill('x'.repeat(2_000));
  await dialog.getByRole('button', { name: 'Hold these prices' }).click();
  await dialog.getByText(/^The note may have \d+ characters at most\.$/).waitFor();
  // Nothing is ordered by holding prices.
  await expect.poll(() => page.getByText('Are you sure?').count()).toBe(0);
  await dialog.getByRole('textbox').fill('Needed on site by Friday.');
  // Pressed again while the next page is on its way, it makes no other one.
  const made: string[] = [];
  page.on('request', (it) => it.method() === 'POST' && made.push(new URL(it.url()).pathname));
  const PAGE = /\/assets\/promise-page-[\w-]+\.js$/;
  const letGo = await holdNext(page, PAGE);
  const coming = page.waitForRequest(PAGE);
  await dialog.getByRole('button', { name: 'Hold these prices' }).click();
  await coming;
  await dialog.getByRole('button', { name: 'Hold these prices' }).click({ force: true });
  letGo();

  await page.getByRole('heading', { level: 1, name: /^Price promise PP-\d{4,}$/ }).waitFor();
  expect(made.filter((path) => path === '/promises')).toHaveLength(1);
  await page.getByText('Valid, not paid').waitFor();
  await page.getByText('It has not been opened yet.').waitFor();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.getByText('Link copied.').first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${origin.replace('https', 'https?')}/promise/[\\w-]{22}$`));
  const mail = await page.getByRole('link', { name: 'Write the email' }).getAttribute('href');
  expect(decodeURIComponent(mail ?? '')).toContain(link);
  await page.goto('/order-list');
  await page.getByText('2 tools, 100 pieces, kept').waitFor();

  const boss = await visit({ origin, viewport: DESKTOP });
  const answer = await boss.page.goto(link);
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await boss.page.getByText('Valid for 7 more days').waitFor();
  await boss.page.getByText('Needed on site by Friday.').waitFor();
  const read = await boss.page.locator('main').innerText();
  for (const hidden of [dana.email, CONTACT.phone]) expect(read).not.toContain(hidden);
  await expect.poll(() => boss.page.locator('header a').allInnerTexts()).toEqual([expect.stringContaining('Toolyard')]);
  // The first order of its customer: taken off, and said.
  await boss.page.getByText('First order, 30% off').waitFor();
  await fillPayer(boss.page);
  await approve(boss.page).click();
  await great(boss.page);
  await boss.page.locator('#main').getByText('Congrats! Your payment $700 is paid.').waitFor();
  const receipt = await boss.page.locator('.docket').innerText();
  expect(receipt).toMatch(/Approved by\s+Sam Reyes[\s\S]+First order, 30% off\s+−\$300[\s\S]+pi_/);
  const invoice = await saved(boss.page, boss.page.getByRole('link', { name: 'Invoice, PDF' }));
  expect(invoice).toMatch(/^Invoice \d{4}-\d{4,}\.pdf$/);
  await boss.page.reload();
  await boss.page.getByText('Already paid').waitFor();
  const file = await saved(boss.page, boss.page.getByRole('link', { name: 'PDF', exact: true }));
  expect(file).toMatch(/^Price promise PP-\d{4,}\.pdf$/);
  await boss.leave();

  await page.goto('/dashboard/promises');
  await page.getByText(/^Paid \d+\sNov|^Paid /).waitFor();
  await page.getByRole('link', { name: /^PP-/ }).first().click();
  await page.getByText('Sam Reyes').waitFor();
  expect(await saved(page, page.getByRole('button', { name: 'PDF' }))).toBe(file);
  await page.getByRole('link', { name: /^See purchase P-/ }).click();
  await page.getByRole('heading', { level: 1, name: /^Purchase P-/ }).waitFor();
  await page.getByText('Sam Reyes').waitFor();
  await page.getByRole('link', { name: /^Open: Price promise PP-/ }).click();
  await page.getByRole('heading', { level: 1, name: /^Price promise PP-/ }).waitFor();
  await own.leave();
});

test('by keyboard: mistakes are said at once, a card is declined, another pays, and nothing typed is lost', async () => {
  const dana = await newCustomer(origin);
  const { link } = await promised(dana, [[await newTool(origin, 'Keyed Wrench'), 20]]);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 402/ });
  await openLink(page, link);
  const type = async (field: string, text: string) => {
    await tabTo(page, field);
    await page.keyboard.type(text);
  };
  await type('Your name', 'Sam Reyes');
  await type('Your email, for the receipt', 'sam');
  await page.keyboard.press('Enter');
  await page.getByText('Email is Invaild').waitFor();
  await page.getByText('Type the name on the card.').waitFor();
  await expect.poll(() => focused(page)).toBe('Your email, for the receipt');
  await page.keyboard.type('.reyes@example.com');
  await type('Name on card', 'Sam Reyes');
  await type('Card number', '4000000000000002');
  await type('Expiry', '1240');
  await type('Security code', '123');
  await page.keyboard.press('Enter');
  await page.locator('.payform .err').getByText('Your card was declined.').waitFor();
  await page.reload();
  await page.getByLabel('Card number').waitFor();
  await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Sam Reyes');
  await fillNamedCard(page, '4242 4242 4242 4242');
  await page.getByLabel('Security code').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor({ timeout: 25_000 });
  await page.keyboard.press('Escape');
  await page.locator('#main').getByText('Congrats! Your payment $140 is paid.').waitFor();
  await leave();
});

test('on a phone, while somebody else is paying: the button waits, and then the receipt shows', async () => {
  const dana = await newCustomer(origin);
  const { link } = await promised(dana, [[await newTool(origin, 'Raced Wrench'), 20]]);
  const first = await visit({ origin, viewport: DESKTOP });
  await openLink(first.page, link);
  await fillPayer(first.page, '4000 0025 0000 3155');
  await approve(first.page).click();
  const challenge = first.page.getByRole('alertdialog');
  await challenge.waitFor();

  const second = await visit({ origin, viewport: PHONE, touch: true });
  await openLink(second.page, link);
  await second.page.getByText('Somebody is paying this right now.').waitFor();
  await expect.poll(() => approve(second.page).isDisabled()).toBe(true);
  // One who opened it before, and presses when it is paid.
  const third = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await third.page.route('**/promise-links/open', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), paying: false } });
  });
  await openLink(third.page, link);
  await third.page.unrouteAll({ behavior: 'wait' });
  await fillPayer(third.page);

  await challenge.getByRole('button', { name: /^(Complete|Pass)/ }).click();
  await great(first.page);
  // It is not theirs, and nobody thanks them for it.
  await second.page.locator('#main').getByText('$140 is paid.', { exact: true }).waitFor({ timeout: 25_000 });
  expect(await second.page.getByRole('alertdialog').count()).toBe(0);
  await approve(third.page).click();
  await third.page.locator('#main').getByText('$140 is paid.', { exact: true }).waitFor();
  expect(await third.page.getByRole('alertdialog').count()).toBe(0);
  await third.leave();
  await first.leave();
  await second.leave();
});

test('a price that is lower today is said beside short stock, and after the payment', async () => {
  const dana = await newCustomer(origin);
  const [wrench, saw] = [await newTool(origin, 'Fallen Wrench'), await newTool(origin, 'Missing Saw')];
  const { link } = await promised(dana, [
    [wrench, 20],
    [saw, 100],
  ]);
  await correct(saw, -540);
  expectOk(await (await theAdmin(origin)).call('PATCH', `/tools/${wrench.id}`, { version: 1, price: 9 }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await page.goto(link);
  await running(page);
  // 20 x $9 and 60 x $10, less the first order's 30 %.
  const lower = page.getByText("Today's price is lower: $780, $20 less than promised.");
  await lower.waitFor();
  await page.getByRole('radio', { name: /^Only what is there/ }).check();
  await page.getByRole('button', { name: 'Go on to pay $546' }).click();
  await page.getByLabel('Card number').waitFor();
  await lower.waitFor();
  const rows = page.locator('.docket .lines');
  await rows
    .filter({ hasText: /Amount promised\$1,200.*\u2212\$400.*\u2212\$20.*\u2212\$234To pay now\$546/ })
    .waitFor();
  await fillPayer(page);
  expectOk(await (await theAdmin(origin)).call('PATCH', `/tools/${wrench.id}`, { version: 2, price: 8 }));
  await approve(page).click();
  await page.getByRole('alert').getByText('The amount has changed since you opened this page.').waitFor();
  // What was chosen for another amount is asked about again.
  await page.getByRole('button', { name: 'Go on to pay $532' }).click();
  await fillNamedCard(page, '4242 4242 4242 4242');
  await approve(page).click();
  await great(page);
  await page.locator('.deed').getByText('$8 each, $40 less than promised').waitFor();
  await rows
    .filter({ hasText: /Left out\u2212\$400Less than promised\u2212\$40First order, 30% off\u2212\$228Paid/ })
    .waitFor();
  await leave();
});

test('on a phone: stock has run short, what is there is chosen, and the bar leads to the form', async () => {
  const dana = await newCustomer(origin);
  const [wrench, saw] = [await newTool(origin, 'Short Wrench'), await newTool(origin, 'Short Saw')];
  const { link } = await promised(dana, [
    [wrench, 100],
    [saw, 50],
  ]);
  await correct(wrench, -540);
  const { page, leave } = await visit({ origin, viewport: PHONE, touch: true, expectedErrors: /status of 402/ });
  await page.goto(link);
  await page.getByText('Valid, but stock is short').waitFor();
  await page.getByText('60 of 100 left').waitFor();
  await running(page);
  const go = page.getByRole('button', { name: /^Go on to pay/ });
  await expect.poll(() => go.isDisabled()).toBe(true);
  await page.getByRole('radio', { name: /^Only what is there/ }).check();
  await page.getByRole('button', { name: 'Go on to pay $770' }).click();
  await page.getByLabel('Card number').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('.paybar').getByRole('button', { name: 'Approve and pay' }).click();
  await expect.poll(() => focused(page)).toBe('Your name');
  await fillPayer(page, '4000 0000 0000 0002');
  const again = page.getByRole('button', { name: 'Choose again' });
  await again.waitFor();
  await approve(page).click();
  await page.locator('.payform .err').getByText('Your card was declined.').waitFor();
  // It is ordered now, so nothing else can be chosen.
  await expect.poll(() => again.count()).toBe(0);
  await page.locator('.deed').getByText('40 of 100 left out').waitFor();
  await fillNamedCard(page, '4242 4242 4242 4242');
  await approve(page).click();
  await great(page);
  await page.locator('#main').getByText('Congrats! Your payment $770 is paid.').waitFor();
  await page.locator('.deed').getByText('40 of 100 left out').waitFor();
  await leave();
});

test('a new link ends the old one, a withdrawn promise says so, and an unknown link is not found', async () => {
  const dana = await newCustomer(origin);
  const { number, link } = await promised(dana, [[await newTool(origin, 'Renewed Wrench'), 20]]);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 404/ });
  await letIn(page, origin, dana);
  await page.goto(`/dashboard/promises/${number}`);
  // Another browser than the one that it was made in.
  await page.getByRole('button', { name: 'Make a new link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new link' }).click();
  const renewed = await page.getByLabel('Link to read, approve and pay').inputValue();
  await expect.poll(() => focused(page)).toBe('Link to read, approve and pay');
  expect(renewed).not.toContain(link);
  await page.reload();
  await expect.poll(() => page.getByLabel('Link to read, approve and pay').inputValue()).toBe(renewed);

  const boss = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 40[49]/ });
  await boss.page.goto(link);
  await boss.page.getByRole('heading', { level: 2, name: 'Link closed' }).waitFor();
  await boss.page.getByText('Nothing can be paid by this link any more.').waitFor();
  await boss.page.goto(renewed);
  await approve(boss.page).waitFor();

  await page.getByRole('button', { name: 'Put back into order list' }).click();
  await page.getByText('1 tool put back into order list.').first().waitFor();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('You have withdrawn this promise.').waitFor();
  await expect.poll(() => focused(page)).toBe(`Price promise ${number}`);
  await fillPayer(boss.page);
  await approve(boss.page).click();
  await boss.page.getByRole('alert').getByText('Nothing was charged.').waitFor();
  await expect.poll(() => focused(boss.page)).toMatch(/^Withdrawn/);
  await boss.page.reload();
  await boss.page.getByText('has withdrawn this promise.').waitFor();
  expect(await boss.page.getByText('Nothing was charged.').count()).toBe(0);
  await expect.poll(() => approve(boss.page).count()).toBe(0);

  const gone = await boss.page.goto('/promise/AAAAAAAAAAAAAAAAAAAAAA');
  expect(gone?.status()).toBe(404);
  await boss.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await boss.leave();
  await leave();
});

test('an admin is told that the pages of a customer are for customers, with a link on', async () => {
  const { number } = await promised(await newCustomer(origin), [[await newTool(origin, 'Private Wrench'), 20]]);
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await letIn(page, origin, await theAdmin(origin));
  for (const path of [`/dashboard/promises/${number}`, '/dashboard/lists/1/again', '/dashboard/purchases/P-1/again']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'This page is for customers' }).waitFor();
  }
  await page.locator('#main').getByRole('link', { name: 'Manage All Orders' }).click();
  await page.getByRole('heading', { level: 1, name: 'Manage All Orders' }).waitFor();
  await leave();
});

test('its customer orders it themselves and pays on the payment page', async () => {
  const dana = await newCustomer(origin);
  const { number } = await promised(dana, [[await newTool(origin, 'Own Wrench'), 20]]);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, dana);
  await page.goto(`/dashboard/promises/${number}`);
  await page.getByRole('button', { name: 'Order and pay $140' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment' }).waitFor();
  await fillNamedCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Pay $140' }).click();
  await great(page);
  await page.goto(`/dashboard/promises/${number}`);
  await page.getByText('Approved by').waitFor();
  await leave();
});

test('without a connection the link says so, and comes up once it is back', async () => {
  const dana = await newCustomer(origin);
  const { link } = await promised(dana, [[await newTool(origin, 'Offline Wrench'), 20]]);
  const { page, leave } = await visit({ origin, viewport: PHONE, expectedErrors: /ERR_FAILED|Failed to fetch/ });
  await page.route('**/promise-links/open', (route) => route.abort());
  await page.goto(link);
  await page.getByText('The price promise did not load').waitFor();
  await page.unroute('**/promise-links/open');
  await running(page);
  const opened = page.waitForRequest('**/promise-links/open');
  await page.getByRole('button', { name: 'Try again' }).click();
  await approve(page).waitFor();
  // It counts as an opening.
  expect((await opened).postDataJSON().again).not.toBe(true);
  await leave();
});
