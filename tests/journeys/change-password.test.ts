import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { theShop } from '../harness/the-shop.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

// A wrong password and an ended session are answered with these, which the browser itself reports in the console.
const REFUSED = /status of (401|403)/;

for (const [device, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`${device}: a password that a manager keeps is pasted, changed by the one before, and the other browser is out`, async () => {
    const email = `careful-${randomUUID()}@example.com`;
    const { page, context, leave } = await visit({ origin, viewport, expectedErrors: REFUSED });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/signup');
    await page.getByLabel('Name').fill('Dana Ortiz');
    await page.getByLabel('Email').fill(email);
    await expect.poll(() => page.getByLabel('Email').getAttribute('autocomplete')).toBe('username');
    await expect.poll(() => page.getByLabel('Password').getAttribute('autocomplete')).toBe('new-password');
    await paste(page, 'Password', 'a secret of before');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Explore All Order' }).waitFor();

    const other = await visit({ origin, viewport, expectedErrors: REFUSED });
    await logIn(other.page, email, 'a secret of before');
    await other.page.getByRole('link', { name: 'Explore All Order' }).waitFor();

    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('autocomplete'));
    await expect.poll(focused).toBe('current-password');
    await page.keyboard.type('not my secret');
    await page.keyboard.press('Enter');
    await dialog.getByText('Password must be Required').waitFor();
    await paste(page, 'New password', 'a secret that is longer than any before: '.repeat(3));
    await page.keyboard.press('Enter');
    await dialog.getByText('This is not your password.').waitFor();
    await dialog.getByLabel('Current password').fill('');
    await paste(page, 'Current password', 'a secret of before');
    await page.keyboard.press('Enter');
    await page.getByText('Your password is changed. Your other sessions have ended.').waitFor();
    await dialog.waitFor({ state: 'detached' });

    await page.goto('/dashboard/myorders');
    await page.getByRole('heading', { level: 2, name: 'No orders yet' }).waitFor();
    await other.page.goto('/dashboard/myorders');
    await other.page.getByRole('heading', { level: 1, name: /^Login/ }).waitFor();
    await logIn(other.page, email, 'a secret of before');
    await other.page.getByText('The email or the password is not right.').waitFor();
    await logIn(other.page, email, 'a secret that is longer than any before: '.repeat(3));
    await other.page.getByRole('link', { name: 'Explore All Order' }).waitFor();
    await Promise.all([leave(), other.leave()]);
  });
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await expect.poll(() => page.getByLabel('Password').getAttribute('autocomplete')).toBe('current-password');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** As a person does who has it in the clipboard. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByLabel(label).focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect.poll(() => page.getByLabel(label).inputValue()).toBe(text);
}
