import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { payByCard } from '../harness/card-form.ts';
import { httpPerson } from '../harness/http-person.ts';
import { newCustomer } from '../harness/people.ts';
import { beginToPay, confirmCard, expectOk, newTool, payFor } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn, logIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

test('a 3-D Secure page that is reloaded offers Pay again at once, and the order is paid once', async () => {
  const email = 'buyer.reload@example.com';
  const id = await ordered(email);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/login');
  await logIn(page, { email, password: 'secret1' });
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await page.goto(`/dashboard/payment/${id}`);
  await payByCard(page, '4000 0025 0000 3155');
  await page.getByRole('alertdialog', { name: '3-D Secure' }).waitFor();

  await page.reload();
  await page.getByText('Your last payment was not finished, and nothing was charged.').waitFor();
  // Only because the provider says so: without its answer the page would still be checking.
  await expect.poll(() => page.getByText('We are checking your payment').count()).toBe(0);
  await payByCard(page);
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor();
  await leave();
});

test('the second click of a double click on Pay does not close what the first one opened', async () => {
  const email = 'buyer.double@example.com';
  const id = await ordered(email);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/login');
  await logIn(page, { email, password: 'secret1' });
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await page.goto(`/dashboard/payment/${id}`);
  await payByCard(page);
  const great = page.getByRole('alertdialog', { name: 'Great' });
  const ok = great.getByRole('button', { name: 'OK' });
  await ok.click({ trial: true });
  await ok.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await ok.click();
  await great.waitFor({ state: 'detached' });
  await leave();
});

test('what the bank has not decided about is checked when Pay is pressed once more, and after a reload', async () => {
  const { buyer, ...order } = await newOrder();
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/payment/${order._id}`);
  await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
  await confirmCard(origin, await beginToPay(buyer, order), 'pm_card_sandboxProcessing');
  await payByCard(page);
  await page.getByRole('heading', { name: 'We are checking your payment' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'We are checking your payment' }).waitFor();
  await leave();
});

test('what was paid before the page is back is told as paid here, once', async () => {
  const { buyer, ...order } = await newOrder();
  const transactionId = await payFor(origin, buyer, order);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto('/login');
  await page.evaluate((kept) => sessionStorage.setItem('pending-payment', kept), `${order._id} ${transactionId}`);
  await page.goto(`/dashboard/payment/${order._id}`);
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor();
  await page.reload();
  await page.getByText('Transaction id').first().waitFor();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('pending-payment'))).toBeNull();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await leave();
});

test('in a shop with Stripe itself the way back from the payment page loads the page before it again', async () => {
  const email = 'buyer.back@example.com';
  const id = await ordered(email);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_/ });
  await page.goto('/login');
  await logIn(page, { email, password: 'secret1' });
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await page.goto('/dashboard/myorders');
  // What is not Stripe itself is named by its address.
  await page.route(/\/dashboard\/payment\/.*\.data/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('apiBase', 'noBase') });
  });
  const its = new RegExp(`/dashboard/payment/${id}$`);
  await page.route(its, (route) => route.abort('aborted'));
  const left = page.waitForEvent('requestfailed', (it) => its.test(it.url()));
  await page.getByRole('link', { name: /^Pay Now/ }).click();
  await left;
  const again = page.waitForRequest((it) => it.isNavigationRequest() && it.url().endsWith('/dashboard/myorders'));
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await again;
  await page.getByRole('link', { name: /^Pay Now/ }).waitFor();
  await leave();
});

async function newOrder() {
  const buyer = await newCustomer(origin, 'Ada Late');
  const tool = await newTool(origin, 'Settled Wrench', { price: 10, min_quantity: 24 });
  const body = {
    ...{ phone: '5550142200', address: '1 Main Street' },
    quantity: 24,
    tools_price: 10,
    tools_id: tool.id,
  };
  const _id: string = expectOk(await buyer.call('POST', '/orders', body)).insertedId;
  return { buyer, _id, amount: expectOk(await buyer.call('GET', `/orders/${_id}`)).amount };
}

async function ordered(email: string): Promise<string> {
  const buyer = await httpPerson(origin, email);
  const tools = await buyer.call('listTools', {});
  const tool = tools.ok ? tools.value.find((it) => it.available_quantity >= it.min_quantity) : undefined;
  if (!tool) throw new Error('no tool to order');
  const placed = await buyer.call('placeOrder', {
    body: {
      phone: '5550142200',
      address: '1 Main Street',
      quantity: tool.min_quantity,
      tools_price: tool.price,
      tools_id: tool._id,
    },
  });
  if (!placed.ok) throw new Error(placed.failure.code);
  return placed.value.insertedId;
}
