import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { DESKTOP, useBrowser, type Visitor } from '../harness/browser.ts';
import { httpPerson } from '../harness/http-person.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, signUp } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

const NOTICE = 'You have been signed out.';
// A call without a session is answered with 401, which the browser itself reports in the console.
const REFUSED = /status of 401/;

test('Logout on My Orders goes to login once, without a notice', async () => {
  const { page, leave } = await customer();
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

test('a session that was ended elsewhere is noticed at the next call, and login says so', async () => {
  const { page, context, leave } = await customer(REFUSED);
  // The page's own calls, of which that of the list is the last: the next one is that of My Orders.
  const last = page.waitForResponse(/\/orderList$/);
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
  const { page, context, leave } = await customer();
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
  await page.reload();
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
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
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret1');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  answerNow();
  await page.unrouteAll({ behavior: 'wait' });
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.getByRole('link', { name: 'Explore All Order' }).count()).toBe(1);
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
