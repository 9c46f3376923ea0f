import { expect, test } from 'vitest';
import { shortOrderId } from '#model/kernel/ids.ts';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { beginToPay, confirmCard, expectOk, newTool, orderOf } from '../harness/shopping.ts';
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
  await panel.getByLabel('Reason').fill('The bank took the dispute back');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });

  await page.goto('/dashboard/manageAllOrders');
  const row = page.getByRole('row').filter({ hasText: customer.email });
  await row.getByRole('button', { name: /^Look into it/ }).press('Enter');
  const reason = panel.getByLabel('Reason');
  await expect.poll(() => reason.inputValue()).toBe('The bank took the dispute back');
  await reason.fill('');
  await panel.getByRole('button', { name: 'Decide' }).press('Enter');
  await panel.getByText('Choose what becomes of the order.').waitFor();
  await panel.getByText('Reason is missing. Say what you found out.').waitFor();
  await panel.getByRole('radio', { name: /^The payment stands/ }).press('Space');
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

test('a part that the bank sends back is named, and sent again from the desk', async () => {
  const customer = await newCustomer(origin);
  const tool = await newTool(origin, 'Bench Vice', { min_quantity: 1 });
  const order = await orderOf(origin, customer, { tool: tool.name, quantity: 20 });
  await confirmCard(origin, await beginToPay(customer, order), 'pm_card_sandboxRefundFailsOnce');
  const purchase = async () => expectOk(await customer.call('GET', `/purchases/${order._id}`));
  await expect.poll(async () => (await purchase()).state).toBe('paid');
  // $140 of 20 with the offer.
  const part = { lines: [{ order: order._id, pieces: 10 }], amount: 70, reason: 'Damaged on the way' };
  expectOk(await tool.admin.call('POST', `/purchases/${order._id}/refunds`, part));
  await expect.poll(async () => (await purchase()).state, { timeout: 30_000 }).toBe('review');

  const { page, leave } = await visit({ origin, viewport: PHONE });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto(`/dashboard/purchases/${order.number}`);
  await page.getByRole('button', { name: 'Look into it' }).click();
  const panel = page.getByRole('dialog', { name: `Order ${shortOrderId(order._id)}` });
  await panel.getByText('$70 of the payment did not get back to the customer.').waitFor();
  await panel.getByRole('radio', { name: 'Send the $70 again' }).check();
  await panel.getByLabel('Reason').fill('The bank says that it works now');
  await panel.getByRole('button', { name: 'Decide' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send it again' }).click();
  await page.getByText('Decided!').waitFor();
  await expect
    .poll(async () => {
      const { state, refunds } = await purchase();
      return [state, refunds.map((it: { state: string; amount: number }) => `${it.state} ${it.amount}`)];
    })
    .toEqual(['paid', ['succeeded 70']]);
  await leave();
});
