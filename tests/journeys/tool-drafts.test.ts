import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { newAdmin, theAdmin } from '../harness/people.ts';
import { samplePicture } from '../harness/sample-picture.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

test('what an admin typed is not shown to another one who signs in in the same tab, and is there for its own', async () => {
  const [olga, sam] = [await newAdmin(theShop(), 'Olga Owner'), await newAdmin(theShop(), 'Sam Second')];
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

test.each([
  ['Details', '', 'Price'],
  ['Stock', '/stock', 'Pieces'],
  ['History', '/history', undefined],
])('%s stays, with what is typed, where it is loaded again in vain', async (name, path, label) => {
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_INTERNET/ });
  await letIn(page, origin, await theAdmin(origin));
  const { id } = await newTool(origin, 'Drafted Adze');
  await page.goto(`/dashboard/manageTools/${id}${path}`);
  const here = page.getByRole('navigation', { name: 'Tool' }).getByRole('link', { name });
  const field = label ? page.getByLabel(label, { exact: true }) : page.getByText('What Undo does');
  await field.waitFor();
  if (label) await field.fill('13');
  await context.setOffline(true);
  await here.click();
  const failure = page.getByRole('alert').filter({ hasText: 'Check your connection' });
  await failure.waitFor();
  await expect.poll(() => (label ? field.inputValue() : field.count())).toEqual(label ? '13' : 1);
  await context.setOffline(false);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await failure.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('Drafted Adze');
  await expect.poll(() => (label ? field.inputValue() : field.count())).toEqual(label ? '13' : 1);
  await leave();
});

test('what a reload has kept waits while other changes are typed, kept and saved', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await newAdmin(theShop(), 'Olga Owner'));
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
  const admin = await newAdmin(theShop(), 'Olga Owner');
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

test('what is typed while a save is on its way stays, not saved yet, on the new version', async () => {
  const { id } = await newTool(origin, 'Hurried Gouge');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto(`/dashboard/manageTools/${id}`);
  const bar = page.getByRole('region', { name: 'Changes' });
  const save = bar.getByRole('button', { name: 'Save' });
  const description = page.getByRole('textbox', { name: 'Description' });
  const upload = new Promise<Route>((hold) => void page.route('**/images', hold));
  await page.getByLabel('Price').fill('13');
  await page.getByLabel('Minimum order').fill('24');
  await page.locator('input[type=file]').setInputFiles(await samplePicture('gouge.png'));
  const picture = await upload;
  await save.click();
  await description.fill('Typed meanwhile.');
  await page.getByLabel('Price').fill('14');
  await picture.continue();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  await expect.poll(() => toolNow(id)).toMatchObject({ price: 13, min_quantity: 24, description: 'Forged.' });
  await bar.getByText('2 changes: description, price $13 → $14').waitFor();
  await expect.poll(() => description.inputValue()).toBe('Typed meanwhile.');
  expect(await focused(page)).toContain('Price');

  await page.reload();
  await page.getByText(/2 changes from .* are not saved yet/).waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => page.getByLabel('Price').inputValue()).toBe('14');
  await save.click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  await expect.poll(() => toolNow(id)).toMatchObject({ price: 14, description: 'Typed meanwhile.' });
  await expect.poll(() => bar.count()).toBe(0);
  await leave();
});

test('the question whether to leave goes with what it asks about, and so does the page, once that is saved', async () => {
  const { id } = await newTool(origin, 'Left Gouge');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto(`/dashboard/manageTools/${id}`);
  await page.getByLabel('Price').fill('13');
  const call = new Promise<Route>((hold) => void page.route(`**/tools/${id}`, hold));
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Save' }).click();
  const sent = await call;
  await page.getByRole('link', { name: 'Manage Tools' }).first().click();
  await page.getByText('Leave without saving 1 change?').waitFor();
  await sent.continue();
  await page.getByRole('heading', { level: 1, name: 'Manage Tools' }).waitFor();
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  expect(await toolNow(id)).toMatchObject({ price: 13 });
  await leave();
});

test('another picture chosen while the first one is on its way is the one that is saved', async () => {
  const { id } = await newTool(origin, 'Replaced Gouge');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto(`/dashboard/manageTools/${id}`);
  const before = (await toolNow(id)).image;
  const bar = page.getByRole('region', { name: 'Changes' });
  const upload = new Promise<Route>((hold) => void page.route('**/images', hold, { times: 1 }));
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles(await samplePicture('first.png'));
  await upload;
  await bar.getByRole('button', { name: 'Save' }).click();
  await chooser.setInputFiles(await samplePicture('second.png', 700));
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  await expect.poll(() => bar.count()).toBe(0);
  expect((await toolNow(id)).image).not.toBe(before);
  await leave();
});

test('a price corrected while the picture of a new tool is on its way is the one it is added with', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto('/dashboard/addTool');
  const price = page.locator('[name=price]');
  const add = page.getByRole('button', { name: 'Add tool' });
  await page.getByLabel('Name', { exact: true }).fill('Corrected Rasp');
  for (const [field, typed] of Object.entries({ min_quantity: '24', available_quantity: '1,200', price: '70' }))
    await page.locator(`[name=${field}]`).fill(typed);
  const upload = new Promise<Route>((hold) => void page.route('**/images', hold));
  const call = new Promise<Route>((hold) => void page.route('**/addTool', hold));
  await page.locator('input[type=file]').setInputFiles(await samplePicture('rasp.png'));
  const picture = await upload;
  await add.click();
  await price.fill('7');
  await picture.continue();
  const sent = await call;
  // What the shop has been sent can no longer be changed here.
  await expect.poll(() => page.locator('form [inert]').getByText('Price', { exact: true }).count()).toBe(1);
  await price.press('9', { timeout: 500 }).catch(() => undefined);
  await sent.continue();
  await page.getByText('Successfully Added').waitFor();
  await expect.poll(() => focused(page)).toBe('Name');
  await expect.poll(() => price.inputValue()).toBe('');
  const [added] = await (await fetch(`${origin}/tools?q=Corrected`)).json();
  expect(added).toMatchObject({ name: 'Corrected Rasp', price: 7 });
  await leave();
});

test.each(['edited', 'added'])(
  'of a tool that is %s a picture that was missing is no mistake once it has come',
  async (how) => {
    const { id } = await newTool(origin, 'Retried Gouge');
    const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED|status of 400/ });
    await letIn(page, origin, await theAdmin(origin));
    await page.goto(how === 'edited' ? `/dashboard/manageTools/${id}` : '/dashboard/addTool');
    await page.getByLabel('Name', { exact: true }).fill('Retried Gouge');
    await page.route('**/images', (route) => route.abort(), { times: 1 });
    await page.locator('input[type=file]').setInputFiles(await samplePicture('gouge.png'));
    await page.getByText('The shop cannot be reached.').first().waitFor();
    const refused = page.waitForResponse((answer) => answer.status() === 400);
    await page.getByRole('button', { name: how === 'edited' ? 'Save' : 'Add tool', exact: true }).click();
    await refused;
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
    await expect.poll(() => page.locator('.drop ~ .err').count()).toBe(0);
    await leave();
  },
);

const toolNow = async (id: string) => (await fetch(`${origin}/tools/${id}`)).json();

test('a restock on the Details page empties the day of the delivery, and the next one can be given at once', async () => {
  const { admin, id } = await newTool(origin, 'Awaited Hammer', { available_quantity: 500 });
  expectOk(await admin.call('PATCH', `/tools/${id}`, { version: 1, restock_at: '2099-12-03' }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto(`/dashboard/manageTools/${id}`);
  const bar = page.getByRole('region', { name: 'Changes' });
  const day = page.getByLabel('Next delivery arrives');
  await expect.poll(() => day.inputValue()).toBe('2099-12-03');
  await page.getByRole('button', { name: 'Change stock' }).click();
  const panel = page.getByRole('dialog', { name: 'Stock' });
  await panel.getByLabel('Pieces').fill('60');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Change stock' }).click();
  await expect.poll(() => panel.getByLabel('Pieces').inputValue()).toBe('60');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('560 available now. Saved.').waitFor();
  // Nothing closes it while it reloads its history.
  await expect.poll(() => panel.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull();
  await page.keyboard.press('Escape');
  await expect.poll(() => day.inputValue()).toBe('');
  await page.getByRole('button', { name: 'Change stock' }).click();
  await expect.poll(() => panel.getByLabel('Pieces').inputValue()).toBe('');
  await page.keyboard.press('Escape');

  await day.fill('2099-12-24');
  await bar.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  await expect.poll(() => toolNow(id)).toMatchObject({ restock: { date: '2099-12-24' } });
  await leave();
});

test('an undo pressed on another page tells of a newer change, and asks there', async () => {
  const { id } = await newTool(origin, 'Undone Hammer', { price: 9 });
  const other = await newAdmin(theShop(), 'Sam Packer');
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto(`/dashboard/manageTools/${id}`);
  const bar = page.getByRole('region', { name: 'Changes' });
  await page.getByLabel('Price').fill('12');
  await bar.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Manage Tools' }).first().click();
  // It stays while the pointer is on it.
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).hover();
  await page.getByRole('heading', { level: 1, name: 'Manage Tools' }).waitFor();
  expectOk(await other.call('PATCH', `/tools/${id}`, { version: 2, price: 15 }));

  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Price was set to $15 by Sam Packer after this. Put $9 back anyway?').first().waitFor();
  await expect.poll(() => toolNow(id)).toMatchObject({ price: 15 });
  await page.getByRole('button', { name: 'Put back' }).click();
  await page.getByText('Price is $9 again.').first().waitFor();
  await expect.poll(() => toolNow(id)).toMatchObject({ price: 9 });
  await leave();
});
