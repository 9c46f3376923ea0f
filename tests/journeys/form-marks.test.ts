import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

async function at(path: string, who?: Somebody) {
  const visitor = await visit({ origin, viewport: DESKTOP });
  if (who) await letIn(visitor.page, origin, who);
  await visitor.page.goto(path);
  return visitor;
}

/** The fields of the page's forms: whether each is required, and whether its label shows a star. */
const fieldsOf = (page: Page) =>
  page.locator('main .field:has(input, textarea)').evaluateAll((fields) =>
    fields.map((field) => {
      const label = field.querySelector('label:not(.check), .label, legend');
      return {
        label: label?.textContent ?? '',
        required: field.querySelector('[required], [aria-required="true"]') !== null,
        marked: label !== null && getComputedStyle(label, '::after').content.includes('*'),
      };
    }),
  );

test.each([
  { path: '/login', who: 'visitor', required: 2 },
  { path: '/signup', who: 'visitor', required: 3 },
  { path: '/dashboard/review', who: 'customer', required: 2 },
])('on $path what must be filled in has a star and says so', async ({ path, who, required }) => {
  const { page, leave } = await at(path, who === 'customer' ? await newCustomer(origin) : undefined);
  await page.locator('main .field').first().waitFor();
  const fields = await fieldsOf(page);
  expect(fields.filter((field) => field.required)).toHaveLength(required);
  expect(fields.filter((field) => field.marked !== field.required)).toEqual([]);
  await leave();
});

test('a refused picture of a new tool is explained once', async () => {
  const { page, leave } = await at('/dashboard/addTool', await theAdmin(origin));
  const file = { name: 'hammer.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
  await page.locator('input[type=file]').setInputFiles(file);
  const sentence = await page.locator('main .err').filter({ visible: true }).first().innerText();
  expect(sentence).not.toBe('');
  const shown = await page.locator('main').evaluate((main) => main.textContent ?? '');
  expect(shown.split(sentence.trim()).length - 1).toBe(1);
  await leave();
});
