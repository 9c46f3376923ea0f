import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { holdNext } from '../harness/hold-next.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';
import { samplePicture } from '../harness/sample-picture.ts';
import { newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

// What the shop refuses is answered with 400 or 415, which the browser itself reports in the console.
const REFUSED = /status of 4(00|15)/;

test('with the keyboard alone an admin adds a tool: reasons beside the fields, nothing typed is lost', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: REFUSED });
  // From here on file dialogs are the test's: asked for at the first key press, the browser might open its own.
  page.on('filechooser', () => {});
  await signIn(page, 'Admin Demo Account');
  // The page that has come takes the focus.
  await page.locator('h1:focus').waitFor();
  await page.getByRole('link', { name: 'Add an new Tool' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('h1:focus', { hasText: 'Add Tools' }).waitFor();

  await tabTo(page, 'name');
  await page.keyboard.type('Keyboard Rasp 250 mm');
  await tabTo(page, 'available_quantity');
  await page.keyboard.type('1,200');
  await tabTo(page, 'price');
  await page.keyboard.type('7.50');
  await page.keyboard.press('Enter');
  await page.getByText('Minimum quantity must be a whole number from 1 to 1,000,000.').waitFor();
  await page.getByText('Price must be whole dollars, from $1 to $1,000,000.').waitFor();
  await page.getByText('Image is missing. Choose a picture of the tool.').first().waitFor();
  await expect.poll(() => focused(page)).toBe('min_quantity');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Keyboard Rasp 250 mm');

  await page.keyboard.type('24');
  await tabTo(page, 'price');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('7');
  // Case pack, Add step, the picture.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
  await choose(page, { name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByText('This is no JPG, PNG or WebP picture. Choose another file.').first().waitFor();
  await choose(page, await samplePicture('rasp.png'));
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Successfully Added').waitFor();
  await expect.poll(() => focused(page)).toBe('name');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('');

  await page.goto('/');
  const card = page.getByRole('article', { name: 'Keyboard Rasp 250 mm' });
  await card.getByText('1,200').waitFor();
  await expect.poll(() => card.textContent()).toContain('$7per piece');
  await shows(card.getByRole('img'));
  await leave();
});

test('what is typed about a new tool waits in the tab until it is added', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto('/dashboard/addTool');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Waiting Rasp 200 mm');
  await page.locator('[name=min_quantity]').fill('24');
  await page.locator('[name=available_quantity]').fill('1,200');
  await page.locator('[name=price]').fill('7');
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.reload();
  await expect.poll(() => name.inputValue()).toBe('Waiting Rasp 200 mm');
  await expect.poll(() => page.locator('[name=available_quantity]').inputValue()).toBe('1,200');
  await expect.poll(() => page.locator('.ladder input').count()).toBe(2);
  await page.locator('input[type=file]').setInputFiles(await samplePicture('rasp.png'));
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByText('Successfully Added').waitFor();
  await page.reload();
  await page.getByLabel('Name', { exact: true }).waitFor();
  await expect.poll(() => name.inputValue()).toBe('');
  await leave();
});

test('an admin adds a tool, a customer orders it, the admin deletes it: the order still shows it', async () => {
  const admin = await visit({ origin, viewport: DESKTOP });
  await signIn(admin.page, 'Admin Demo Account');
  await admin.page.getByRole('link', { name: 'Add an new Tool' }).click();
  const name = 'Journey Trowel 200 mm';
  await admin.page.getByLabel('Name', { exact: true }).fill(name);
  await admin.page.getByLabel('Category').fill('Masonry');
  await admin.page.getByLabel('Item number').fill('JT-200');
  await admin.page.getByLabel('Minimum quantity').fill('6');
  await admin.page.getByLabel('Available quantity').fill('60');
  await admin.page.getByLabel('Price').fill('9');
  await admin.page.locator('input[type=file]').setInputFiles(await samplePicture('trowel.png', 640));
  // The shop waits for the picture by itself.
  await admin.page.getByRole('button', { name: 'Add tool' }).click();
  await admin.page.getByText('Successfully Added').waitFor();

  const customer = await visit({ origin, viewport: DESKTOP });
  await signIn(customer.page, 'User Demo Account');
  await customer.page.getByRole('combobox', { name: 'Category' }).selectOption('Masonry');
  await expect.poll(() => new URL(customer.page.url()).search).toBe('?category=Masonry');
  const card = customer.page.getByRole('article', { name });
  await card.getByText('JT-200', { exact: true }).waitFor();
  await shows(card.getByRole('img'));
  const way = await card.getByRole('link', { name: 'Order Now' }).getAttribute('href');
  await card.getByRole('link', { name: 'Order Now' }).click();
  await customer.page.getByLabel('Phone').fill('5550142200');
  await customer.page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  await customer.page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await customer.page.getByRole('button', { name: 'Order', exact: true }).click();
  await customer.page.getByText('Successfully added to order').waitFor();

  const { page } = admin;
  await page.getByRole('link', { name: 'Manage Tools' }).click();
  const search = page.getByRole('searchbox', { name: 'Search tools' });
  await search.fill('no such thing');
  await page.getByRole('heading', { name: 'No tool found' }).waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await search.fill('journey trowel');
  await page.getByText('1 tool found').waitFor();
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: 'Stock: 54' }).click();
  const stock = page.getByRole('dialog', { name: 'Stock' });
  await stock.getByText('Held for order').waitFor();
  await stock.getByLabel('Pieces').fill('10');
  await stock.getByLabel('Note').fill('Delivery 4711');
  await stock.getByRole('button', { name: 'Save' }).click();
  await stock.getByText('Delivery 4711').waitFor();
  await stock.getByRole('button', { name: 'Close' }).last().click();
  await row.getByRole('button', { name: 'Stock: 64' }).waitFor();
  await row.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this tool?' });
  await question.getByRole('button', { name: 'Keep tool' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  const remove = async () => {
    await row.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete tool' }).click();
    await page.getByText('Deleted!').first().waitFor();
    // It stays while the pointer is on it.
    await undo.hover();
    await expect.poll(() => row.count()).toBe(0);
  };
  await remove();
  await undo.click();
  await row.getByRole('button', { name: 'Stock: 64' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Journey Trowel');
  // A list that was loaded meanwhile does not have it.
  await remove();
  await search.fill('no such thing');
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('no such thing');
  await search.fill('journey trowel');
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('journey trowel');
  await page.getByRole('heading', { name: 'No tool found' }).waitFor();
  await undo.click();
  await row.waitFor();
  await page.getByText('1 tool found').waitFor();
  await remove();
  await admin.leave();

  await customer.page.getByRole('link', { name: 'See My Orders' }).click();
  const order = customer.page.getByRole('row').filter({ hasText: name });
  await shows(order.locator('img'));
  // Links to it from elsewhere lead to what there is in its place.
  const gone = await fetch(origin + way);
  const html = await gone.text();
  expect(gone.status).toBe(404);
  expect(html).toContain('This tool is no longer sold.');
  expect(html).toContain('Others of Masonry');
  await customer.page.goto('/');
  await customer.page.getByRole('article').first().waitFor();
  await expect.poll(() => card.count()).toBe(0);
  await customer.leave();
});

test.each([
  ['addTool', 'Add tool'],
  ['manageTools', 'Delete'],
])('who is no admin any more is signed out by %s, and login says so', async (path, button) => {
  const person = await newCustomer(origin);
  const sql = await runningShopSql(theShop().folder);
  onTestFinished(() => sql.end());
  await sql`update person set role = 'admin' where email = ${person.email}`;
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 403/ });
  await letIn(page, origin, person);
  await page.goto(`/dashboard/${path}`);
  const there = page.getByRole('button', { name: button }).first();
  await there.waitFor();
  await sql`update person set role = 'customer' where email = ${person.email}`;
  await there.click();
  if (path === 'manageTools') await page.getByRole('button', { name: 'Delete tool' }).click();
  await arrived(page, '/login');
  await page.getByRole('alert').filter({ hasText: 'You have been signed out.' }).waitFor();
  await leave();
});

test('what is typed while a change of stock is being saved belongs to the next one', async () => {
  const { id } = await newTool(origin, 'Typed Rasp', { available_quantity: 500 });
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto(`/dashboard/manageTools/${id}/stock`);
  const form = page.getByRole('form', { name: 'Change stock' });
  const [pieces, note] = [form.getByLabel('Pieces'), form.getByLabel('Note')];
  await pieces.fill('40');
  await note.fill('First half');
  const letGo = await holdNext(page, `**/tools/${id}/stock`, 'POST');
  await form.getByRole('button', { name: 'Save' }).click();
  await note.fill('Second half');
  letGo();
  await page.getByText('Saved. 540 are available.').first().waitFor();
  await expect.poll(() => pieces.inputValue()).toBe('');
  await expect.poll(() => note.inputValue()).toBe('Second half');
  await leave();
});

async function signIn(page: Page, button: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

/** Presses Tab until the field of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${name}`);
}

/** Opens the file dialog with the key that opens it, and takes a file there. */
async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles(file);
}

/** Waits until the picture is really there, not its box alone. */
async function shows(image: Locator): Promise<void> {
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
}
