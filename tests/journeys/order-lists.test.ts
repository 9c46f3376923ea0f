import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { expectOk, orderOf, payFor } from '../harness/shopping.ts';
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

const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test('what others did is shown once their tab is come back to, and what was typed stays', async () => {
  const customer = await newCustomer(origin);
  const order = await orderOf(origin, customer, { tool: 'Claw Hammer' });
  const admin = await theAdmin(origin);
  const open = async (who: typeof admin, path: string) => {
    const its = await visit({ origin, viewport: DESKTOP, expectedErrors: NO_CONNECTION });
    await letIn(its.page, origin, who);
    await its.page.goto(path);
    return its;
  };
  const mine = await open(customer, '/dashboard/myorders');
  await mine.page.getByRole('searchbox').fill('claw');
  const pay = mine.page.getByRole('row').getByRole('link', { name: /^Pay / }).first();
  await pay.waitFor();
  await payFor(origin, customer, order);
  await comeBack(mine.page);
  await pay.waitFor({ state: 'detached' });
  await expect.poll(() => mine.page.getByRole('searchbox').inputValue()).toBe('claw');
  await mine.leave();

  const all = await open(admin, '/dashboard/manageAllOrders');
  await all.page.getByRole('searchbox').fill(customer.email);
  const row = all.page.getByRole('row').filter({ hasText: customer.email });
  const mark = row.getByRole('button', { name: /^Mark shipped/ });
  await mark.waitFor();
  const its = await open(admin, `/dashboard/purchases/${order.number}`);
  const ship = its.page.getByRole('button', { name: 'Ship', exact: true }).first();
  await ship.waitFor();
  expectOk(await admin.call('POST', `/purchases/${order._id}/shipments`, {}));
  await comeBack(all.page);
  await mark.waitFor({ state: 'detached' });
  await all.leave();

  await its.context.setOffline(true);
  await comeBack(its.page);
  const failure = its.page.getByRole('alert').filter({ hasText: 'The purchase did not load' });
  await failure.waitFor();
  await expect.poll(() => ship.isVisible()).toBe(true);
  await its.context.setOffline(false);
  await expect
    .poll(async () => {
      await comeBack(its.page);
      return failure.count();
    })
    .toBe(0);
  await ship.waitFor({ state: 'detached' });
  await its.leave();
});
