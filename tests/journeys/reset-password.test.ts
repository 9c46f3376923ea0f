import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { followLink, linkOfText, openNewestMail } from '../harness/mailbox.ts';
import { newCustomer } from '../harness/people.ts';
import { toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn, sessionOf } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

// A wrong password and a used link are answered with these, which the browser itself reports in the console.
const REFUSED = /status of (401|410)/;

for (const [device, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`${device}: forgot, mailbox, new password, login; the other browser is signed out and the link is used up`, async () => {
    const email = `forgetful-${randomUUID()}@example.com`;
    const other = await visit({ origin, viewport, expectedErrors: REFUSED });
    await signUp(other.page, email);

    const { page, context, leave } = await visit({ origin, viewport, expectedErrors: REFUSED });
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Forgot password' }).click();
    const question = page.getByRole('dialog', { name: 'Reset password' });
    await expect.poll(() => question.getByLabel('Email').inputValue()).toBe(email);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Forgot password');
    await page.keyboard.press('Enter');
    await question.getByLabel('Email').fill('nobody');
    await page.keyboard.press('Enter');
    await question.getByText('Email is Invaild').waitFor();
    await question.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await page.getByText(`Reset Password mail sended to ${email}`).waitFor();

    const mailbox = await openNewestMail(context, email);
    await mailbox.getByRole('heading', { name: 'Reset your Toolyard password' }).waitFor();
    const html = mailbox.frameLocator('iframe');
    const opened = await followLink(html.getByRole('link', { name: 'Reset Password', exact: true }));
    await opened.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await expect.poll(() => new URL(opened.url()).hash).toBe('');
    await opened.getByLabel('New password').fill('short');
    await opened.getByRole('button', { name: 'Change Password' }).click();
    await opened.getByText('Password must be 6 Character or longer').waitFor();
    await opened.getByLabel('New password').fill('a new secret');
    await opened.keyboard.press('Enter');
    await opened.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    await expect.poll(() => focused(opened)).toBe('Your password is changed');
    await opened.getByRole('main').getByRole('link', { name: 'Login' }).click();

    await logIn(opened, email, 'secret1');
    await opened.getByText('The email or the password is not right').waitFor();
    await expect.poll(() => opened.getByText('You have been signed out.').count()).toBe(0);
    await logIn(opened, email, 'a new secret');
    await opened.getByRole('link', { name: 'Explore All Order' }).waitFor();

    await other.page.goto('/dashboard/myorders');
    await other.page.getByRole('heading', { name: 'Login to Toolyard' }).waitFor();
    await other.leave();

    await mailbox.goto('/sandbox/mailbox');
    await mailbox.getByRole('link', { name: email }).filter({ hasText: 'was changed' }).waitFor();
    await mailbox.getByRole('link', { name: email }).filter({ hasText: 'Reset your' }).click();
    const again = await followLink(await linkOfText(mailbox, /reset-password#token=/));
    await again.getByLabel('New password').fill('a third secret');
    await again.getByRole('button', { name: 'Change Password' }).click();
    await again.getByText('This link has been used').waitFor();
    await expect.poll(() => focused(again)).toBe('Choose a new password');
    await again.getByRole('button', { name: 'Ask for a new link' }).click();
    await again.getByRole('dialog', { name: 'Reset password' }).getByLabel('Email').waitFor();
    await leave();
  });
}

test('what waits in another tab is there for the same person after a reset, and nothing says that they were signed out', async () => {
  const owner = await newCustomer(origin);
  const tool = await toolNamed(origin, 'Claw Hammer');
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 401/ });
  await letIn(page, origin, owner);
  await page.goto(`/purchase/${tool._id}`);
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('Shipping address').fill('48 Foundry Lane, Leeds');
  await resetByMail(context, owner.email);
  await arrived(page, '/login');
  await expect.poll(() => page.getByText('You have been signed out.').count()).toBe(0);
  await logIn(page, owner.email, 'a new secret');
  await page.getByRole('link', { name: /^Continue your order: Claw Hammer/ }).click();
  await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('5550142200');
  await leave();
});

test('a reset leaves another account signed in that uses the same browser', async () => {
  const [owner, other] = [await newCustomer(origin), await newCustomer(origin)];
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP });
  await letIn(page, origin, other);
  await page.goto('/');
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  const reset = await resetByMail(context, owner.email);
  expect(await sessionOf(reset)).toMatchObject({ email: other.email });
  await reset.getByRole('button', { name: 'Logout' }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  await leave();
});

test('without a link the page says what is missing, and offers a new one', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/reset-password');
  await page.getByText('the address has no such link in it').waitFor();
  await page.getByRole('button', { name: 'Ask for a new link' }).waitFor();
  await leave();
});

/** Asks for the mail as on another machine, and follows its link in this browser. */
async function resetByMail(context: BrowserContext, email: string): Promise<Page> {
  const headers = { origin, 'content-type': 'application/json' };
  await fetch(`${origin}/auth/request-reset`, { method: 'POST', headers, body: JSON.stringify({ email }) });
  const mailbox = await openNewestMail(context, email);
  const opened = await followLink(await linkOfText(mailbox, /reset-password#token=/));
  await opened.getByLabel('New password').fill('a new secret');
  await opened.getByRole('button', { name: 'Change Password' }).click();
  await opened.getByRole('heading', { name: 'Your password is changed' }).waitFor();
  return opened;
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Sam Sample');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('secret1');
  await page.getByRole('button', { name: 'Signup' }).click();
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('heading', { name: 'Login to Toolyard' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}
