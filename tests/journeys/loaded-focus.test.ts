import { expect, test } from 'vitest';
import { DESKTOP, running, useBrowser } from '../harness/browser.ts';
import { holdNext } from '../harness/hold-next.ts';
import { focused } from '../harness/keyboard.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

test('the heading keeps the focus of a navigation when what the page shows has come', async () => {
  const buyer = await newCustomer(origin);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/blogs');
  await running(page);
  const side = page.getByRole('navigation', { name: 'Dashboard' });
  const heading = page.getByRole('heading', { level: 1 });
  const profile = await holdNext(page, '**/profile/*');
  await page.getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).press('Enter');
  await expect.poll(() => focused(page)).toBe('My Profile');
  const skeleton = await heading.elementHandle();
  profile();
  await skeleton?.waitForElementState('hidden');
  await expect.poll(() => focused(page)).toBe('My Profile');

  const orders = await holdNext(page, '**/myorders/*');
  await side.getByRole('link', { name: 'My Orders' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('My Orders');
  orders();
  await page.getByText('No orders yet').waitFor();
  await expect.poll(() => focused(page)).toBe('My Orders');
  await leave();
});

test('the heading of a tool that is edited takes the focus of the one that stood for it', async () => {
  const { id, name } = await newTool(origin, 'Loaded Rasp');
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto(`/dashboard/manageTools/${id}`);
  await page.getByLabel('Price').waitFor();
  await running(page);
  const managed = await holdNext(page, `**/tools/${id}/managed`);
  await page.getByRole('navigation', { name: 'Tool' }).getByRole('link', { name: 'Stock' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('Tool');
  managed();
  await expect.poll(() => focused(page)).toBe(name);
  await leave();
});
