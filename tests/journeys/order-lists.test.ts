import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { orderOf } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

// What the browser itself reports in its console when it has no connection.
const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED/;

const LISTS = [
  ['My Orders', '/dashboard/myorders', 'Your orders did not load', PHONE],
  ['Manage All Orders', '/dashboard/manageAllOrders', 'The orders did not load', DESKTOP],
] as const;

test.each(LISTS)('%s keeps what was there when it is loaded again in vain', async (title, path, problem, viewport) => {
  const customer = await newCustomer(origin);
  await orderOf(origin, customer, { tool: 'Claw Hammer' });
  const { page, context, leave } = await visit({ origin, viewport, expectedErrors: NO_CONNECTION });
  const own = title === 'My Orders';
  await letIn(page, origin, own ? customer : await theAdmin(origin));
  await page.goto(path);
  const row = page.getByRole('row').filter({ hasText: own ? 'Claw Hammer' : customer.email });
  await row.waitFor();
  await context.setOffline(true);
  await loadAgain(page, title);
  const failure = page.getByRole('alert').filter({ hasText: problem });
  await failure.getByText('Check your connection').waitFor();
  await expect.poll(() => row.isVisible()).toBe(true);
  await context.setOffline(false);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await failure.waitFor({ state: 'detached' });
  await expect.poll(() => row.isVisible()).toBe(true);
  await leave();
});

const loadAgain = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: title }).click();
