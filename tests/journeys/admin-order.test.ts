import { test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { theAdmin } from '../harness/people.ts';
import { toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { dialogOf, letIn } from '../harness/visits.ts';

const { origin } = theShop();
const { visit } = useBrowser();

test('an admin who presses Purchase before the page knows them as one is told so', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  const tool = await toolNamed(origin, 'Hacksaw');
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/admin/*', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`/purchase/${tool._id}`);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('1 Main Street');
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await dialogOf(page, 'Are you sure?').waitFor();
  answer();
  await dialogOf(page, 'Oops...').getByText('You can not make Order because you are Admin!', { exact: true }).waitFor();
  await leave();
});
