import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

test('the first-order offer goes to another order between the question and its answer: nothing is ordered at the full price unasked', async () => {
  const customer = await newCustomer(origin);
  const tool = await newTool(origin, 'Confirmed Wrench', { price: 10 });
  const orders = async () => (await customer.call('GET', `/myorders/${customer.email}`)).body;
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, customer);
  await page.goto(`/purchase/${tool.id}?quantity=30`);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  await page.getByText('First order, 30% off').first().waitFor();
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await question.getByText('$210').waitFor();
  const contact = { phone: '5550142200', address: '1 Main Street' };
  const earlier = { ...contact, quantity: 25, tools_price: 10, tools_id: tool.id };
  expect((await customer.call('POST', '/orders', earlier)).status).toBe(200);

  await question.getByRole('button', { name: 'Order', exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'The amount to pay is $300 by now' });
  await notice.getByText('Nothing was ordered.').waitFor();
  expect(await orders()).toHaveLength(1);
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await question.getByText('$300').last().waitFor();
  await expect.poll(() => question.getByText('30% off').count()).toBe(0);
  await question.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByText('Successfully added to order').waitFor();
  expect((await orders()).map((it: { amount: number }) => it.amount)).toEqual([175, 300]);
  await leave();
});

test('the same for an order list', async () => {
  const customer = await newCustomer(origin);
  const tool = await newTool(origin, 'Confirmed Saw', { price: 10 });
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, customer);
  await page.goto(`/purchase/${tool.id}?quantity=30`);
  await page.getByRole('button', { name: 'Add to order list' }).click();
  await page.getByText('added to order list.').first().waitFor();
  await page.goto('/order-list');
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');
  await page.getByText('First order, 30% off').first().waitFor();
  const submit = page.locator('.docket').getByRole('button', { name: 'Order 1 tool' });
  await submit.click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await question.getByText('$210').first().waitFor();
  const earlier = { phone: '5550142200', address: '1 Main Street', quantity: 25, tools_price: 10, tools_id: tool.id };
  expect((await customer.call('POST', '/orders', earlier)).status).toBe(200);
  await question.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'The amount to pay is $300 by now' }).waitFor();
  await expect.poll(() => page.locator('.list-totals').innerText()).not.toContain('First order');
  await submit.click();
  await question.getByText('$300').first().waitFor();
  await question.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByRole('link', { name: 'Pay $300' }).waitFor();
  await leave();
});

test('a step above the quantity gets another price: what is asked now is shown, and ordered by a second press', async () => {
  const customer = await newCustomer(origin);
  const tool = await newTool(origin, 'Stepped Wrench', { price: 10, steps: [{ from: 100, price: 9 }] });
  const change = async (version: number, price: number) =>
    expectOk(await tool.admin.call('PATCH', `/tools/${tool.id}`, { version, steps: [{ from: 100, price }] }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, customer);
  await page.goto(`/purchase/${tool.id}?quantity=95`);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  await page.getByText('First order, 30% off').first().waitFor();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  const confirm = async (amount: string) => {
    await question.getByText(amount).first().waitFor();
    await question.getByRole('button', { name: 'Order', exact: true }).click();
  };
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await question.getByText('$630').first().waitFor();
  await change(1, 8);
  await confirm('$630');
  await page.getByRole('alert').filter({ hasText: 'The amount to pay is $560 by now' }).waitFor();
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await confirm('$560');
  const done = page.getByRole('alertdialog', { name: 'Congratulations' });
  await done.getByText('Successfully added to order').waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return done.count();
    })
    .toBe(0);

  await page.getByRole('button', { name: 'Add to order list' }).click();
  await page.getByText('added to order list.').first().waitFor();
  const offer = page.waitForResponse(/\/offer$/);
  await page.goto('/order-list');
  await offer;
  await page.locator('.ship-to .hint').waitFor();
  await page.getByLabel('Phone').fill('5550142200');
  const submit = page.locator('.docket').getByRole('button', { name: 'Order 1 tool' });
  await submit.click();
  await question.getByText('$800').first().waitFor();
  await change(2, 7);
  await confirm('$800');
  await page.getByRole('alert').filter({ hasText: 'The amount to pay is $700 by now' }).waitFor();
  await submit.click();
  await confirm('$700');
  await page.getByRole('link', { name: 'Pay $700' }).waitFor();
  await leave();
});
