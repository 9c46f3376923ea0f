import { expect, test } from 'vitest';
import { shortOrderId } from '#model/kernel/ids.ts';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { beginToPay, confirmCard, expectOk, orderOf } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { heading, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

// What the browser itself reports in its console when it has no connection.
const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED/;

test('an order whose charge is disputed is put aside, looked into and let go on', async () => {
  const customer = await newCustomer(origin);
  const order = await orderOf(origin, customer, { tool: 'Claw Hammer' });
  await confirmCard(origin, await beginToPay(customer, order), 'pm_card_createDispute');
  const stateOf = async () => expectOk(await customer.call('GET', `/orders/${order._id}`)).state;
  await expect.poll(stateOf).toBe('review');

  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: NO_CONNECTION });
  await letIn(page, origin, await theAdmin(origin));
  const panel = page.getByRole('dialog', { name: `Order ${shortOrderId(order._id)}` });
  // The page of the purchase opens the same panel.
  const { number } = expectOk(await customer.call('GET', `/orders/${order._id}`));
  await page.goto(`/dashboard/purchases/${number}`);
  await page.getByRole('button', { name: 'Look into it' }).press('Enter');
  await panel.getByRole('radio', { name: /^The payment stands/ }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });

  await page.goto('/dashboard/manageAllOrders');
  const row = page.getByRole('row').filter({ hasText: customer.email });
  await row.getByRole('button', { name: /^Look into it/ }).press('Enter');
  await panel.getByRole('button', { name: 'Decide' }).press('Enter');
  await panel.getByText('Choose what becomes of the order.').waitFor();
  await panel.getByText('Reason is missing. Say what you found out.').waitFor();
  await panel.getByRole('radio', { name: /^The payment stands/ }).press('Space');
  const reason = panel.getByLabel('Reason');
  await reason.fill('The bank took the dispute back');
  await panel.getByRole('button', { name: 'Decide' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Let this order go on?' });
  await question.getByText(customer.email).waitFor();

  await context.setOffline(true);
  await question.getByRole('button', { name: 'Let it go on' }).press('Enter');
  await panel.getByRole('alert').getByText('Check your connection').waitFor();
  await expect.poll(() => reason.inputValue()).toBe('The bank took the dispute back');
  await expect.poll(() => stateOf()).toBe('review');
  await context.setOffline(false);
  await panel.getByRole('button', { name: 'Decide' }).press('Enter');
  await question.getByRole('button', { name: 'Let it go on' }).press('Enter');
  await page.getByText('Decided!').waitFor();
  await row.getByRole('button', { name: /^Mark shipped/ }).waitFor();
  await expect.poll(() => heading(page, /./).evaluate((its) => its === document.activeElement)).toBe(true);
  await expect.poll(() => stateOf()).toBe('paid');
  await leave();
});
