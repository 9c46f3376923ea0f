import { expect, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { fillCard, payByCard } from '../harness/card-form.ts';
import { focused } from '../harness/keyboard.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { expectOk, newTool, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();
const CHANGED = 'This order costs $168, another amount than was shown. Nothing was charged. Check it, then pay.';

/** What the provider says of a payment that was closed, and what a test cuts off. */
const CLOSED = /status of 4(00|09)|ERR_FAILED/;

/** On the payment page of a purchase of two tools, for $336 with the first order's 30 %. */
async function atPayment() {
  const admin = await theAdmin(origin);
  const buyer = await newCustomer(origin);
  const { image } = await toolNamed(origin, 'Claw Hammer');
  const lines = [];
  for (const name of ['Changed Hammer', 'Changed Pliers']) {
    const numbers = { price: 10, min_quantity: 12, available_quantity: 24 };
    const body = { name, description: 'Made for tests.', image, ...numbers };
    const { insertedId: tools_id } = expectOk(await admin.call('POST', '/addTool', body));
    lines.push({ tools_id, quantity: 24, tools_price: 10 });
  }
  const contact = { phone: '5550142200', address: '1 Main Street' };
  const placed = expectOk(await buyer.call('POST', '/purchases', { ...contact, lines }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: CLOSED });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/payment/${placed.insertedId}`);
  return { admin, buyer, page, leave, first: placed.insertedId as string, second: placed.lines[1] as string };
}

test('a line cancelled in another tab during 3-D Secure: the page says so with the new amount, and it is paid', async () => {
  const { buyer, page, leave, second } = await atPayment();
  await payByCard(page, '4000 0025 0000 3155');
  const challenge = page.getByRole('alertdialog', { name: '3-D Secure' });
  await challenge.waitFor();
  expectOk(await buyer.call('DELETE', `/myorders/${second}`));
  await challenge.getByRole('button', { name: /Complete/ }).click();
  await page.getByRole('alert').filter({ hasText: CHANGED }).waitFor();
  await page.getByRole('button', { name: 'Pay $168' }).waitFor();
  await expect.poll(() => page.getByText('The time to pay was over').count()).toBe(0);
  await payByCard(page);
  await page.getByRole('alertdialog', { name: 'Great' }).waitFor();
  await leave();
});

test('the order cannot be loaded again: the page stays, says so, and shows the new amount once asked to', async () => {
  const { buyer, page, leave, second } = await atPayment();
  await fillCard(page);
  expectOk(await buyer.call('DELETE', `/myorders/${second}`));
  const loads = /\/(purchases|orders)\/[\w-]+$/;
  await page.route(loads, (route) => route.abort());
  await page.getByRole('button', { name: 'Pay $336' }).click();
  const retry = page.getByRole('alert').filter({ hasText: 'The shop cannot be reached' });
  await retry.waitFor();
  await page.getByRole('button', { name: 'Pay $336' }).waitFor();
  await page.unroute(loads);
  await retry.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Pay $168' }).waitFor();
  await retry.waitFor({ state: 'detached' });
  await leave();
});

test('the same, and the page is reloaded instead: it can be paid at once, with the new amount', async () => {
  const { buyer, page, leave, second } = await atPayment();
  await payByCard(page, '4000 0025 0000 3155');
  await page.getByRole('alertdialog', { name: '3-D Secure' }).waitFor();
  expectOk(await buyer.call('DELETE', `/myorders/${second}`));
  await page.reload();
  await page.getByText('Your last payment was not finished, and nothing was charged.').waitFor();
  await page.getByRole('button', { name: 'Pay $168' }).waitFor();
  await leave();
});

test('a line deleted at the desk while its buyer is at PayPal: nobody has refused anything', async () => {
  const { admin, page, leave, second } = await atPayment();
  await page.getByRole('radio', { name: /^PayPal/ }).check();
  await page.getByRole('button', { name: 'Go on to PayPal' }).click();
  await page.getByText('This is not PayPal.').waitFor();
  expectOk(await admin.call('DELETE', `/manageOrder/${second}`));
  await page.getByRole('button', { name: /^Pat Payer/ }).click();
  await page.getByRole('alert').filter({ hasText: CHANGED }).waitFor();
  await expect.poll(() => page.getByText('refused this payment').count()).toBe(0);
  await leave();
});

test('its last line is deleted at the desk before Pay is pressed: the purchase is shown with both, and has the focus', async () => {
  const { admin, buyer, page, leave, first, second } = await atPayment();
  expectOk(await buyer.call('DELETE', `/myorders/${first}`));
  const { number } = expectOk(await buyer.call('GET', `/purchases/${first}`));
  await page.goto(`/dashboard/payment/${number}`);
  await page.getByText('Changed Pliers').waitFor();
  await fillCard(page);
  expectOk(await admin.call('DELETE', `/manageOrder/${second}`));
  await page.getByRole('button', { name: 'Pay $168' }).click();
  await page.getByRole('heading', { name: 'This order was cancelled' }).waitFor();
  const docket = page.getByRole('region', { name: 'Purchase' });
  await expect.poll(() => docket.innerText()).toMatch(/Changed Hammer[\s\S]*Changed Pliers[\s\S]*Amount\s+\$0/);
  await expect.poll(() => focused(page)).toContain('This order was cancelled');
  await leave();
});

test('a price promise that is ordered: its own page says what is to be paid, which is not what was promised', async () => {
  const dana = await newCustomer(origin);
  const { id: tools_id } = await newTool(origin, 'Promised Wrench');
  const lines = [{ tools_id, quantity: 20, tools_price: 10 }];
  const made = { phone: '5550142200', address: '1 Main Street', lines };
  const { number } = expectOk(await dana.call('POST', '/promises', made));
  expectOk(await dana.call('POST', `/promises/${number}/order`, { way: 'all', amount: 140 }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, dana);
  await page.goto(`/dashboard/promises/${number}`);
  await page.getByRole('heading', { level: 2, name: '1 tool, $200' }).waitFor();
  await page.getByText('Your first order is $60 cheaper.').waitFor();
  await page.getByRole('link', { name: 'Pay $140' }).waitFor();
  await leave();
});

test('a link that is withdrawn while its page waits for another payer: who pressed nothing hears nothing of charges', async () => {
  const dana = await newCustomer(origin);
  const { id: tools_id } = await newTool(origin, 'Watched Wrench');
  const made = { phone: '5550142200', address: '1 Main Street' };
  const lines = [{ tools_id, quantity: 20, tools_price: 10 }];
  const { number, token } = expectOk(await dana.call('POST', '/promises', { ...made, lines }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.route('**/promise-links/{open,watch}', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), state: 'valid', paying: true } });
  });
  await page.goto(`/promise/${token}`);
  await page.getByText('Somebody is paying this right now.').waitFor();
  expectOk(await dana.call('POST', `/promises/${number}/withdraw`));
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByText('has withdrawn this promise.').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Withdrawn/);
  expect(await page.getByText('Nothing was charged.').count()).toBe(0);
  await leave();
});

test.each([
  ['the amount is looked at anew', false],
  ['reloaded instead, it can be paid at once', true],
])('a line of a price promise cancelled while its link is being paid: %s', async (_what, reloads) => {
  const dana = await newCustomer(origin);
  const tools = [await newTool(origin, 'Changed Wrench'), await newTool(origin, 'Changed Saw')];
  const lines = tools.map(({ id }) => ({ tools_id: id, quantity: 20, tools_price: 10 }));
  const contact = { phone: '5550142200', address: '1 Main Street' };
  const { number, token } = expectOk(await dana.call('POST', '/promises', { ...contact, lines }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: CLOSED });
  await page.goto(`/promise/${token}`);
  await page.getByLabel('Your name').fill('Sam Reyes');
  await page.getByLabel('Your email, for the receipt').fill('sam.reyes@example.com');
  await page.getByLabel('Name on card').fill('Sam Reyes');
  await fillCard(page, '4000 0025 0000 3155');
  await page.getByRole('button', { name: 'Approve and pay $280' }).click();
  const challenge = page.getByRole('alertdialog', { name: '3-D Secure' });
  await challenge.waitFor();
  const { purchase } = expectOk(await dana.call('GET', `/promises/${number}`));
  expectOk(await dana.call('DELETE', `/myorders/${purchase.id}`));
  if (reloads) {
    await page.reload();
    await page.getByText('Your last payment was not finished, and nothing was charged.').waitFor();
    await page.getByRole('button', { name: 'Approve and pay $140' }).waitFor();
    return leave();
  }
  await challenge.getByRole('button', { name: /Complete/ }).click();
  await page.getByText('The amount has changed since you opened this page. Nothing was charged.').waitFor();
  await page.getByRole('button', { name: 'Approve and pay $140' }).waitFor();
  await leave();
});
