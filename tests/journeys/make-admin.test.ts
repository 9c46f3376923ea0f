import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_ACCOUNTS } from '#model/identity/demo.ts';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { httpPerson } from '../harness/http-person.ts';
import { focused, pressUntil, tabTo } from '../harness/keyboard.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';
import { theShop } from '../harness/the-shop.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

// The browser reports in its console what was refused, and what it did not get through.
const REFUSED = /status of 403/;
const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED/;

test('by keyboard alone: an admin finds somebody and makes them an admin, who then has the pages of admins', async () => {
  const email = 'new.admin@example.com';
  const person = await httpPerson(origin, email);
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await enter(page, DEMO_ACCOUNTS.admin);
  await page.goto('/dashboard/makeAdmin');
  await row(page, email).waitFor();

  await pressUntil(page, '/', async () => (await focused(page)) === 'Search people');
  await page.keyboard.type('z/z');
  await page.getByText('No name and no email has “z/z” in it.').waitFor();
  await tabTo(page, 'Clear search');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Search people');
  await page.keyboard.type('NEW.admin');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('search')).toBe('NEW.admin');

  await tabTo(page, `Make Admin: Sam Sample, ${email}`);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Make Sam Sample an admin?' });
  await question.getByText(`${email} will manage orders, tools and admins`).waitFor();
  await question
    .getByText('Orders of theirs that are not paid by then, and their price promises, can no longer be paid.')
    .waitFor();
  // One sentence, not parts side by side.
  await expect.poll(() => question.getByRole('heading').innerText()).toBe('Make Sam Sample an admin?');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(`Make Admin: Sam Sample, ${email}`);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Cancel');
  await tabTo(page, 'Make Admin');
  await page.keyboard.press('Enter');
  await row(page, email).getByText('Admin', { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe('Admin');
  await expect.poll(() => row(page, email).getByRole('button').count()).toBe(0);

  await page.reload();
  await row(page, email).getByText('Admin', { exact: true }).waitFor();
  expect(await person.call('isAdmin', { params: { email } })).toMatchObject({ ok: true, value: { admin: true } });
  await leave();
});

test('the question says when nobody has confirmed the email', async () => {
  const [open, confirmed] = ['open.address@example.com', 'confirmed@example.com'];
  for (const email of [open, confirmed]) await httpPerson(origin, email);
  const sql = await runningShopSql(theShop().folder);
  onTestFinished(() => sql.end());
  await sql`update person set email_proof = 'mail' where email = ${confirmed}`;
  const { page, leave } = await visit({ origin, viewport: PHONE, expectedErrors: REFUSED });
  await enter(page, DEMO_ACCOUNTS.admin);
  await page.goto('/dashboard/makeAdmin');
  const question = page.getByRole('alertdialog');
  const description = () =>
    question.evaluate((it) => document.getElementById(it.getAttribute('aria-describedby') ?? '')?.innerText);
  for (const [email, warned] of [
    [open, true],
    [confirmed, false],
  ] as const) {
    await row(page, email).getByRole('button').click();
    await question.waitFor();
    await expect.poll(description).toContain(`${email} will manage orders`);
    expect((await description())?.includes('Nobody has confirmed this email address yet')).toBe(warned);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
  }
  await leave();
});

test('a demo account keeps its rights: the question says so, and the admin stays', async () => {
  const { page, leave } = await visit({ origin, viewport: PHONE, expectedErrors: REFUSED });
  await enter(page, DEMO_ACCOUNTS.admin);
  await page.goto('/dashboard/makeAdmin');
  await row(page, DEMO_ACCOUNTS.customer.email).getByRole('button').click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Make Admin' }).click();
  await question.getByRole('alert').filter({ hasText: 'passwords and rights stay as they are' }).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await row(page, DEMO_ACCOUNTS.customer.email).getByRole('button').waitFor();
  await leave();
});

test('whose sign-in is too long ago logs in again from the question, and comes back to it', async () => {
  const [email, other] = ['long.here@example.com', 'waits.for.it@example.com'];
  for (const one of [email, other]) await httpPerson(origin, one);
  const sql = await runningShopSql(theShop().folder);
  onTestFinished(() => sql.end());
  await sql`update person set role = 'admin' where email = ${email}`;
  const { page, leave } = await visit({ origin, viewport: PHONE, expectedErrors: REFUSED });
  await enter(page, { email, password: 'secret1' });
  await sql`update session set created_at = now() - interval '13 hours'
             where person_id = (select id from person where email = ${email})`;
  await page.goto(`/dashboard/makeAdmin?search=${other}`);
  await row(page, other).getByRole('button').click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Make Admin' }).click();
  await question.getByRole('button', { name: 'Log in again' }).click();
  await page.getByRole('alert').filter({ hasText: 'You have been signed out.' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret1');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await row(page, other).getByRole('button').click();
  await question.getByRole('button', { name: 'Make Admin' }).click();
  await row(page, other).getByText('Admin', { exact: true }).waitFor();
  await leave();
});

test('whoever is an admin no more is signed out by the list, and the login page says so', async () => {
  const email = 'old.admin@example.com';
  await httpPerson(origin, email);
  const sql = await runningShopSql(theShop().folder);
  onTestFinished(() => sql.end());
  await sql`update person set role = 'admin' where email = ${email}`;
  const { page, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: REFUSED });
  await enter(page, { email, password: 'secret1' });
  // All that this page asks for itself is answered first: it would sign them out as well.
  await page.goto('/dashboard/audit');
  await page.getByText(/entries shown/).waitFor();
  await sql`update person set role = 'customer' where email = ${email}`;

  await page.getByRole('link', { name: 'Make Admin' }).click();
  await page.getByRole('alert').filter({ hasText: 'You have been signed out.' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  await page.getByRole('link', { name: 'Login', exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
  await leave();
});

test('without a connection the list says so, keeps what was there and comes when it is asked again', async () => {
  const { page, context, leave } = await visit({ origin, viewport: PHONE, expectedErrors: NO_CONNECTION });
  await enter(page, DEMO_ACCOUNTS.admin);
  await page.goto('/dashboard/makeAdmin');
  await row(page, DEMO_ACCOUNTS.customer.email).waitFor();
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Make Admin' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'The people did not load' });
  await failure.getByText('Check your connection').waitFor();
  await expect.poll(() => row(page, DEMO_ACCOUNTS.customer.email).isVisible()).toBe(true);
  await context.setOffline(false);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await failure.waitFor({ state: 'detached' });
  await expect.poll(() => row(page, DEMO_ACCOUNTS.customer.email).isVisible()).toBe(true);
  await leave();
});

async function enter(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('link', { name: 'Add an new Tool' }).waitFor();
}

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });
