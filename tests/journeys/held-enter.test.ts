import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { newCustomer } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

async function enter(path: string) {
  const buyer = await newCustomer(origin);
  const visitor = await visit({ origin, viewport: DESKTOP });
  await letIn(visitor.page, origin, buyer);
  await visitor.page.goto(path);
  return { ...visitor, buyer };
}

/** Holds Enter on what has the focus until a dialog has the focus, and longer. @returns what was pressed or sent in it */
async function holdEnter(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const heard: string[] = [];
    const hear = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('.dialog')) heard.push(event.type);
    };
    for (const type of ['click', 'submit']) addEventListener(type, hear, true);
    Object.assign(window, { heard });
  });
  await page.keyboard.down('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('.dialog'));
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  return page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test('a held Enter asks and answers nothing: the order is placed with the next one', async () => {
  const tool = await newTool(origin, 'Held Hammer');
  const { page, buyer, leave } = await enter(`/purchase/${tool.id}`);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  await page.getByRole('button', { name: 'Purchase', exact: true }).focus();
  expect(await holdEnter(page)).toEqual([]);
  await expect.poll(() => focused(page)).toBe('Order');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Congratulations' }).waitFor();
  expect(expectOk(await buyer.call('GET', `/myorders/${buyer.email}`))).toHaveLength(1);
  await leave();
});

test('a held Enter opens a form and does not send it', async () => {
  const { page, leave } = await enter('/dashboard');
  const opener = page.getByRole('button', { name: 'Update Profile' }).and(page.locator(':enabled'));
  await opener.focus();
  expect(await holdEnter(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('Education is required.').waitFor();
  await leave();
});
