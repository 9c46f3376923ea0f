import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser, type Visitor } from '../harness/browser.ts';
import { httpPerson } from '../harness/http-person.ts';
import { newCustomer } from '../harness/people.ts';
import { expectOk, newTool, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn, logIn, signUp } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const NOTICE = 'You have been signed out.';
// A call without a session is answered with 401, which the browser itself reports in the console.
const REFUSED = /status of 401/;

test('Logout on My Orders goes to login once, without a notice', async () => {
  const { page, leave } = await customer(REFUSED);
  await page.goto('/dashboard/myorders');
  await page.getByRole('heading', { level: 2, name: 'No orders yet' }).waitFor();
  const loads: string[] = [];
  page.on('framenavigated', (frame) => frame.url().endsWith('/login') && loads.push(frame.url()));
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await page.getByRole('heading', { level: 1, name: /^Login/ }).waitFor();
  await page.waitForLoadState('networkidle');
  // One for going there, and at most one because the page's guard looks again at the same moment.
  expect(loads.length).toBeGreaterThanOrEqual(1);
  expect(loads.length).toBeLessThanOrEqual(2);
  await expect.poll(() => page.getByText(NOTICE).count()).toBe(0);
  await leave();
});

test('a browser that keeps nothing for the site shows tools, lets its person in and sends an order', async () => {
  const { page, context } = await visit({ origin, viewport: DESKTOP });
  // The router's script in the document loses its scroll positions, which it says.
  const thrown: string[] = [];
  page.on('pageerror', ({ stack = '' }) => stack.includes('/assets/') && thrown.push(stack));
  await page.addInitScript(() => {
    const get = () => {
      throw new Error('Blocked');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get });
  });
  const orderNow = page.getByRole('link', { name: 'Order Now' }).first();
  await page.goto('/');
  await orderNow.click();
  await arrived(page, '/login');
  const listed = page.waitForResponse(/\/orderList$/);
  await signUp(page, `${randomUUID()}@example.com`);
  await listed;
  await orderNow.click();
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  await page.getByText('First order, 30% off').waitFor();
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByRole('link', { name: /^Pay/ }).first().waitFor();
  expect(thrown).toEqual([]);
  await context.close();
});

test('a Logout in the menu that does not get through closes the menu and says so', async () => {
  const { page, leave } = await customer(/ERR_FAILED/);
  await page.setViewportSize(PHONE);
  await page.route('**/auth/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('button', { name: 'Logout' }).click();
  await menu.waitFor({ state: 'hidden' });
  await page.getByText('You are still signed in. Try again.').first().waitFor();
  await leave();
});

test('a session that was ended elsewhere is noticed at the next call, and login says so', async () => {
  const { page, context, leave } = await customer(REFUSED);
  // The page's own calls, of which that of the list is the last: the next one is that of My Orders.
  const last = page.waitForResponse(
    (it) => it.url().endsWith('/orderList') && Boolean(it.request().headers().referer?.endsWith('/dashboard')),
  );
  await page.goto('/dashboard');
  await page.getByText('Add your education').waitFor();
  await last;
  await context.clearCookies();
  await page.evaluate(() => localStorage.removeItem('access-token'));
  await page.getByRole('link', { name: 'My Orders' }).filter({ visible: true }).click();
  await page.getByRole('heading', { level: 1, name: /^Login/ }).waitFor();
  await page.getByText(NOTICE).waitFor();
  await leave();
});

test('a page that is opened once the session was ended elsewhere leads to login, which says so once', async () => {
  const { page, context, leave } = await customer();
  await context.clearCookies();
  await page.goto('/dashboard/review');
  await arrived(page, '/login');
  await page.getByText(NOTICE).waitFor();
  await page.goto('/login');
  await page.getByRole('heading', { level: 1, name: /^Login/ }).waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.getByText(NOTICE).count()).toBe(0);
  await leave();
});

test('Logout in one tab signs out the others, without a notice', async () => {
  const { page, context, leave } = await customer(REFUSED);
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1, name: 'My Profile' }).waitFor();
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await other.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await other.getByRole('link', { name: 'Get Started' }).waitFor();
  await page.getByRole('heading', { level: 1, name: /^Login/ }).waitFor();
  await expect.poll(() => page.getByText(NOTICE).count()).toBe(0);
  await leave();
});

test('Logout that the shop has not heard of says so, and is there to be pressed again', async () => {
  const { page, context, leave } = await customer(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  const logout = page.getByRole('button', { name: 'Logout' }).filter({ visible: true });
  await context.setOffline(true);
  await logout.click();
  await page.getByText('You are still signed in. Try again.').first().waitFor();
  await context.setOffline(false);
  await logout.click();
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
  // Nothing stays for whoever comes next.
  await expect.poll(() => page.locator('.toast').count()).toBe(0);
  await page.reload();
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
  await leave();
});

test('a call that is refused after Logout makes no notice of it, and keeps nothing of who has left', async () => {
  const { page, leave } = await customer(REFUSED);
  const { promise: left, resolve: askNow } = Promise.withResolvers<void>();
  await page.route(/\/offer$/, async (route) => {
    await left;
    await route.continue();
  });
  await page.goto(`/purchase/${(await toolNamed(origin, 'Claw Hammer'))._id}`);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await arrived(page, '/login');
  const refused = page.waitForResponse(/\/offer$/);
  askNow();
  expect((await refused).status()).toBe(401);
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.getByText(NOTICE).count()).toBe(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Foundry');
  await leave();
});

test('a session that has ended is noticed when the password is to be changed, too', async () => {
  const { page, context, leave } = await customer(REFUSED);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Change password' }).click();
  await context.clearCookies();
  await page.getByLabel('Current password').fill('secret1');
  await page.getByLabel('New password').fill('another secret');
  await page.keyboard.press('Enter');
  await arrived(page, '/login');
  await page.getByText(NOTICE).waitFor();
  await leave();
});

test('whoever logs in stays in, however late the shop says that nobody was there before', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  const email = 'late.answer@example.com';
  await httpPerson(origin, email);
  const { promise: late, resolve: answerNow } = Promise.withResolvers<void>();
  await page.route(/\/auth\/session$/, async (route) => {
    const response = await route.fetch();
    await late;
    await route.fulfill({ response });
  });
  await page.goto('/login');
  await logIn(page, { email, password: 'secret1' });
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  answerNow();
  await page.unrouteAll({ behavior: 'wait' });
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.getByRole('link', { name: 'Explore All Order' }).count()).toBe(1);
  await leave();
});

test('what was not saved of the order list waits for the same person when its session has ended meanwhile', async () => {
  const tool = await newTool(origin, 'Unsaved Rasp');
  const buyer = await newCustomer(origin);
  const line = { tool: tool.id, quantity: 24, seen_price: 10, added_at: 1_795_000_000_000 };
  expectOk(await buyer.call('PATCH', '/orderList', { set: [line], remove: [] }));
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await letIn(page, origin, buyer);
  await page.goto('/order-list');
  const quantity = page.getByLabel(/^Quantity: Unsaved Rasp/);
  await quantity.waitFor();
  await page.route(/\/orderList$/, (route) => route.abort());
  await quantity.fill('36');
  await quantity.press('Enter');
  await page.getByText('Not saved').waitFor();

  const back = await context.newPage();
  await page.close();
  await context.clearCookies();
  await back.goto('/order-list');
  await back.getByRole('heading', { name: 'Your order list is empty' }).waitFor();
  await expect.poll(() => back.evaluate(() => JSON.stringify(localStorage))).not.toContain(tool.id);
  await back.goto('/login');
  await logIn(back, buyer);
  await back.getByRole('link', { name: 'Explore All Order' }).waitFor();
  const saved = async () => expectOk(await buyer.call('GET', '/orderList')).lines[0]?.quantity;
  await expect.poll(saved).toBe(36);
  await leave();
});

/** The shop says whether somebody is an admin only once it is let. */
async function roleHeld(page: Page): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  await page.route(/\/admin\/[^/]+$/, async (route) => {
    await held;
    await route.continue();
  });
  return resolve;
}

test('home waits for the role of who has logged in in another tab, and does not say that it failed', async () => {
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
  const answerNow = await roleHeld(page);
  const other = await context.newPage();
  await other.goto('/login');
  await logIn(other, await newCustomer(origin));
  await page.locator('.hero__wait').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Logout' }).count()).toBe(1);
  expect(await page.getByText('could not check').count()).toBe(0);
  answerNow();
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await leave();
});

test('the side bar keeps its entries while the password is changed', async () => {
  const { page, leave } = await customer(REFUSED);
  await page.goto('/dashboard');
  // Behind the dialog it has no role.
  const entry = page.locator('.side nav a').filter({ hasText: 'My Orders' });
  await entry.waitFor();
  const answerNow = await roleHeld(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill('secret1');
  await page.getByLabel('New password').fill('another secret');
  const asked = page.waitForRequest(/\/admin\/[^/]+$/);
  await page.keyboard.press('Enter');
  await asked;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await entry.count()).toBe(1);
  answerNow();
  await page.getByText('Your password is changed.').waitFor();
  await leave();
});

test('a role that the shop did not say at the login is asked for on the next page', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /ERR_FAILED/ });
  await page.route(/\/admin\/[^/]+$/, (route) => route.abort());
  await page.goto('/login');
  await logIn(page, await newCustomer(origin));
  await page.getByText('could not check whether you are signed in').waitFor();
  await page.unroute(/\/admin\/[^/]+$/);
  await page.getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).click();
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Orders' }).waitFor();
  await leave();
});

// Pages that show before it is known who is there, in the frame of the dashboard and outside of it.
const SHOWN_AT_ONCE = ['P-16/invoice', 'P-16/slip', 'P-16/slip/1', 'P-16', 'P-16/again'].map(
  (page) => `/dashboard/purchases/${page}`,
);

test('whoever is signed out comes from a link in a mail to login, and no page fails on the way', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  for (const path of SHOWN_AT_ONCE.concat('/dashboard/promises/PP-1', `/dashboard/lists/${randomUUID()}/again`)) {
    await page.goto(path);
    await arrived(page, '/login');
    await page.getByRole('heading', { level: 1, name: /^Login/ }).waitFor();
  }
  await leave();
});

test('without script the hero offers the way to login, and no ticks march for ever', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP, javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
  await expect.poll(() => page.locator('.hero__wait').isVisible()).toBe(false);
  await leave();
});

let people = 0;

async function customer(expectedErrors?: RegExp): Promise<Visitor> {
  const visitor = await visit({ origin, viewport: DESKTOP, ...(expectedErrors && { expectedErrors }) });
  onTestFinished(() => visitor.context.close());
  people += 1;
  await signUp(visitor.page, `leaver.${people}@example.com`);
  return visitor;
}
