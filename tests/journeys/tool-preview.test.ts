import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newAdmin, theAdmin } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();
const REFUSED = /status of 400/;

const newHammer = async () =>
  (await newTool(origin, 'Shown Hammer', { price: 9, min_quantity: 24, available_quantity: 500 })).id;

async function opened(path: string) {
  const visitor = await visit({ origin, viewport: DESKTOP, expectedErrors: REFUSED });
  await letIn(visitor.page, origin, await theAdmin(origin));
  const { page } = visitor;
  await page.goto(path);
  await page.getByRole('navigation', { name: 'Tool', exact: true }).waitFor();
  return {
    ...visitor,
    bar: page.getByRole('region', { name: 'Changes' }),
    preview: page.getByRole('region', { name: 'Preview' }),
  };
}

test('what is typed is previewed as buyers will see it, cannot be pressed there, and is intact on the way back', async () => {
  const id = await newHammer();
  const path = `/dashboard/manageTools/${id}`;
  const { page, bar, preview, leave } = await opened(path);
  await page.getByLabel('Name', { exact: true }).fill('Framing Hammer, Steel');
  await page.getByLabel('Minimum order').fill('36');
  await page.getByRole('link', { name: 'Preview' }).click();
  await arrived(page, `${path}/preview`);
  await preview.getByText('As buyers will see it, with your 2 unsaved changes').waitFor();
  const shown = preview.locator('.buy');
  await expect
    .poll(() => shown.innerText())
    .toMatch(/Framing Hammer, Steel[\s\S]*\$9[\s\S]*Available\s+500\s+Minimum order\s+36/);
  const purchase = shown.locator('button');
  await purchase.focus();
  await expect.poll(() => purchase.evaluate((it) => it === document.activeElement)).toBe(false);
  await expect.poll(() => shown.evaluate((it) => it.closest('[inert]') !== null)).toBe(true);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);

  const width = () => shown.evaluate((it) => it.getBoundingClientRect().width);
  await expect.poll(() => width()).toBeGreaterThan(640);
  await preview.getByRole('button', { name: 'Phone' }).click();
  await expect.poll(() => width()).toBe(390);
  await expect.poll(() => bar.innerText()).toContain('2 changes:');

  // Forth and back, by links and by the browser's own buttons, without a question.
  await page.getByRole('link', { name: 'Details' }).click();
  await arrived(page, path);
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Framing Hammer, Steel');
  await page.goBack();
  await arrived(page, `${path}/preview`);
  await preview.getByText('with your 2 unsaved changes').waitFor();
  await page.goBack();
  await arrived(page, path);
  await expect.poll(() => page.getByLabel('Minimum order').inputValue()).toBe('36');
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.getByRole('link', { name: /^Stock/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving 2 changes?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await arrived(page, `${path}/preview`);

  await bar.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  await preview.getByText('As buyers see it').waitFor();
  await expect.poll(() => shown.innerText()).toContain('Framing Hammer, Steel');
  await expect.poll(() => bar.count()).toBe(0);
  await leave();
});

test('a field that cannot be saved is shown as saved, and named; what the shop refuses is told there too', async () => {
  const id = await newHammer();
  const { page, bar, preview, leave } = await opened(`/dashboard/manageTools/${id}`);
  await page.getByLabel('Price').fill('ten');
  await page.getByLabel('Minimum order').fill('36');
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.getByText('Price cannot be saved as typed, and is shown as saved.').waitFor();
  await preview.getByText('As buyers will see it, with your unsaved change').waitFor();
  await expect.poll(() => preview.locator('.buy').innerText()).toMatch(/\$9[\s\S]*Minimum order\s+36/);
  await bar.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Price must be whole dollars, from $1 to $1,000,000.').waitFor();
  await page.getByRole('link', { name: 'Correct it in Details' }).click();
  const price = page.getByLabel('Price');
  await expect
    .poll(async () => [await price.inputValue(), await price.getAttribute('aria-invalid')])
    .toEqual(['ten', 'true']);
  await leave();
});

test('a reload on the Preview offers what was not saved; an archived tool is shown as it was sold', async () => {
  const id = await newHammer();
  const { page, bar, preview, leave } = await opened(`/dashboard/manageTools/${id}`);
  await page.getByLabel('Price').fill('12');
  await bar.waitFor();
  await page.getByRole('link', { name: 'Preview' }).click();
  await preview.waitFor();
  await page.reload();
  await page.getByText(/1 change from .* is not saved yet/).waitFor();
  await preview.getByText('As buyers see it').waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  await preview.getByText('$12').waitFor();
  await bar.getByRole('button', { name: 'Discard' }).click();
  await preview.getByText('$9').waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await preview.getByText('As buyers saw it').waitFor();
  await leave();
});

test('an admin is told who else has the tool open, on Details and Preview, until they leave', async () => {
  const id = await newHammer();
  const path = `/dashboard/manageTools/${id}`;
  const second = await newAdmin(theShop(), `שרה${'Admin'.repeat(11)}`);
  const mine = await newAdmin(theShop(), 'First Admin');
  const visitor = await visit({ origin, viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await letIn(page, origin, mine);
  await page.goto(path);
  await page.getByRole('form', { name: 'Tool' }).waitFor();
  const line = page.getByRole('status').filter({ hasText: 'editing this' });
  // As when the tab is looked at again: it asks at once.
  const looked = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const seenBySecond = async () =>
    (
      expectOk(await second.call('PUT', `${path.replace('/dashboard/manageTools', '/tools')}/editing`)).others as {
        name: string;
      }[]
    ).map(({ name }) => name);
  await expect.poll(seenBySecond).toEqual(['First Admin']);
  await looked();
  await line.waitFor();
  await expect.poll(() => line.locator('bdi').innerText()).toBe(second.name);
  await expect.poll(() => line.innerText()).toMatch(/ is editing this, since \d\d:\d\d$/);
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(() => wider()).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.getByRole('region', { name: 'Preview' }).waitFor();
  await line.waitFor();

  expectOk(await second.call('DELETE', `/tools/${id}/editing`));
  await looked();
  await line.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^History/ }).click();
  await page.getByRole('heading', { name: 'What Undo does' }).waitFor();
  await expect.poll(seenBySecond).toEqual([]);
  await visitor.leave();
});
