import { expect, onTestFinished, test } from 'vitest';
import { DESKTOP, useBrowser } from '../harness/browser.ts';
import { newCustomer } from '../harness/people.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn, signUp } from '../harness/visits.ts';

const { origin } = theShop();
const { visit } = useBrowser();

const TABS = 5;
// A token that is refused is answered with 401, which the browser itself reports in the console.
const REFUSED = /status of 401/;

/** Seconds that the end of the token is moved by. Either way the shop itself no longer takes it. */
test.each([
  ['by their own clock', -3_600],
  ['by the clock of the shop only', 3_600],
])('five tabs whose token has ended, %s, stay signed in and get a new one at most once each', async (how, by) => {
  const visitor = await visit({ origin, viewport: DESKTOP, expectedErrors: REFUSED });
  const { page, context, leave } = visitor;
  onTestFinished(() => context.close());
  await signUp(page, `tabs${by}@example.com`);
  const tabs = [page];
  while (tabs.length < TABS) tabs.push(await context.newPage());
  await Promise.all(tabs.map((tab) => tab.goto('/dashboard')));
  // Their own calls have been answered: the next ones are those of My Orders.
  for (const tab of tabs) await tab.getByText('Add your education').waitFor();

  const minted = tabs.map((tab) => {
    const seen: string[] = [];
    tab.on('request', (request) => request.method() === 'PUT' && seen.push(new URL(request.url()).pathname));
    return seen;
  });
  const before = await page.evaluate(moveEnd, by);
  await Promise.all(
    tabs.map((tab) => tab.getByRole('link', { name: 'My Orders' }).filter({ visible: true }).dispatchEvent('click')),
  );
  for (const tab of tabs) await tab.getByRole('heading', { level: 2, name: 'No orders yet' }).waitFor();

  expect(minted.flat().length, how).toBeGreaterThanOrEqual(1);
  for (const seen of minted) expect(seen.length).toBeLessThanOrEqual(1);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access-token'))).not.toBe(before);
  for (const tab of tabs) {
    expect(new URL(tab.url()).pathname).toBe('/dashboard/myorders');
    await expect.poll(() => tab.getByText('You have been signed out.').count()).toBe(0);
  }
  const session = await page.evaluate(async () => (await (await fetch('/auth/session')).json()).user);
  expect(session).not.toBeNull();
  await leave();
});

test('what somebody sends is not sent again as whoever logged in meanwhile', async () => {
  const [first, second] = [await newCustomer(origin), await newCustomer(origin)];
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: REFUSED });
  await letIn(page, origin, first);
  // The last call that the page makes by itself.
  const last = page.waitForResponse(/\/orderList$/);
  await page.goto('/dashboard/review');
  await page.getByRole('radio', { name: '4.5 out of 5' }).check({ force: true });
  await page.getByLabel('Review', { exact: true }).fill('Sent once.');
  await last;
  await page.evaluate(moveEnd, 3_600);
  const sent: (string | undefined)[] = [];
  await page.route('**/addreview', async (route) => {
    sent.push((await route.request().headerValue('authorization')) ?? undefined);
    const response = await route.fetch();
    await page.evaluate((token) => localStorage.setItem('access-token', token), second.authorization.slice(7));
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('Thanks for review us!').first().waitFor();
  expect(sent).toHaveLength(2);
  expect(sent).not.toContain(second.authorization);
  await leave();
});

test('what somebody sends is not sent as whoever logged in in another tab, though this one has not heard of it', async () => {
  const [first, second] = [await newCustomer(origin), await newCustomer(origin)];
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 40[13]/ });
  await page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  await letIn(page, origin, first);
  const last = page.waitForResponse(/\/orderList$/);
  await page.goto('/dashboard/review');
  await page.getByRole('radio', { name: '4.5 out of 5' }).check({ force: true });
  await page.getByLabel('Review', { exact: true }).fill('Sent by nobody else.');
  await last;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/addreview')) sent.push(request.headers()['authorization'] ?? 'as nobody');
  });
  const other = await context.newPage();
  await other.goto('/blogs');
  await letIn(other, origin, second);
  await other.evaluate((token) => localStorage.setItem('access-token', token), second.authorization.slice(7));
  await other.close();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await arrived(page, '/');
  expect(sent).toEqual(['as nobody']);
  await leave();
});

/** Writes another end into the token of this browser, and answers what is kept then. */
function moveEnd(by: number): string {
  const [header, payload = '', signature] = (localStorage.getItem('access-token') ?? '').split('.');
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  const text = btoa(JSON.stringify({ ...claims, exp: claims.exp + by }));
  const moved = [header, text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''), signature].join('.');
  localStorage.setItem('access-token', moved);
  return moved;
}
