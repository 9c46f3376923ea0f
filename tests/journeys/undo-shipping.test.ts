import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import { UNDO_SECONDS } from '#model/orders/order-life.ts';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { holdNext } from '../harness/hold-next.ts';
import { focused, tabTo } from '../harness/keyboard.ts';
import { newAdmin, newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, orderOf, payFor, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();
let admin: Somebody;
beforeAll(async () => {
  admin = await theAdmin(origin);
});

async function visitAs(who: Somebody, viewport = DESKTOP, expectedErrors?: RegExp) {
  const visitor = await visit({ origin, viewport, ...(expectedErrors && { expectedErrors }) });
  await letIn(visitor.page, origin, who);
  return visitor;
}

async function paidOrder(name: string) {
  const buyer = await newCustomer(origin, name);
  const order = await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  await payFor(origin, buyer, order);
  return { buyer, id: order._id };
}

const rowOf = (page: Page, buyer: Somebody) => page.getByRole('row').filter({ hasText: buyer.email });

async function markShipped(page: Page, buyer: Somebody) {
  await page.goto('/dashboard/manageAllOrders');
  const row = rowOf(page, buyer);
  await row.getByRole('button', { name: /^Mark shipped/ }).click();
  await row.getByText('Shipped', { exact: true }).waitFor();
  return row;
}

const toastOf = (page: Page) => page.getByRole('dialog').filter({ hasText: 'is marked shipped.' });

test('Undo by keyboard alone: the order is pending again, for its customer too, and this is said', async () => {
  const { buyer, id } = await paidOrder('Ada Undo');
  const { page, leave } = await visitAs(admin);
  const row = await markShipped(page, buyer);
  await toastOf(page).getByRole('button', { name: 'Undo' }).waitFor();
  await page.keyboard.press('F6');
  await tabTo(page, 'Undo');
  await page.keyboard.press('Enter');
  await row.getByRole('button', { name: /^Mark shipped/ }).waitFor();
  await page.getByText('is pending again. No mail was sent about it.').first().waitFor();
  await toastOf(page).waitFor({ state: 'detached' });
  expect(expectOk(await buyer.call('GET', `/orders/${id}`))).toMatchObject({ state: 'paid', shippedAt: null });
  await leave();
});

test('the toast stays while it has the pointer or the focus, goes by itself otherwise, and is announced', async () => {
  const { buyer } = await paidOrder('Bea Undo');
  const { page, leave } = await visitAs(admin, PHONE);
  await page.clock.install();
  const row = await markShipped(page, buyer);
  const toast = toastOf(page);
  await toast.getByRole('button', { name: 'Undo' }).waitFor();
  await expect.poll(() => page.getByRole('region', { name: /notification/i }).getAttribute('aria-live')).toBe('polite');
  await toast.hover();
  await page.clock.runFor((UNDO_SECONDS + 5) * 1000);
  await expect.poll(() => toast.count()).toBe(1);
  await page.mouse.move(5, 5);
  await page.keyboard.press('F8');
  await expect.poll(() => focused(page)).toBe('Notifications');
  await tabTo(page, 'Undo');
  await page.clock.runFor((UNDO_SECONDS + 5) * 1000);
  await expect.poll(() => focused(page)).toBe('Undo');
  await row.first().click({ position: { x: 5, y: 5 } });
  await page.clock.runFor((UNDO_SECONDS + 1) * 1000);
  await toast.waitFor({ state: 'detached' });
  await leave();
});

test('pressed on another page it still works, and a second admin is told what happened', async () => {
  const { buyer, id } = await paidOrder('Cleo Undo');
  const [mine, theirs] = [await visitAs(admin), await visitAs(await theAdmin(origin))];
  await theirs.page.goto('/dashboard/manageAllOrders');
  await rowOf(theirs.page, buyer).waitFor();
  await markShipped(mine.page, buyer);
  // It stays while the pointer is on it.
  await toastOf(mine.page).getByRole('button', { name: 'Undo' }).hover();
  await rowOf(theirs.page, buyer)
    .getByRole('button', { name: /^Mark shipped/ })
    .click();
  // In the row, which shows what became of the order.
  const told = rowOf(theirs.page, buyer).getByRole('alert');
  await told.getByText(/ shipped pieces of it at \d\d:\d\d\. It was not shipped again\.$/).waitFor();
  await rowOf(theirs.page, buyer).getByText('Shipped', { exact: true }).waitFor();
  await expect.poll(() => theirs.page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await mine.page.getByRole('link', { name: 'Manage Tools' }).click();
  await mine.page.getByRole('heading', { name: 'Manage Tools', level: 1 }).waitFor();
  await toastOf(mine.page).getByRole('button', { name: 'Undo' }).click();
  await mine.page.getByText('is pending again.').first().waitFor();
  expect(expectOk(await buyer.call('GET', `/orders/${id}`)).state).toBe('paid');
  await mine.leave();
  await theirs.leave();
});

test('what is refused once the list was left is told on the page that is shown', async () => {
  const { buyer, id } = await paidOrder('Fred Undo');
  const unpaid = await orderOf(origin, buyer, { tool: 'Claw Hammer' });
  const { page, leave } = await visitAs(admin, DESKTOP, /ERR_FAILED/);
  const { promise: left, resolve: refuseNow } = Promise.withResolvers<void>();
  await page.route(/\/manageOrder\/[^/]+$/, async (route) => {
    await left;
    await route.abort('failed');
  });
  const orders = page.getByRole('link', { name: 'Manage All Orders' });
  await page.goto('/dashboard/manageTools');
  await orders.click();
  // Item numbers look like the number of an order.
  await page.getByRole('heading', { name: 'Manage All Orders', level: 1 }).waitFor();
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: unpaid.number, exact: true }) })
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete order' }).click();
  await page.goBack();
  await orders.click();
  await rowOf(page, buyer)
    .getByRole('button', { name: /^Mark shipped/ })
    .click();
  await page.goBack();
  await page.getByRole('heading', { name: 'Manage Tools', level: 1 }).waitFor();
  refuseNow();
  for (const number of [unpaid.number, expectOk(await buyer.call('GET', `/orders/${id}`)).number])
    await page.getByText(`${number}: The shop cannot be reached`).first().waitFor();
  await leave();
});

test('where all of it was refunded meanwhile the row says so and keeps the focus', async () => {
  const { buyer, id } = await paidOrder('Elsa Undo');
  const { page, leave } = await visitAs(admin, DESKTOP, /status of 409/);
  await page.goto('/dashboard/manageAllOrders');
  const button = rowOf(page, buyer).getByRole('button', { name: /^Mark shipped/ });
  await button.focus();
  const { amount, quantity } = expectOk(await buyer.call('GET', `/orders/${id}`));
  const all = { lines: [{ order: id, pieces: quantity }], amount, reason: 'Damaged' };
  const other = await newAdmin(theShop(), 'Second Admin');
  expectOk(await other.call('POST', `/purchases/${id}/refunds`, all));
  await page.keyboard.press('Enter');
  await rowOf(page, buyer)
    .getByRole('alert')
    .getByText(/^Second Admin gave money of it back at /)
    .waitFor();
  await button.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain(buyer.email);
  await leave();
});

test('an Undo that comes too late is refused with the reason, and the order stays shipped', async () => {
  const { buyer } = await paidOrder('Dora Undo');
  const { page, leave } = await visitAs(admin, DESKTOP, /status of 409/);
  const problem = {
    status: 409,
    code: 'shipping_final',
    title: 'Conflict',
    detail: 'Too late.',
    figures: { seconds: 30 },
  };
  await page.route(/\/manageOrder\/[^/]+\/shipping/, (route) => route.fulfill({ status: 409, json: problem }));
  const row = await markShipped(page, buyer);
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alert').getByText('The mail about the shipping is on its way').first().waitFor();
  await row.getByText('Shipped', { exact: true }).waitFor();
  await leave();
});

test('of a purchase that another admin has shipped in part meanwhile, only what is seen then leaves, and Undo takes it back', async () => {
  const buyer = await newCustomer(origin, 'Cleo Undo');
  const tools = await Promise.all(['Claw Hammer', 'Hacksaw'].map((name) => toolNamed(origin, name)));
  const lines = tools.map((tool) => ({
    ...{ tools_id: tool._id, quantity: tool.min_quantity, tools_price: eachOf(tool, tool.min_quantity) },
  }));
  const body = { phone: '5550142200', address: '1 Main Street', lines };
  const { insertedId: id, lines: orders } = expectOk(await buyer.call('POST', '/purchases', body));
  const seen = async () => expectOk(await buyer.call('GET', `/purchases/${id}`));
  const { amount, number } = await seen();
  await payFor(origin, buyer, { _id: id, amount });

  const { page, leave } = await visitAs(admin, DESKTOP, /status of 409/);
  await page.goto('/dashboard/manageAllOrders');
  const whole = page.getByRole('link', { name: number, exact: true });
  const head = page.getByRole('row').filter({ has: whole }).first();
  const button = head.getByRole('button', { name: /^Mark shipped/ });
  await button.waitFor();
  expectOk(await (await newAdmin(theShop(), 'Sam Second')).call('PUT', `/manageOrder/${orders[0]}`));
  const letGo = await holdNext(page, /\/manageOrder(\?|$)/);
  await Promise.all([page.waitForRequest(/\/manageOrder(\?|$)/), button.click()]);
  expect(await button.getAttribute('aria-busy')).toBe('true');
  letGo();
  await page.getByText(/^Sam Second .* Nothing was marked shipped; look at it again\.$/).waitFor();
  await button.click();
  const toast = page.getByRole('dialog').filter({ hasText: `1 order of ${number} marked shipped.` });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`${number} is pending again. No mail was sent about it.`).first().waitFor();
  const states = (await seen()).lines.map((line: { _id: string; state: string }) => [line._id, line.state]);
  expect(Object.fromEntries(states)).toEqual({ [orders[0]]: 'shipped', [orders[1]]: 'paid' });

  // Of a purchase that is not listed whole, what is listed leaves.
  await page.route(/\/manageOrder(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const listed = (await answer.json()).filter((it: { _id: string }) => it._id !== orders[0]);
    await route.fulfill({ response: answer, json: listed });
  });
  await page.reload();
  await button.click();
  await page
    .getByRole('dialog')
    .filter({ hasText: `1 order of ${number} marked shipped.` })
    .waitFor();
  await leave();
});
