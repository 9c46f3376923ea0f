import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { orderOf } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();
const ADDRESS = '48 Foundry Lane, Dock 3, Goods Inwards, Leeds LS9 8AG';

/** The lines on which the text that holds these words stands. */
const linesOf = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    const cell = [...document.querySelectorAll('td *, td')].filter((it) => it.textContent === wanted).at(-1);
    const lines: { top: number; text: string }[] = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(cell ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top } = range.getBoundingClientRect();
        const last = lines.at(-1);
        if (last && Math.abs(last.top - top) < 4) last.text += range.toString();
        else lines.push({ top, text: range.toString() });
      }
    return lines.map(({ text }) => text);
  }, words);

const fits = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('.table-wrap')].every((it) => it.scrollWidth <= it.clientWidth));

test.each(['/dashboard/manageAllOrders', '/dashboard/makeAdmin', '/dashboard/audit'])(
  'at 1440 an email stands on one line or breaks behind its @: %s',
  async (path) => {
    const buyer = await newCustomer(origin, 'Wilhelmina Featherstone');
    await orderOf(origin, buyer, { tool: 'Claw Hammer', address: ADDRESS });
    const { page, leave } = await visit({ origin, viewport: DESKTOP });
    await letIn(page, origin, await theAdmin(origin));
    await page.goto(path);
    await page.getByRole('cell').filter({ hasText: buyer.email }).first().waitFor();
    const lines = await linesOf(page, buyer.email);
    const [name, domain] = buyer.email.split('@');
    expect([[buyer.email], [`${name}@`, domain]]).toContainEqual(lines);
    await expect.poll(() => fits(page)).toBe(true);
    await leave();
  },
);

test('at 1440 the address of an order takes three lines at most in My Orders', async () => {
  const buyer = await newCustomer(origin, 'Odd Address');
  await orderOf(origin, buyer, { tool: 'Claw Hammer', address: ADDRESS });
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/dashboard/myorders');
  await page.getByText(ADDRESS).waitFor();
  await expect.poll(async () => (await linesOf(page, ADDRESS)).length).toBeLessThanOrEqual(3);
  await expect.poll(() => fits(page)).toBe(true);
  await leave();
});

const PAID = { state: 'paid', paid: true, shipBy: '2026-12-04T12:00:00.000Z' } as const;
const LATE = { ...PAID, shipBy: '2026-09-01T12:00:00.000Z' } as const;
const WIDE = [
  { amount: 98_765.43 },
  { paying: 'x', total: 98_765, discount: 100, amount: 98_665 },
  { state: 'refund_due', reviewReason: 'provider' },
  { state: 'review', reviewReason: 'dispute' },
  { ...PAID, quantity: 12_345, shipped: 1234, given_up: 1234, amount: 98_765.43, refunded: 1234.56 },
  { ...PAID, waiting: { pieces: 340, date: '2026-12-27', place: 12 } },
  { ...PAID, tools_name: 'Reciprocating-'.repeat(4) },
  LATE,
  { ...LATE, later: { pieces: 340, shipBy: '2027-01-03T12:00:00.000Z' } },
  {
    ...LATE,
    discount: 100,
    refunded: 1234.56,
    purchase: {
      id: 'x',
      number: 'P-1234567',
      lines: 12,
      amount: 98_765.43,
      po_number: 'P'.repeat(40),
      job: 'j'.repeat(40),
    },
  },
];

test.each(
  [1440, 1366, 1280, 1024, 900, 820].flatMap((width) =>
    ['/dashboard/manageAllOrders', '/dashboard/myorders'].map((path) => ({ width, path })),
  ),
)('whatever is said of orders, their buttons stay in view: $path at $width', async ({ width, path }) => {
  const buyer = await newCustomer(origin, 'Wilhelmina Featherstone');
  const { _id } = await orderOf(origin, buyer, { tool: 'Claw Hammer', address: ADDRESS });
  const { page, leave } = await visit({ origin, viewport: { width, height: 900 } });
  await letIn(page, origin, path.endsWith('myorders') ? buyer : await theAdmin(origin));
  await page.route(/\/manageOrder(\?|$)|\/myorders\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const orders: { _id: string }[] = await response.json();
    const rows = orders
      .filter((order) => order._id === _id)
      .flatMap((order) => WIDE.map((its, at) => ({ ...order, ...its, _id: `${_id.slice(0, -1)}${at}` })));
    await route.fulfill({ response, json: rows });
  });
  await page.goto(path);
  await page.getByText('Payment being checked').first().waitFor();
  await expect.poll(() => fits(page)).toBe(true);
  await leave();
});
