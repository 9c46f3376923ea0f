import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { beginToPay, confirmCard, expectOk, payFor, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const TOOLS = ['Claw Hammer', 'Tape Measure', 'Hex Key Set', 'Site Toolbox'];

/** A purchase of four tools, each at its least quantity. */
async function bought(buyer: Somebody) {
  const tools = await Promise.all(TOOLS.map((name) => toolNamed(origin, name)));
  const body = {
    ...{ phone: '5550142200', address: '48 Foundry Lane, Leeds' },
    lines: tools.map((tool) => ({ tools_id: tool._id, quantity: tool.min_quantity, tools_price: tool.price })),
  };
  const id = expectOk(await buyer.call('POST', '/purchases', body)).insertedId as string;
  return expectOk(await buyer.call('GET', `/purchases/${id}`));
}

test('from My Orders to its page: two tools are cancelled at once, the rest is paid', async () => {
  const buyer = await newCustomer(origin, 'Wren Tailor');
  const purchase = await bought(buyer);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 400/ });
  await letIn(page, origin, buyer);
  await page.goto('/dashboard/myorders');
  await page.getByRole('link', { name: purchase.number, exact: true }).click();
  await arrived(page, `/dashboard/purchases/${purchase.number}`);
  await page.getByRole('heading', { level: 1, name: `Purchase ${purchase.number}` }).waitFor();
  await page.getByRole('heading', { level: 2, name: /^4 tools, \d+ pieces$/ }).waitFor();
  await page.getByText('Pay by then to keep the stock').waitFor();
  const current = page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current]');
  await expect.poll(() => current.innerText()).toBe('My Orders');

  const picked = purchase.lines.slice(1, 3);
  for (const line of picked) await page.getByRole('checkbox', { name: line.tools_name }).check();
  await page.getByRole('button', { name: 'Cancel 2 tools' }).click();
  const left = purchase.amount - picked[0].amount - picked[1].amount;
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 0 });
  const question = page.getByRole('alertdialog', { name: 'Cancel 2 tools?' });
  await question.getByText(`The rest of the purchase stays, at ${dollars.format(left)}`).waitFor();
  await question.getByRole('button', { name: 'Keep them' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Cancel 2 tools' }).click();
  await question.getByRole('button', { name: 'Cancel 2 tools' }).click();
  await page.getByText('2 tools cancelled.').waitFor();
  await page.getByRole('heading', { level: 2, name: /^2 tools, \d+ pieces$/ }).waitFor();
  await expect.poll(() => focused(page)).toBe(`Purchase ${purchase.number}`);
  const pay = page.getByRole('link', { name: `Pay ${dollars.format(left)}` });
  const asked: string[] = [];
  page.on('request', (it) => asked.push(new URL(it.url()).pathname));
  await pay.click();
  await page.getByRole('link', { name: purchase.number, exact: true }).waitFor();
  // The purchase is asked for once, and none of its orders beside it.
  expect(asked.filter((path) => /^\/(orders|purchases)\/[^/]+$/.test(path))).toEqual([`/purchases/${purchase.number}`]);
  await page.getByRole('link', { name: purchase.number, exact: true }).click();
  await pay.waitFor();

  const change = page.getByRole('button', { name: 'Change the address' });
  await change.click();
  const dialog = page.getByRole('dialog', { name: 'Ship to' });
  await dialog.getByLabel('Address').fill('');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await dialog.getByText('Shipping address is required.').waitFor();
  await dialog.getByLabel('Address').fill('7 Dock Road, Hull');
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('The address is changed.').waitFor();
  await page.locator('.ship-to').getByText('7 Dock Road, Hull').waitFor();
  await page.getByText('Address changed', { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe('Change the address');

  await payFor(origin, buyer, { _id: purchase.lines[0]._id, amount: left });
  await page.reload();
  await page.getByRole('heading', { level: 2, name: 'Ship-by promise' }).waitFor();
  await page.getByText('Ships in 7 days').waitFor();
  await page.getByRole('heading', { level: 2, name: 'What happened' }).waitFor();
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(0);
  await expect.poll(() => change.count()).toBe(0);
  await leave();
});

test('its quantities change and a tool is added by keyboard, while a payment is open; then it is paid', async () => {
  const buyer = await newCustomer(origin, 'Ana Prado');
  const { id, number, amount, lines } = await bought(buyer);
  const [hammer, tape] = lines;
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, buyer);
  const secret = await beginToPay(buyer, { _id: id, amount });
  await page.goto(`/dashboard/purchases/${number}`);
  const change = page.getByRole('button', { name: `Change the quantity: ${hammer.tools_name}` });
  await change.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change the quantity' });
  const quantity = dialog.getByRole('spinbutton', { name: 'Quantity' });
  await quantity.fill('999999');
  await dialog.getByText(/^Only [\d,]+ available\. Enter/).waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Change', exact: true }).isDisabled()).toBe(true);
  const more = hammer.quantity * 2;
  await quantity.fill(String(more));
  const amountThen = dialog.locator('.total dd');
  // Changed in another tab meanwhile: it costs other than was shown.
  const twice = { tools_id: tape.tools_id, quantity: tape.quantity * 2, tools_price: tape.tools_price };
  expectOk(await buyer.call('POST', `/purchases/${id}/change`, { lines: [twice] }));
  await quantity.press('Enter');
  await dialog.getByText('The amount to pay has changed. Check what there is to pay then.').waitFor();
  const shown = await amountThen.innerText();
  await quantity.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: `Pay ${shown}`, exact: true }).waitFor();
  await page.getByText('Quantity changed before the payment').first().waitFor();
  expect(expectOk(await buyer.call('GET', `/purchases/${id}`)).lines[0]).toMatchObject({ quantity: more });
  // The payment of the amount before was closed.
  await expect(confirmCard(origin, secret)).rejects.toThrow('The card was not charged');

  await page.getByRole('button', { name: 'Add a tool' }).press('Enter');
  const adding = page.getByRole('dialog', { name: 'Add a tool' });
  const finder = adding.getByRole('combobox');
  await finder.fill('Spirit Level');
  await adding.getByRole('option').first().waitFor();
  await finder.press('Escape');
  await expect.poll(() => adding.getByRole('option').count()).toBe(0);
  await finder.press('ArrowDown');
  await finder.press('Enter');
  await expect.poll(() => focused(page)).toBe('Quantity');
  const total = await adding.locator('.total dd').innerText();
  await adding.getByRole('button', { name: /^Add \d/ }).press('Enter');
  await adding.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 2, name: /^5 tools, \d+ pieces$/ }).waitFor();
  await page.getByRole('link', { name: `Pay ${total}`, exact: true }).waitFor();
  const now = expectOk(await buyer.call('GET', `/purchases/${id}`));
  await payFor(origin, buyer, { _id: id, amount: now.amount });
  await page.reload();
  await page.getByText('Ships in 7 days').waitFor();
  await expect.poll(() => change.count()).toBe(0);
  await leave();
});

test('cancelling all that is left ends it; on a phone', async () => {
  const buyer = await newCustomer(origin, 'Rui Alves');
  const { number } = await bought(buyer);
  const { page, leave } = await visit({ origin, viewport: PHONE });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/purchases/${number.slice(2)}`);
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Cancel 4 tools' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel this purchase?' });
  await question.getByRole('button', { name: 'Cancel purchase' }).click();
  await page.getByText('4 tools cancelled.').waitFor();
  await page.getByRole('main').getByText('Cancelled', { exact: true }).first().waitFor();
  await expect.poll(() => page.getByRole('link', { name: /^Pay / }).count()).toBe(0);
  await leave();
});

test('an admin finds it by its number, ships a part, refunds a piece and ships the rest; its customer sees each', async () => {
  const buyer = await newCustomer(origin, 'Ida Lund');
  const purchase = await bought(buyer);
  await payFor(origin, buyer, { _id: purchase.id, amount: purchase.amount });
  const [hammer, tape] = purchase.lines;
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto('/dashboard/manageAllOrders');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(purchase.number.slice(2));
  const group = groupOf(page, purchase.number);
  await group.getByText(hammer.tools_name).waitFor();
  await group.getByRole('button', { name: `Mark shipped: purchase ${purchase.number}` }).waitFor();
  await group.getByRole('link', { name: purchase.number, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: `Purchase ${purchase.number}` }).waitFor();
  const current = page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current]');
  await expect.poll(() => current.innerText()).toBe('Manage All Orders');
  await page.getByText(purchase.lines[0].email).first().waitFor();

  await page.getByRole('button', { name: 'Ship', exact: true }).first().click();
  const ship = page.getByRole('dialog', { name: 'Ship' });
  for (const line of purchase.lines) {
    await ship.getByLabel(`Pieces: ${line.tools_name}`).fill(line === hammer ? '10' : '0');
  }
  await ship.getByLabel('Carrier').selectOption('UPS');
  await ship.getByLabel('Tracking number').fill('1Z999AA10123456784');
  await ship.getByRole('button', { name: 'Ship 10 pieces' }).click();
  await page.getByText('Shipment 1: 10 pieces marked shipped.').first().waitFor();
  await page.getByText('10 sent', { exact: true }).waitFor();
  const tracked = page.getByRole('link', { name: 'Track: Shipment 1' });
  await expect.poll(() => tracked.getAttribute('href')).toContain('1Z999AA10123456784');

  await page.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund' });
  await refund.getByLabel(`Pieces: ${tape.tools_name}`).fill('999999');
  await refund.getByText(/^999,999 is more than \d+\. Enter 0 to \d+\.$/).waitFor();
  await refund.getByLabel(`Pieces: ${tape.tools_name}`).fill('1');
  const button = refund.getByRole('button', { name: /^Refund \$\d/ });
  const amount = (await button.innerText()).replace('Refund ', '');
  await button.click();
  await page.getByText(`${amount} goes back to the card.`).first().waitFor();
  await page.getByText(`Refunded ${amount}`, { exact: true }).waitFor();
  await page.getByText('1 refunded', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Manage All Orders' }).first().click();
  const row = groupOf(page, purchase.number);
  // One of its four orders is folded away, and ships with the others.
  await row.getByRole('button', { name: `Mark 4 shipped: purchase ${purchase.number}` }).click();
  await page.getByText(`4 orders of ${purchase.number} marked shipped.`).first().waitFor();
  await row.getByText('Shipped', { exact: true }).first().waitFor();
  await expect.poll(() => row.getByRole('button', { name: /^Mark .*shipped/ }).count()).toBe(0);
  await leave();

  const theirs = await visit({ origin, viewport: PHONE });
  await letIn(theirs.page, origin, buyer);
  await theirs.page.goto('/dashboard/myorders');
  await theirs.page.getByRole('searchbox', { name: 'Search orders by number, tool, PO or job' }).fill(purchase.number);
  await theirs.page.getByRole('link', { name: purchase.number, exact: true }).click();
  for (const text of ['Part 1 of 2 shipped', 'Part 2 of 2 shipped', `Refund of ${amount}`])
    await theirs.page.getByText(text, { exact: true }).waitFor();
  await theirs.page.getByRole('link', { name: 'UPS 1Z999AA10123456784: track part 1 of 2' }).waitFor();
  await theirs.leave();
});

test('the first tool of a paid purchase is given back: the rest is said to be paid, on each of its pages', async () => {
  const buyer = await newCustomer(origin, 'Noor Hale');
  const { id, number, amount, lines } = await bought(buyer);
  await payFor(origin, buyer, { _id: id, amount });
  const [hammer] = lines;
  const pieces = [{ order: hammer._id, pieces: hammer.quantity }];
  const whole = { lines: pieces, amount: hammer.amount, reason: 'Recalled.' };
  expectOk(await (await theAdmin(origin)).call('POST', `/purchases/${id}/refunds`, whole));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await page.goto(`/dashboard/purchases/${number}`);
  await page.getByRole('heading', { level: 2, name: /^\d tools, \d+ pieces$/ }).waitFor();
  await expect.poll(() => page.getByText(/the way it was paid/).count()).toBe(0);
  for (const name of [number, hammer._id]) {
    await page.goto(`/dashboard/payment/${name}`);
    await page.getByText('Transaction id').first().waitFor();
    await expect.poll(() => page.getByText(/given back/).count()).toBe(0);
  }
  await leave();
});

/** Not by its text: that of another purchase may begin with the same number, and go on with its day. */
const groupOf = (page: Page, number: string) =>
  page.locator('tbody').filter({ has: page.getByRole('link', { name: number, exact: true }) });

test('on every tab and in every search the head of a purchase tells of all its orders', async () => {
  const buyer = await newCustomer(origin, 'Ove Lund');
  const purchase = await bought(buyer);
  await payFor(origin, buyer, { _id: purchase.id, amount: purchase.amount });
  const [first, second, third] = purchase.lines;
  const lines = [first, second].map(({ _id, quantity }) => ({ order: _id, pieces: quantity }));
  const admin = await theAdmin(origin);
  expectOk(await admin.call('POST', `/purchases/${purchase.id}/shipments`, { lines }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, admin);
  await page.goto('/dashboard/manageAllOrders');
  const group = groupOf(page, purchase.number);
  await page.getByRole('tab', { name: /^Shipped/ }).click();
  await group.getByText(first.tools_name).waitFor();
  await group.getByText('Part shipped').waitFor();
  await group.getByText('Show 2 more tools').waitFor();
  await page.getByRole('tab', { name: /^All/ }).click();
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(third.tools_name);
  await group.getByRole('button', { name: `Mark 2 shipped: purchase ${purchase.number}` }).waitFor();
  await leave();
});
