import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../harness/browser.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, payFor, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const NARROW = { width: 320, height: 640 };
const contact = { phone: '5550142200', address: '48 Foundry Lane, Leeds' };
const UNKNOWN = 'The shop cannot be reached, so it is not known whether';

const CHANGE = '**/purchases/*/change';
const CANCEL_WAITING = '**/purchases/*/cancel-waiting';

async function bought(buyer: Somebody) {
  const names = ['Claw Hammer', 'Tape Measure', 'Hex Key Set', 'Site Toolbox'];
  const tools = await Promise.all(names.map((name) => toolNamed(origin, name)));
  const lines = tools.map(({ _id, min_quantity: quantity, price }) => ({
    ...{ tools_id: _id, quantity, tools_price: price },
  }));
  const id = expectOk(await buyer.call('POST', '/purchases', { ...contact, lines })).insertedId as string;
  return expectOk(await buyer.call('GET', `/purchases/${id}`));
}

/** A paid purchase with pieces that wait for a delivery. */
async function waits(buyer: Somebody) {
  const admin = await theAdmin(origin);
  const { image } = await toolNamed(origin, 'Claw Hammer');
  const tool = {
    ...{ name: 'Lost Plane', description: 'Planed.', image, price: 10, min_quantity: 6, available_quantity: 20 },
    ...{ restock_at: '2099-12-03', backorder_limit: 100 },
  };
  const { insertedId: tools_id } = expectOk(await admin.call('POST', '/addTool', tool));
  const body = {
    ...contact,
    lines: [{ tools_id, quantity: 80, tools_price: 10, mayWait: true }],
  };
  const id = expectOk(await buyer.call('POST', '/purchases', body)).insertedId as string;
  const { amount, number } = expectOk(await buyer.call('GET', `/purchases/${id}`));
  await payFor(origin, buyer, { _id: id, amount });
  return { id, number };
}

/** The answer is lost after the shop has done it. */
const loseAnswers = (page: Page, to: string) =>
  page.route(to, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });

/** What has the focus, which is inside the visible part. */
const focusedAndSeen = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: its } = document;
    const { top, bottom } = its?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
    return top >= 0 && bottom <= innerHeight ? its?.textContent : `out of sight: ${its?.tagName}`;
  });

async function shown(number: string, buyer: Somebody) {
  const { page, leave } = await visit({ origin, viewport: NARROW, expectedErrors: /ERR_|status of 409/ });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/purchases/${number}`);
  return { page, leave };
}

async function cancelTwo(page: Page, lines: readonly { tools_name: string }[]) {
  for (const line of lines) await page.getByRole('checkbox', { name: line.tools_name }).check();
  await page.getByRole('button', { name: 'Cancel 2 tools' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel 2 tools' }).click();
}

test('two tools are cancelled and the answer is lost: the page finds it done, and says so', async () => {
  const buyer = await newCustomer(origin, 'Wren Tailor');
  const purchase = await bought(buyer);
  const { page, leave } = await shown(purchase.number, buyer);
  await loseAnswers(page, CHANGE);
  await cancelTwo(page, purchase.lines.slice(1, 3));
  await page.getByText('2 tools cancelled.').waitFor();
  await page.getByRole('heading', { level: 2, name: /^2 tools, / }).waitFor();
  expect(await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).count()).toBe(0);
  await expect.poll(() => focusedAndSeen(page)).toBe(`Purchase ${purchase.number}`);
  await leave();
});

test('it never reached the shop: nothing is cancelled, said at the lines; with no shop at all, it is not known', async () => {
  const buyer = await newCustomer(origin, 'Ada Moreno');
  const purchase = await bought(buyer);
  const { page, leave } = await shown(purchase.number, buyer);
  await page.route(CHANGE, (route) => route.abort('connectionreset'));
  await cancelTwo(page, purchase.lines.slice(1, 3));
  const word = 'The shop did not answer. Nothing is cancelled so far; try again.';
  await expect.poll(() => focusedAndSeen(page)).toBe(word);

  await page.route('**/purchases/*', (route) => route.abort('connectionreset'));
  await cancelTwo(page, []);
  await expect.poll(() => focusedAndSeen(page)).toContain(`${UNKNOWN} 2 tools were cancelled.`);
  await page.unroute('**/purchases/*');
  await page.unroute(CHANGE);
  await cancelTwo(page, []);
  await page.getByText('2 tools cancelled.').waitFor();
  await expect.poll(() => page.getByText(UNKNOWN).count()).toBe(0);
  await leave();
});

test('waiting pieces are cancelled and the answer is lost: the page says what goes back', async () => {
  const buyer = await newCustomer(origin, 'Dana Ortiz');
  const { number } = await waits(buyer);
  const { page, leave } = await shown(number, buyer);
  await loseAnswers(page, CANCEL_WAITING);
  await page.getByRole('button', { name: 'Cancel the 60: Lost Plane' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the 60' }).click();
  await page.getByText('$420 goes back to the card that it came from.').first().waitFor();
  expect(await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).count()).toBe(0);
  await expect.poll(() => focusedAndSeen(page)).toBe(`Purchase ${number}`);
  await leave();
});

test('what is refused is said at the lines, and has the focus', async () => {
  const buyer = await newCustomer(origin, 'Rui Alves');
  const { id, number } = await waits(buyer);
  const { page, leave } = await shown(number, buyer);
  await page.getByRole('button', { name: 'Cancel the 60: Lost Plane' }).click();
  const body = { lines: [{ order: id, pieces: 20 }], amount: 140 };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  expectOk(await buyer.call('POST', `/purchases/${id}/cancel-waiting`, body, headers));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the 60' }).click();
  await expect.poll(() => focusedAndSeen(page)).toContain('Only 40 of them still wait. Nothing was cancelled');
  await leave();
});
