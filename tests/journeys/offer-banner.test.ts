import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { orderOf, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();
const banner = (page: Page) => page.getByRole('complementary', { name: 'Offer' });

async function home(who: Somebody | undefined) {
  const visitor = await visit({ origin, viewport: DESKTOP });
  if (who) await letIn(visitor.page, origin, who);
  await visitor.page.goto('/');
  return visitor;
}

test('a visitor is offered the first order off, with the way to sign up', async () => {
  const { page, leave } = await home(undefined);
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
  await expect.poll(() => banner(page).innerText()).toMatch(/30% off\s+the first order when you sign up\. Sign up/);
  await leave();
});

test('a customer reads of it until it is used, and need not sign up', async () => {
  const customer = await newCustomer(origin);
  const { page, leave } = await home(customer);
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await expect.poll(() => banner(page).innerText()).toMatch(/30% off\s+your first order/);
  await expect.poll(() => banner(page).getByRole('link').count()).toBe(0);
  await orderOf(origin, customer, { tool: 'Claw Hammer' });
  await page.reload();
  await banner(page).waitFor({ state: 'detached' });
  await leave();
});

test('Purchase stays where it is while the offer comes in above it', async () => {
  const { page, leave } = await home(await newCustomer(origin));
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/offer', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/purchase/${(await toolNamed(origin, 'Claw Hammer'))._id}`);
  const button = page.getByRole('button', { name: 'Purchase', exact: true });
  const before = (await button.boundingBox())?.y;
  expect(await page.getByText('First order, 30% off').isVisible()).toBe(false);
  answer();
  await page.getByText('First order, 30% off').waitFor();
  expect((await button.boundingBox())?.y).toBe(before);
  await leave();
});

test('an admin does not see it, and from the second page on not even before the shop knows who is there', async () => {
  const { page, leave } = await home(await theAdmin(origin));
  await banner(page).waitFor({ state: 'detached' });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/auth/session', async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await page.locator('.hero__cta').getByRole('status', { name: 'Loading' }).waitFor();
  await expect.poll(() => banner(page).count()).toBe(0);
  answer();
  await page.getByRole('link', { name: 'Add an new Tool' }).waitFor();
  await expect.poll(() => banner(page).count()).toBe(0);

  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await banner(page).waitFor();
  await page.reload();
  await banner(page).waitFor();
  await leave();
});
