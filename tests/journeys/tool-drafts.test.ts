import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newAdmin } from '../harness/people.ts';
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
