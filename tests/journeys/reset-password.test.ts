import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { followLink, linkOfText, openNewestMail } from '../harness/mailbox.ts';
import { theShop } from '../harness/the-shop.ts';

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
    await again.getByRole('button', { name: 'Ask for a new link' }).click();
    await again.getByRole('dialog', { name: 'Reset password' }).getByLabel('Email').waitFor();
    await leave();
  });
}

test('without a link the page says what is missing, and offers a new one', async () => {
  const { page, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/reset-password');
  await page.getByText('the address has no such link in it').waitFor();
  await page.getByRole('button', { name: 'Ask for a new link' }).waitFor();
  await leave();
});

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
