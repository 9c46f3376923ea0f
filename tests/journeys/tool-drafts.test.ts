import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newAdmin } from '../harness/people.ts';
import { samplePicture } from '../harness/sample-picture.ts';
import { newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

test('what an admin typed is not shown to another one who signs in in the same tab, and is there for its own', async () => {
  const [olga, sam] = [await newAdmin(origin, 'Olga Owner'), await newAdmin(origin, 'Sam Second')];
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  const { id } = await newTool(origin, 'Drafted Chisel');
  const path = `/dashboard/manageTools/${id}`;
  const open = async (who: typeof olga) => {
    await letIn(page, origin, who);
    await page.goto(path);
    await page.getByLabel('Name', { exact: true }).waitFor();
  };
  await open(olga);
  await page.getByLabel('Name', { exact: true }).fill('Chisel of Olga');
  await page.getByText('1 change', { exact: false }).first().waitFor();
  await open(sam);
  // The page runs once what is typed counts.
  await page.getByLabel('Price').fill('13');
  await page.getByText('1 change', { exact: false }).first().waitFor();
  await expect.poll(() => page.getByText('is not saved yet').count()).toBe(0);
  await open(olga);
  await page.getByText(/1 change from .* is not saved yet/).waitFor();
  await leave();
});

test('what a reload has kept waits while other changes are typed, kept and saved', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await newAdmin(origin, 'Olga Owner'));
  const { id } = await newTool(origin, 'Drafted Gouge');
  await page.goto(`/dashboard/manageTools/${id}`);
  const description = page.getByRole('textbox', { name: 'Description' });
  const price = page.getByLabel('Price');
  const bar = page.getByRole('region', { name: 'Changes' });
  await description.fill('Typed for half an hour.');
  await page.getByText('1 change', { exact: false }).first().waitFor();
  await page.reload();
  await page.getByText(/1 change from .* is not saved yet/).waitFor();

  await price.fill('13');
  await bar.waitFor();
  await page.reload();
  await page.getByText(/2 changes from .* are not saved yet/).waitFor();
  await price.fill('14');
  await bar.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/1 change from .* is not saved yet/).waitFor();
  await expect.poll(() => price.inputValue()).toBe('14');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => description.inputValue()).toBe('Typed for half an hour.');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByText('not saved yet').count()).toBe(0);
  await expect
    .poll(async () => (await fetch(`${origin}/tools/${id}`)).json())
    .toMatchObject({ price: 14, description: 'Typed for half an hour.' });
  await leave();
});

test('the answer of Add tool is lost: pressed again, also after a reload, it adds nothing and says that it is added', async () => {
  const admin = await newAdmin(origin, 'Olga Owner');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED|status of 422/ });
  await letIn(page, origin, admin);
  await page.goto('/dashboard/addTool');
  const add = page.getByRole('button', { name: 'Add tool' });
  const fill = async (name: string) => {
    await page.getByLabel('Name', { exact: true }).fill(name);
    for (const [field, typed] of Object.entries({ min_quantity: '24', available_quantity: '1,200', price: '7' }))
      await page.locator(`[name=${field}]`).fill(typed);
    await page.locator('input[type=file]').setInputFiles(await samplePicture('rasp.png'));
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
  };
  const loseAnswer = async () => {
    const lost = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/addTool', lost, { times: 1 });
    await add.click();
    await page.getByText('The shop cannot be reached.').first().waitFor();
  };
  const added = async (name: string) => {
    const tools = (await (await fetch(`${origin}/tools?q=${name}`)).json()) as { name: string }[];
    return tools.filter((tool) => tool.name.startsWith(name)).length;
  };

  await fill('Twicelost Rasp');
  await loseAnswer();
  await page.reload();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Twicelost Rasp');
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
  await add.click();
  await page.getByText('Successfully Added').first().waitFor();
  expect(await added('Twicelost')).toBe(1);

  await fill('Changedlost Rasp');
  await loseAnswer();
  await page.locator('[name=price]').fill('8');
  await add.click();
  await page.getByText('The tool was added as you sent it before: see Manage Tools').waitFor();
  await expect.poll(() => page.locator('[name=price]').inputValue()).toBe('8');
  expect(await added('Changedlost')).toBe(1);
  await add.click();
  await expect.poll(() => page.locator('[name=price]').inputValue()).toBe('');
  await expect.poll(() => added('Changedlost')).toBe(2);
  await leave();
});
