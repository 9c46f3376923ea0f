import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortOrderId } from '#model/kernel/ids.ts';
import type { Order } from '#model/orders/order.ts';
import type { Sql } from '../../platform/postgres/sql.ts';
import { DESKTOP, running, useBrowser } from '../harness/browser.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { insertPurchases } from '../harness/purchase-rows.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { expectOk, orderOf } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { letIn } from '../harness/visits.ts';
import { change } from '../screens/network.ts';

const { visit } = useBrowser();
// The browser reports in its console what got no answer.
const NO_ANSWER = /ERR_FAILED/;
let shop: ShopProcess;
let early: { customer: Somebody; id: string };
let old: Somebody;
let regular: Somebody;

/** More than one answer holds: the first order and the last name are on no first page. */
beforeAll(async () => {
  shop = await startShopProcess({ folder: await shopFolder(theShop().folder) });
  const customer = await newCustomer(shop.origin);
  early = { customer, id: (await orderOf(shop.origin, customer, { tool: 'Claw Hammer' }))._id };
  [old, regular] = [await newCustomer(shop.origin), await newCustomer(shop.origin)];
  const sql = await runningShopSql(shop.folder);
  await addOrders(sql, old.email, 3);
  await addPeople(sql);
  await addOrders(sql, 'many%@example.com');
  await addOrders(sql, regular.email, 80);
  await addLongOnes(sql);
  await sql.end();
}, 120_000);
afterAll(() => shop.stop());

const addPeople = (sql: Sql) => sql`
  insert into person (email, name)
  select 'many' || no || '@example.com', 'Aaron ' || no from generate_series(1, 1005) no`;

const addOrders = async (sql: Sql, email: string, each = 1) =>
  insertPurchases(
    sql,
    await sql<{ person: string; tool: string }[]>`
      select id as person, (select id from tool order by seq limit 1) as tool
        from person, generate_series(1, ${each}::int) where email like ${email}`,
  );

/** One of a purchase, in the state that has the longest words. */
const wide = (order: Order, at: number): Order => ({
  ...order,
  ...(at % 3 === 0 && { state: 'review', paid: false, reviewReason: 'dispute' }),
  ...(at % 3 === 1 && { shipped: 1_000, given_up: 1_000, waiting: { pieces: 10_000, date: '2099-12-03', place: 2 } }),
  purchase: { id: order._id, number: 'P-204817' as never, lines: 12, amount: 12_000_000 },
});

/** Of a purchase of which there is much to say. */
const told = (order: Order): Order => ({
  ...order,
  ...{ state: 'paid', paid: true, paidAt: order.createdAt, shipBy: '2099-12-01T00:00:00.000Z', given_up: 17 },
  ...{ quantity: 500, shipped: 12, parts: 1, waiting: { pieces: 2, date: '2099-12-03', place: 1 }, holdUntil: null },
  purchase: {
    ...{ id: order._id, number: 'P-204817' as never, lines: 48, cancelled: 1, amount: 12_000_000 },
    ...{ po_number: '4500129930-4500129931-AB', job: 'Refit of the quay wall at dock three, second half' },
  },
});

/** The newest, as wide as they come: names, addresses, sums and buttons. */
async function addLongOnes(sql: Sql) {
  const email = 'maximiliane.oberndorfer-hollingsworth@procurement.northernfreight.example.com';
  const [its] = await sql<{ person: string; tool: string }[]>`
    insert into person (email, name) values (${email}, 'Maximiliane Oberndorfer-Hollingsworth')
    returning id as person, (select id from tool order by seq limit 1) as tool`;
  if (!its) throw new Error('She was not added');
  const row = { ...its, quantity: 250_000, tool_name: 'Adjustable Multipurpose Locking Pliers, Extra Long', email };
  await insertPurchases(
    sql,
    (['unpaid', 'paid', 'paid'] as const).map((state) => ({
      ...{ ...row, state, held: state === 'unpaid' ? 0 : row.quantity },
      address: '4th Floor, Building 17, 1048 Old Foundry Lane\nKingston upon Hull',
    })),
  );
}

async function admin(path: string, expectedErrors?: RegExp) {
  const seen = await visit({ origin: shop.origin, viewport: DESKTOP, ...(expectedErrors && { expectedErrors }) });
  await letIn(seen.page, shop.origin, await theAdmin(shop.origin));
  await seen.page.goto(path);
  return seen;
}

test.each([
  ['the short id that a customer reads out', () => shortOrderId(early.id)],
  ['the email of the customer', () => early.customer.email],
])('an order that is not among the newest is found by %s', async (_, words) => {
  const { page, leave } = await admin('/dashboard/manageAllOrders');
  const row = page.getByRole('row').filter({ hasText: early.customer.email });
  await page.getByText('The newest orders are listed and searched').waitFor();
  await expect.poll(() => row.count()).toBe(0);
  await page.getByRole('searchbox').fill(words());
  await row.waitFor();
  await expect.poll(() => row.getByText(shortOrderId(early.id)).count()).toBe(1);
  await leave();
});

test('of a customer who has more orders than one answer holds, the earlier ones come with a press', async () => {
  const { page, leave } = await admin('/dashboard/manageAllOrders');
  await page.getByText('The newest orders are listed and searched').waitFor();
  await page.route(/manageOrder\?of=/, (route) => route.continue({ url: `${route.request().url()}&limit=1` }));
  await page.getByRole('searchbox').fill(old.email);
  const rows = page.getByRole('row').filter({ hasText: old.email });
  const more = page.getByRole('button', { name: 'Load earlier orders' });
  for (const count of [1, 2, 3]) {
    await expect.poll(() => rows.count()).toBe(count);
    if (count < 3) await more.click();
  }
  await page.unrouteAll({ behavior: 'wait' });
  await leave();
});

test.each([
  ['/dashboard/manageAllOrders', /manageOrder\?of=/, 'No order found', () => shortOrderId(early.id)],
  ['/dashboard/makeAdmin', /\/user\?email=/, 'Nobody found', () => early.customer.email],
])('on %s a search that gets no answer says so, and is repeated by its own button', async (path, call, none, words) => {
  const { page, leave } = await admin(path, NO_ANSWER);
  await page.getByText(/are listed and searched/).waitFor();
  await page.route(call, (route) => route.abort());
  await page.getByRole('searchbox').fill(words());
  const failure = page.getByRole('alert').filter({ hasText: 'The search got no answer' });
  await failure.waitFor();
  await expect.poll(() => page.getByText(none).count()).toBe(0);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await failure.getByRole('button', { name: 'Try again', disabled: false }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await failure.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('row').filter({ hasText: early.customer.email }).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await leave();
});

test('the palette finds an order that is not among the newest, too', async () => {
  const { page, leave } = await admin('/dashboard/manageAllOrders');
  await page.getByRole('row').nth(2).waitFor();
  await running(page);
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox');
  for (const words of [shortOrderId(early.id), early.customer.email]) {
    await box.fill('zzqqxx');
    await page.getByText('Nothing for “zzqqxx”.').waitFor();
    await box.fill(words);
    await page.getByRole('group', { name: 'Orders', exact: true }).getByRole('option').waitFor();
  }
  await leave();
});

test('the orders before come with a press, and then all are listed', async () => {
  const { page, leave } = await admin('/dashboard/manageAllOrders');
  const more = page.getByRole('button', { name: 'Load earlier orders' });
  const first = page.getByRole('row').filter({ hasText: early.customer.email });
  for (let shown = 200; shown < 1_006; shown += 200) {
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThanOrEqual(shown);
    await expect.poll(() => first.count()).toBe(0);
    await more.click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR');
  }
  await first.waitFor();
  await more.waitFor({ state: 'detached' });
  await leave();
});

test('until the rest of the orders is here no tab says that it is empty, or counts as if all were', async () => {
  const { page, leave } = await admin('/dashboard/manageAllOrders?status=shipped', NO_ANSWER);
  const { promise: seen, resolve: go } = Promise.withResolvers<void>();
  await page.route(/\/manageOrder\?.*after=/, async (route) => {
    await seen;
    await route.abort();
  });
  await page.reload();
  await page.getByRole('tab', { name: /^Shipped ?0\+$/ }).waitFor();
  await page.getByRole('tabpanel').getByText('Loading all orders').waitFor();
  go();
  const again = page.getByRole('button', { name: 'Try again', disabled: false });
  await again.waitFor();
  await page.getByRole('tab', { name: /^To check ?0\+$/ }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await again.click();
  await page.getByRole('heading', { name: 'No shipped order' }).waitFor();
  await page.getByRole('tab', { name: /^Shipped ?0$/ }).waitFor();
  await expect.poll(() => page.getByRole('tab', { name: /^To check/ }).count()).toBe(0);
  await leave();
});

test('when one was deleted the list stays as long as it was while it is loaded again', async () => {
  const { page, leave } = await admin('/dashboard/manageAllOrders');
  const rows = () => page.getByRole('row').count();
  await expect.poll(rows).toBeGreaterThanOrEqual(200);
  const { promise: seen, resolve: go } = Promise.withResolvers<void>();
  await page.route(/\/manageOrder\?.*after=/, async (route) => {
    await seen;
    await route.continue();
  });
  // Beyond those that come first.
  const asked = page.waitForRequest(/\/manageOrder\?.*after=/);
  await page
    .getByRole('row')
    .nth(120)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await asked;
  await expect.poll(rows).toBeGreaterThanOrEqual(190);
  go();
  await expect.poll(rows).toBeGreaterThanOrEqual(200);
  await page.unrouteAll({ behavior: 'wait' });
  await leave();
});

test('what is only searched in the orders that are listed is not said to be nowhere', async () => {
  const { page, leave } = await admin('/dashboard/manageAllOrders?search=PO-77%2F4411');
  await page.getByText('Among the newest orders, no order has “PO-77/4411” in its id').waitFor();
  const more = page.getByRole('button', { name: 'Load earlier orders' });
  for (let press = 0; press < 5; press += 1) await more.click();
  await more.waitFor({ state: 'detached' });
  await page.getByText(/^No order has “PO-77\/4411” in its id/).waitFor();
  await leave();
});

test('more people come with a press, and the first of them has the focus', async () => {
  const { page, leave } = await admin('/dashboard/makeAdmin');
  await page.getByText('people by name are listed and searched').waitFor();
  const before = await page.getByRole('row').count();
  await page.getByRole('button', { name: 'Load more' }).press('Enter');
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(before);
  const next = await page.getByRole('row').nth(before).innerText();
  const focusIn = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await expect.poll(async () => next.includes(await focusIn())).toBe(true);
  await leave();
});

test('a person who is not among the first by name is found by email, and becomes an admin', async () => {
  const { page, leave } = await admin('/dashboard/makeAdmin');
  await page.getByText('people by name are listed and searched').waitFor();
  const { email } = early.customer;
  const row = page.getByRole('row').filter({ hasText: email });
  await expect.poll(() => row.count()).toBe(0);
  await page.getByRole('searchbox').fill('z/z');
  await page.getByText('Among the people listed so far, no name and no email has “z/z” in it.').waitFor();
  await page.getByRole('searchbox').fill(email);
  await row.getByRole('button', { name: 'Make Admin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make Admin' }).click();
  await row.getByText('Admin', { exact: true }).waitFor();
  expect(expectOk(await early.customer.call('GET', `/admin/${email}`))).toEqual({ admin: true });
  await leave();
});

test.each([1_280, 1_366, 1_440])('at a width of %i no button of an order is cut off', async (width) => {
  const { page, leave } = await admin('/dashboard/manageAllOrders');
  await page.setViewportSize({ width, height: 900 });
  await change<Order[]>(page, /^\/manageOrder$/, (orders) => orders.map(wide));
  await page.reload();
  for (const tab of ['All', 'Pending']) {
    await page.getByRole('tab', { name: tab }).click();
    await page
      .getByRole('button', { name: /^Mark shipped/ })
      .first()
      .waitFor();
    const cut = () => page.locator('.table-wrap').evaluate((it) => it.scrollWidth - it.clientWidth);
    await expect.poll(cut).toBe(0);
  }
  await leave();
});

test.each([1_024, 1_440])('at a width of %i the long head of a purchase keeps its button beside it', async (width) => {
  const { page, leave } = await visit({ origin: shop.origin, viewport: { width, height: 900 } });
  await letIn(page, shop.origin, regular);
  await change<Order[]>(page, /^\/myorders\//, (orders) => orders.map(told));
  await page.goto('/dashboard/myorders');
  const head = page.locator('.grp__row').first();
  await head.getByText('Shipped 1 of 3 parts').waitFor();
  await head.getByText('1 of 49 cancelled').waitFor();
  const middle = (name: 'link' | 'button') =>
    head.locator(name === 'link' ? '.grp__no' : '.btn').evaluate((it) => {
      const { top, bottom } = it.getBoundingClientRect();
      return (top + bottom) / 2;
    });
  await expect.poll(async () => Math.abs((await middle('link')) - (await middle('button')))).toBeLessThan(2);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await leave();
});

test.each([
  ['Manage All Orders', () => theAdmin(shop.origin), '/dashboard/manageAllOrders'],
  ['one of its tabs', () => theAdmin(shop.origin), '/dashboard/manageAllOrders?status=unpaid'],
  ['My Orders', async () => regular, '/dashboard/myorders'],
])('Back leads to where %s was left', async (_, who, path) => {
  const { page, leave } = await visit({ origin: shop.origin, viewport: DESKTOP });
  await letIn(page, shop.origin, await who());
  await page.goto(path);
  const top = () => page.evaluate(() => Math.round(scrollY));
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(100);
  await page.evaluate(() => scrollTo(0, 2_500));
  await page.getByRole('main').getByRole('link').filter({ visible: true }).nth(30).dispatchEvent('click');
  await page.getByRole('heading', { level: 1, name: /^Purchase P-/ }).waitFor();
  await expect.poll(top).toBe(0);
  await page.goBack();
  await expect.poll(top).toBe(2_500);
  await leave();
});
