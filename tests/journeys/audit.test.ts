import { expect, onTestFinished, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { focused, tabTo } from '../harness/keyboard.ts';
import { newCustomer, send, theAdmin } from '../harness/people.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';
import { orderOf } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn } from '../harness/visits.ts';

const { origin, folder } = theShop();
const { visit } = useBrowser();
// The browser reports in its console what was refused.
/** Who is no admin is signed out, perhaps while the order list is asked for. */
const REFUSED = /status of 40[13]/;

test('by keyboard alone: an admin finds what one person did, goes on to older rows and to the purchase itself', async () => {
  const buyer = await newCustomer(origin, 'Nadia Busy');
  const order = await orderOf(origin, buyer, { tool: 'Tape Measure' });
  for (let n = 0; n < 52; n += 1) expect((await buyer.call('GET', '/audit')).status).toBe(403);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, await theAdmin(origin));
  await page.goto('/dashboard/makeAdmin');
  await page.getByRole('link', { name: 'Audit', exact: true }).waitFor();
  await tabTo(page, 'Audit');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await page.getByText(/^Sealed up to|^No entry is sealed yet/).waitFor();

  await tabTo(page, 'Person’s email');
  await page.keyboard.type(buyer.email.toUpperCase());
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('person')).toBe(buyer.email.toUpperCase());
  const refusals = page.getByRole('row').filter({ hasText: 'Was refused' });
  await expect.poll(() => refusals.filter({ hasText: 'Nadia Busy' }).count()).toBe(50);
  // Backwards from the top of the page, past its end.
  await tabTo(page, 'Load more', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText(/entries shown, and that is all/).waitFor();
  await expect.poll(() => focused(page)).toMatch(/ \d\d:\d\d:\d\d$/);
  await expect.poll(() => refusals.count()).toBe(52);

  await page.reload();
  await expect.poll(() => refusals.count()).toBe(50);
  await tabTo(page, 'What');
  await page.keyboard.type('O');
  await page.getByText('1 entry shown, and that is all').waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    what: 'orders',
    person: buyer.email.toUpperCase(),
  });
  const row = page.getByRole('row').filter({ hasText: 'Placed an order' });
  await row.getByText('Nadia Busy').waitFor();
  const link = row.getByRole('link', { name: /^Order/ });
  await tabTo(page, (await link.textContent()) ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: `Purchase ${order.number}` }).waitFor();
  await page.getByRole('complementary', { name: 'Purchase facts' }).getByText(buyer.email).waitFor();

  await page.goBack();
  await row.getByRole('link', { name: /^All about it \(Order/ }).click();
  await page.getByText('1 entry shown, and that is all').waitFor();
  await expect.poll(() => page.getByLabel('Id or purchase number of what it was done to').inputValue()).toBe(order._id);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('50 entries shown').waitFor();
  await expect.poll(() => page.getByLabel('Id or purchase number of what it was done to').inputValue()).toBe('');
  await leave();
});

test('customers, and whoever is an admin no more, are signed out by it', async () => {
  const customer = await newCustomer(origin, 'Curious Customer');
  const curious = await visit({ origin, viewport: PHONE, expectedErrors: REFUSED });
  await letIn(curious.page, origin, customer);
  await curious.page.goto('/dashboard/audit');
  await arrived(curious.page, '/login');
  await curious.page.getByRole('alert').filter({ hasText: 'You have been signed out.' }).waitFor();
  await curious.leave();

  const former = await newCustomer(origin, 'Former Admin');
  const sql = await runningShopSql(folder);
  onTestFinished(() => sql.end());
  await sql`update person set role = 'admin' where email = ${former.email}`;
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: REFUSED });
  await letIn(page, origin, former);
  await page.goto('/dashboard/audit');
  await page.getByText(/entries shown/).waitFor();
  await sql`update person set role = 'customer' where email = ${former.email}`;
  await page.getByRole('combobox', { name: 'What' }).selectOption('orders');
  await arrived(page, '/login');
  await page.getByRole('alert').filter({ hasText: 'You have been signed out.' }).waitFor();
  expect(
    (await send(origin, 'GET', '/auth/session', undefined, { cookie: `${former.cookie.name}=${former.cookie.value}` }))
      .body.user,
  ).toBeNull();
  await leave();
});
