import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { orderOf } from '../harness/shopping.ts';
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
