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
