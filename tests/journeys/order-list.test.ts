import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { fillCard } from '../harness/card-form.ts';
import { focused, tabTo } from '../harness/keyboard.ts';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { expectOk, newTool } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

/** Adds from the tool's page, and comes back when the toast is there. */
async function add(page: Page, { id, name }: { id: string; name: string }, quantity: number) {
  await page.goto(`/purchase/${id}?quantity=${quantity}`);
  await page.getByRole('button', { name: 'Add to order list' }).click();
  await page.getByText(`${quantity} × ${name} added to order list.`).first().waitFor();
}

const listed = (page: Page) => page.locator('.header .listed');
const order = (page: Page) => page.locator('.docket').getByRole('button', { name: /^Order \d+ tools?$/ });
const changeStock = async (id: string, pieces: number) =>
  expectOk(
    await (await theAdmin(origin)).call('POST', `/tools/${id}/stock`, {
      kind: 'correction',
      pieces,
      reason: 'Counted again.',
    }),
  );

test('three tools become one purchase: a quantity is changed, one is too few in stock, fixed, ordered, to be paid', async () => {
  const tools = [
    await newTool(origin, 'Listed Wrench', { steps: [{ from: 100, price: 9 }] }),
    await newTool(origin, 'Listed Saw'),
  ];
  const boxed = await newTool(origin, 'Listed Pliers', { pack: 12, price: 8 });
  const [wrench, saw] = tools as [(typeof tools)[0], (typeof tools)[0]];
  const buyer = await newCustomer(origin);
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of (409|404|400)/ });
  await letIn(page, origin, buyer);
  await add(page, wrench, 94);
  await add(page, saw, 250);
  await add(page, boxed, 144);
  await add(page, boxed, 24);
  await page.getByText('Now 168 in your order list.').waitFor();
  await expect.poll(() => listed(page).innerText()).toMatch(/^3\s*tools$/);
  await page.getByRole('button', { name: 'Open order list' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Order list' }).waitFor();

  await page.getByText('3 tools, 512 pieces, kept on every device where you log in').waitFor();
  await page.getByText('14 boxes of 12').waitFor();
  await page.getByText('no more than for 100').waitFor();
  const rows = page.locator('.list-totals > div');
  const sums = async () => (await rows.allInnerTexts()).map((row) => row.split(/\s*\n\s*/));
  await expect.poll(sums).toContainEqual(['First order, 30% off', '−$1,423.20']);
  await expect.poll(() => sums()).toContainEqual(['No more than the next step', '−$40']);
  await expect.poll(() => sums()).toContainEqual(['Amount to pay', '$3,320.80']);

  const quantity = page.getByLabel(`Quantity: ${boxed.name}`);
  await quantity.fill('144');
  await quantity.press('Enter');
  await expect.poll(sums).toContainEqual(['3 tools', '$4,592']);
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);

  await page.getByLabel('PO number').fill('4500018822');
  await page.getByLabel('Job').fill('Dock 3 refit');
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Ship to').fill('48 Foundry Lane, Leeds');
  await changeStock(saw.id, -420);
  await order(page).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await question.getByText('This places 3 orders as one purchase, 488 pieces in all.').waitFor();
  await expect.poll(() => question.getByRole('definition').allInnerTexts()).toContain('4500018822');
  await question.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByText('Only 180 in stock.').waitFor();
  await expect.poll(() => focused(page)).toBe('Make it 180');
  await expect.poll(() => page.getByRole('button', { name: 'Check Limit of Purchase' }).isDisabled()).toBe(true);
  expect(expectOk(await buyer.call('GET', `/myorders/${buyer.email}`))).toEqual([]);

  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe(`Quantity: ${saw.name}`);
  await order(page).click();
  await question.getByRole('button', { name: 'Order', exact: true }).click();
  const placed = page.getByRole('alertdialog', { name: 'Congratulations' });
  await placed.getByText('Successfully added to order').waitFor();
  await placed.getByText(/, 3 orders\. Stock is held until \d/).waitFor();
  await expect.poll(() => listed(page).count()).toBe(0);
  const orders = expectOk(await buyer.call('GET', `/myorders/${buyer.email}`));
  expect(orders.map((it: { quantity: number }) => it.quantity).toSorted()).toEqual([144, 180, 94]);
  const pay = placed.getByRole('link', { name: 'Pay $2,696.40' });
  await pay.click();
  await page.getByText('please pay for these 3 orders.').waitFor();
  expect(page.url()).toMatch(/\/dashboard\/payment\/[0-9a-f-]{36}$/);
  const docket = page.getByRole('region', { name: 'Purchase' });
  await expect
    .poll(async () => (await docket.getByRole('listitem').allInnerTexts()).map((it) => it.split(/\s*\n\s*/)))
    .toEqual([
      [wrench.name, '94 × $10', '$940'],
      [saw.name, '180 × $10', '$1,800'],
      [boxed.name, '144 × $8', '$1,152'],
    ]);
  await fillCard(page);
  await page.getByRole('button', { name: 'Pay $2,696.40' }).click();
  const great = page.getByRole('alertdialog', { name: 'Great' });
  await great.getByText('Congrats! Your payment $2,696.40 is paid.').waitFor();
  const paid = expectOk(await buyer.call('GET', `/myorders/${buyer.email}`));
  expect(new Set(paid.map((it: { transactionId: string }) => it.transactionId)).size).toBe(1);
  // Of an order in it the same is shown, with that order marked.
  await page.goto(`/dashboard/payment/${paid.find((it: { quantity: number }) => it.quantity === 180)._id}`);
  await page.getByText('Congrats! Your payment $2,696.40 is paid.').waitFor();
  await expect.poll(() => docket.locator('[aria-current=true]').innerText()).toContain(saw.name);
  // Its number leads there, too; one of nobody's, and what is no number, to nothing.
  await page.goto(`/dashboard/payment/${paid[0].number}`);
  await page.getByText('Congrats! Your payment $2,696.40 is paid.').waitFor();
  for (const wrong of ['P-99999999', 'P-1x']) {
    await page.goto(`/dashboard/payment/${wrong}`);
    await page.getByText('There is no such order among yours').waitFor();
  }
  // In My Orders they stand together.
  await page.goto('/dashboard/myorders');
  const together = page.getByRole('rowgroup').filter({ hasText: '3 tools, $2,696.40' });
  await expect.poll(() => together.getByRole('rowheader').first().innerText()).toMatch(/^P-\d+/);
  await expect
    .poll(() => together.getByRole('rowheader').first().innerText())
    .toMatch(/PO 4500018822\s+Dock 3 refit\s+3 tools/);
  await expect.poll(() => together.getByRole('row').count()).toBe(1 + 3);
  await leave();
});

test('what unpaid orders hold is said with its fix, though all was fixed before', async () => {
  const held = await newTool(origin, 'Held Square', { available_quantity: 530 });
  const short = await newTool(origin, 'Short Square');
  const buyer = await newCustomer(origin);
  const lines = [{ tools_id: held.id, quantity: 30, tools_price: 10 }];
  expectOk(await buyer.call('POST', '/purchases', { phone: '5550142200', address: '1 Main Street', lines }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 409/ });
  await letIn(page, origin, buyer);
  await add(page, held, 300);
  await add(page, short, 250);
  await changeStock(short.id, -420);
  await page.goto('/order-list');
  await page.getByRole('contentinfo').waitFor();
  const docket = page.locator('.docket');
  await docket.getByRole('button', { name: 'Fix it' }).click();
  await docket.getByText('1 tool changed.').waitFor();
  await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('5550142200');
  await order(page).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByText('Your unpaid orders already hold 30 pieces of this tool. Enter 235 or fewer').waitFor();
  await docket.getByText('1 tool needs a decision').waitFor();
  await expect.poll(() => docket.getByText('1 tool changed.').count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: 'Check Limit of Purchase' }).isDisabled()).toBe(true);
  await expect.poll(() => focused(page)).toBe('Make it 235');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel(`Quantity: ${held.name}`).inputValue()).toBe('235');
  await order(page).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByText('Successfully added to order').waitFor();
  await leave();
});

test('the next purchase starts with what was ordered with last; an address is chosen, or another one typed', async () => {
  const tool = await newTool(origin, 'Addressed Rasp');
  const buyer = await newCustomer(origin);
  const lines = [{ tools_id: tool.id, quantity: 12, tools_price: 10 }];
  const contact = { phone: '5550142200', address: 'Kirkstall Works\nUnit 7', lines };
  expectOk(await buyer.call('POST', '/purchases', contact));
  expectOk(await buyer.call('POST', '/purchases', { ...contact, address: '48 Foundry Lane, Leeds', job: 'Van stock' }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await add(page, tool, 24);
  await page.goto('/order-list');
  const shipTo = page.getByRole('combobox', { name: 'Ship to' });
  const chosen = () => shipTo.locator('option:checked').innerText();
  await expect.poll(chosen).toBe('48 Foundry Lane, Leeds');
  await expect.poll(() => page.getByLabel('Job').inputValue()).toBe('Van stock');
  await expect.poll(() => page.getByLabel('PO number').inputValue()).toBe('');
  await shipTo.selectOption('Kirkstall Works, Unit 7');
  await expect.poll(() => page.locator('.ship-to .hint').innerText()).toBe('Kirkstall Works\nUnit 7');
  await page.getByLabel('Job').fill('');

  await shipTo.selectOption('Another address…');
  await order(page).click();
  await page.getByText('Shipping address is required.').waitFor();
  const address = page.getByLabel('Address', { exact: true });
  await address.fill('9 New Street');
  for (const choice of ['Kirkstall Works, Unit 7', 'Another address…']) await shipTo.selectOption(choice);
  await page.reload();
  await expect.poll(chosen).toBe('Another address…');
  await expect.poll(() => address.inputValue()).toBe('9 New Street');
  await order(page).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect.poll(() => question.getByRole('definition').allInnerTexts()).toContain('9 New Street');
  await question.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByText('Successfully added to order').waitFor();
  const orders = expectOk(await buyer.call('GET', `/myorders/${buyer.email}`));
  expect(orders.at(-1).address).toBe('9 New Street');
  expect(orders.at(-1).purchase?.job).toBeUndefined();
  await leave();
});

test('the list is worked by keyboard: less, more, typed, removed and taken back, emptied and taken back', async () => {
  const [first, second] = [await newTool(origin, 'Keyed Rasp'), await newTool(origin, 'Keyed File', { pack: 12 })];
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await newCustomer(origin));
  await add(page, first, 24);
  await add(page, second, 24);
  await page.goto('/order-list');
  await page.getByText('2 boxes of 12').waitFor();

  await tabTo(page, first.name);
  await tabTo(page, `Less: ${first.name}`);
  await tabTo(page, `Quantity: ${first.name}`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe(`More: ${first.name}`);
  await page.keyboard.press('Enter');
  const quantity = page.getByLabel(`Quantity: ${first.name}`);
  await expect.poll(() => quantity.inputValue()).toBe('26');
  // What is no number is said; the quantity stays what it was.
  await quantity.fill('5O');
  await quantity.press('Enter');
  await page.getByRole('alert').filter({ hasText: '“5O” is no whole number. Still 26.' }).waitFor();
  await expect.poll(() => quantity.inputValue()).toBe('26');
  await quantity.fill('1,000,001');
  await quantity.press('Enter');
  const tooMany = '“1,000,001” is too many. One order has 1,000,000 pieces of a tool at most. Still 26.';
  await page.getByRole('alert').filter({ hasText: tooMany }).waitFor();
  await expect.poll(() => quantity.inputValue()).toBe('26');
  await quantity.press('ArrowDown');
  await expect.poll(() => page.getByText(/is no whole number|is too many/).count()).toBe(0);
  await quantity.press('ArrowUp');
  await tabTo(page, `Remove ${first.name}`);
  await tabTo(page, second.name);
  await tabTo(page, `Quantity: ${second.name}`);
  await page.keyboard.press('PageUp');
  await expect.poll(() => page.getByLabel(`Quantity: ${second.name}`).inputValue()).toBe('144');

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Delete');
  await page.getByText(`Removed: ${second.name}, 144 pieces`).waitFor();
  await expect.poll(() => focused(page)).toBe(`Undo: ${second.name}`);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe(`Quantity: ${second.name}`);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await page.getByText(`Removed: ${second.name}, 144 pieces`).waitFor();

  await tabTo(page, 'Empty the list');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Undo all');
  await expect.poll(() => listed(page).count()).toBe(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => quantity.inputValue()).toBe('26');
  await expect.poll(() => listed(page).innerText()).toMatch(/^1\s*tool$/);
  await leave();
});

test('all problems are fixed at once and taken back at once; another tab follows', async () => {
  const [few, gone] = [await newTool(origin, 'Scarce Rasp'), await newTool(origin, 'Former File')];
  const dearer = await newTool(origin, 'Dearer Gauge');
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 404/ });
  await letIn(page, origin, await newCustomer(origin));
  for (const tool of [few, gone, dearer]) await add(page, tool, 120);
  await changeStock(few.id, -500);
  expectOk(await gone.admin.call('DELETE', `/tools/${gone.id}`));
  const { version } = expectOk(await gone.admin.call('GET', `/tools/${dearer.id}/managed`));
  expectOk(await gone.admin.call('PATCH', `/tools/${dearer.id}`, { version, price: 11 }));
  await page.goto('/order-list');
  await page.getByText('No longer sold.', { exact: true }).waitFor();
  await page.getByText('then $10 each, now $11. This line is $1,320 instead of $1,200.').waitFor();
  const other = await context.newPage();
  await other.goto('/order-list');
  await other.getByRole('button', { name: 'Fix all 3' }).waitFor();

  await page.getByRole('button', { name: 'Go to the first' }).click();
  await expect.poll(() => focused(page)).toBe('Make it 100');
  await page.getByRole('button', { name: 'Fix all 3' }).click();
  await page.getByText(/^3 tools changed\. Amount to pay \$1,624\.$/).waitFor();
  await expect.poll(() => focused(page)).toBe('Undo all');
  await page.getByText(`Removed: ${gone.name}, 120 pieces`).waitFor();
  await other.getByRole('button', { name: 'Order 2 tools' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Fix all 3' }).waitFor();
  await other.getByRole('button', { name: 'Fix all 3' }).waitFor();
  await leave();
});

test('in place of a tool that has sold out one press takes another that has all the pieces', async () => {
  const category = `Clamps ${process.pid}`;
  const gone = await newTool(origin, 'Sold Clamp', { category });
  const other = await newTool(origin, 'Spare Clamp', { category, price: 9 });
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await newCustomer(origin));
  await add(page, gone, 60);
  await changeStock(gone.id, -600);
  await page.goto('/order-list');
  await page.getByText(`Sold out since you added it. ${other.name} has all 60 now, at $9 each.`).waitFor();
  await page.getByRole('button', { name: 'Take the Spare Clamp' }).click();
  await expect.poll(() => focused(page)).toBe(`Quantity: ${other.name}`);
  await order(page).waitFor();
  await expect.poll(() => page.getByText(gone.name).count()).toBe(0);
  await leave();
});

test('a visitor keeps the list, logs in to order and comes back to it; an admin is sent to login', async () => {
  const tool = await newTool(origin, 'Kept Clamp');
  const buyer = await newCustomer(origin);
  const { page, leave } = await visit({ origin, viewport: PHONE });
  const line = { tool: tool.id, name: tool.name, quantity: 24, seenPrice: 10, addedAt: 1 };
  await page.goto('/blogs');
  await page.evaluate(
    (text) => localStorage.setItem('order-list', text),
    JSON.stringify({ version: 1, lines: [line] }),
  );
  await page.goto('/order-list');
  const bar = page.locator('.paybar');
  await bar.or(page.locator('.docket')).getByRole('link', { name: 'Log in to order' }).first().click();
  await arrived(page, '/login');
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await arrived(page, '/order-list');
  await order(page).waitFor();
  await expect.poll(() => page.getByLabel(`Quantity: ${tool.name}`).inputValue()).toBe('24');
  await leave();

  const admin = await visit({ origin, viewport: DESKTOP });
  await letIn(admin.page, origin, await theAdmin(origin));
  await admin.page.goto('/order-list');
  await arrived(admin.page, '/');
  await admin.page.getByRole('link', { name: 'Add an new Tool' }).waitFor();
  await expect.poll(() => admin.page.locator('.olink').count()).toBe(0);
  await admin.leave();
});

test('a list that the browser keeps broken is an empty one, and the header counts nothing', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/blogs');
  await page.evaluate(() => localStorage.setItem('order-list', '{"version":1,"lines":'));
  await page.goto('/order-list');
  await page.getByRole('heading', { name: 'Your order list is empty' }).waitFor();
  await expect.poll(() => listed(page).count()).toBe(0);
  await page.getByRole('link', { name: 'See all tools' }).waitFor();
  await leave();
});

test('a card adds the least that can be ordered, says what failed, and is pressed again; admins have no list', async () => {
  const tool = await newTool(origin, 'Carded Wrench', { steps: [{ from: 24, price: 9 }] });
  const { page, leave } = await visit({ origin, viewport: PHONE, expectedErrors: /status of 503/ });
  await page.goto(`/?q=${encodeURIComponent(tool.name)}`);
  const press = page.getByRole('button', { name: /^Add 12 × Carded Wrench .* to order list$/ });
  const answer = (route: Route) => route.fulfill({ status: 503, body: '' });
  await page.route('**/tools/*', answer);
  await press.click();
  await page.getByText('Not added to your order list.').first().waitFor();
  await expect.poll(() => listed(page).count()).toBe(0);
  await page.unroute('**/tools/*', answer);
  await press.click();
  await page.getByText(`12 × ${tool.name} added to order list.`).first().waitFor();
  await page.goto(`/?view=list&q=${encodeURIComponent(tool.name)}`);
  await press.click();
  await page.getByText('Now 24 in your order list.').first().waitFor();
  await page.getByRole('button', { name: 'Open order list' }).first().click();
  await page.getByText('1 tool, 24 pieces. Prices and stock checked just now.').waitFor();
  await expect.poll(() => page.locator('.oline').first().innerText()).toContain('$216');
  await leave();

  const desk = await visit({ origin, viewport: DESKTOP });
  await letIn(desk.page, origin, tool.admin);
  await desk.page.goto(`/?q=${encodeURIComponent(tool.name)}`);
  await desk.page.getByRole('link', { name: 'Add an new Tool' }).waitFor();
  await expect.poll(() => desk.page.getByRole('button', { name: /to order list$/ }).count()).toBe(0);
  await desk.leave();
});

test('known addresses that arrive while one is being typed leave the box, its text and the focus alone', async () => {
  const tool = await newTool(origin, 'Typed Rasp');
  const buyer = await newCustomer(origin);
  const lines = [{ tools_id: tool.id, quantity: 12, tools_price: 10 }];
  expectOk(await buyer.call('POST', '/purchases', { phone: '5550142200', address: '48 Foundry Lane, Leeds', lines }));
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, buyer);
  await add(page, tool, 24);
  const asked = new Promise<Route>((hold) => void page.route(/orderDefaults/, hold));
  await page.goto('/order-list');
  await page.getByLabel('Ship to').fill('9 New ');
  await (await asked).continue();
  const shipTo = page.getByRole('combobox', { name: 'Ship to' });
  await expect.poll(() => shipTo.locator('option:checked').innerText()).toBe('Another address…');
  await page.keyboard.type('Street');
  await expect.poll(() => page.getByLabel('Address', { exact: true }).inputValue()).toBe('9 New Street');
  await leave();
});
