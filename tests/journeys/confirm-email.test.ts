import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { focused } from '../harness/keyboard.ts';
import { followLink, linkOfText, openNewestMail } from '../harness/mailbox.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';

const { visit } = useBrowser();
const shops: ShopProcess[] = [];

async function shopWith(env: Record<string, string>): Promise<ShopProcess> {
  const shop = await startShopProcess({ folder: await shopFolder(theShop().folder), env });
  shops.push(shop);
  return shop;
}

let asked: ShopProcess;
let required: ShopProcess;
beforeAll(async () => {
  asked = await shopWith({ FIRST_ORDER_OFFER_FOR: 'confirmed', FIRST_ORDER_OFFER: '20' });
  required = await shopWith({ SIGNUP_CONFIRMATION: 'on', FIRST_ORDER_OFFER: 'off' });
}, 240_000);
afterAll(async () => {
  for (const shop of shops) {
    await shop.stop();
    await rm(shop.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

test('the order form says that the offer waits for the e-mail, and counts it when the buyer comes back to the tab', async () => {
  const { origin } = asked;
  const email = `buyer-${randomUUID()}@example.com`;
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP });
  await page.goto('/');
  await page.getByText('20% off').first().waitFor();
  await signUp(page, email);
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  const tool = await toolNamed(origin, 'Adjustable Wrench');
  await page.goto(`/purchase/${tool._id}`);
  await page.getByText('Your first order is 20% off once your email is confirmed.').waitFor();
  await expect.poll(() => page.getByText('First order, 20% off.').count()).toBe(0);

  const confirming = await followMail(context, email);
  await confirming.getByRole('button', { name: 'Confirm email' }).click();
  await confirming.getByRole('heading', { name: 'Your email is confirmed' }).waitFor();
  await confirming.close();
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.getByText('First order, 20% off.').waitFor();
  await expect.poll(() => page.getByText('once your email is confirmed').count()).toBe(0);
  await leave();
});

test('My Profile says that an e-mail is not confirmed, sends the mail again, and knows when it is', async () => {
  const email = `profile-${randomUUID()}@example.com`;
  const { page, context, leave } = await visit({ origin: asked.origin, viewport: PHONE });
  await signUp(page, email);
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await page.goto('/dashboard');
  await page.getByText('Email not confirmed').waitFor();
  await page.getByRole('button', { name: 'Send the mail again' }).click();
  await page.getByText(`Confirmation mail sent to ${email}`).waitFor();
  const confirming = await followMail(context, email);
  await confirming.getByRole('button', { name: 'Confirm email' }).click();
  await confirming.getByRole('heading', { name: 'Your email is confirmed' }).waitFor();
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.getByText('Email not confirmed').waitFor({ state: 'detached' });
  await leave();
});

test('My Profile sends no mail to an address that was confirmed meanwhile, and says so', async () => {
  const email = `meanwhile-${randomUUID()}@example.com`;
  const { page, context, leave } = await visit({ origin: asked.origin, viewport: DESKTOP });
  await signUp(page, email);
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await page.goto('/dashboard');
  await page.getByText('Email not confirmed').waitFor();
  const confirming = await followMail(context, email);
  await confirming.getByRole('button', { name: 'Confirm email' }).click();
  await confirming.getByRole('heading', { name: 'Your email is confirmed' }).waitFor();
  await page.getByRole('button', { name: 'Send the mail again' }).click();
  await page.getByText('Your email is confirmed already').waitFor();
  await page.getByText('Email not confirmed').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByText('Confirmation mail sent').count()).toBe(0);
  await leave();
});

test('where the account opens by a mail, sign-up says so, the link opens it, and a second time it is used up', async () => {
  const { origin } = required;
  const email = `careful-${randomUUID()}@example.com`;
  const { page, context, leave } = await visit({ origin, viewport: DESKTOP, expectedErrors: /status of 4(03|09|10)/ });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByText(/% off/).count()).toBe(0);
  await signUp(page, email);
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Check your mail');
  const confirming = await followMail(context, email);
  await confirming.getByRole('button', { name: 'Confirm email' }).click();
  await confirming.locator('input[type=password]:focus').waitFor();
  await confirming.keyboard.type('not mine');
  await confirming.keyboard.press('Enter');
  await confirming.getByText('This is not your password.').waitFor();
  await confirming.getByLabel('Password', { exact: true }).fill('secret1');
  await confirming.keyboard.press('Enter');
  await confirming.getByRole('heading', { name: 'Your account is open' }).waitFor();
  await expect.poll(() => focused(confirming)).toBe('Your account is open');
  await confirming.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await confirming.getByLabel('Email').fill(email);
  await confirming.getByLabel('Password').fill('secret1');
  await confirming.getByRole('button', { name: 'Login', exact: true }).click();
  await confirming.getByRole('link', { name: 'Explore All Order' }).waitFor();
  const again = await followMail(context, email);
  await again.getByRole('button', { name: 'Confirm email' }).click();
  await again.getByText('This link has been used').waitFor();
  await expect.poll(() => focused(again)).toBe('Confirm your email');

  const next = `next-${randomUUID()}@example.com`;
  await confirming.getByRole('button', { name: 'Logout' }).click();
  await confirming.getByRole('link', { name: 'Login' }).filter({ visible: true }).first().waitFor();
  await signUp(confirming, next);
  await confirming.getByRole('heading', { name: 'Check your mail' }).waitFor();
  const link = await (await linkInMail(context, next)).getAttribute('href');
  // As from the address bar: only the part behind # differs, so the page is not loaded anew.
  await again.evaluate((to) => location.assign(to), `${link}`);
  await again.getByRole('button', { name: 'Confirm email' }).click();
  await again.locator('input[type=password]:focus').waitFor();
  await leave();
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Sam Sample');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('secret1');
  await page.getByRole('button', { name: 'Signup' }).click();
}

/** Follows the link of the newest mail to this address. */
async function followMail(context: BrowserContext, email: string): Promise<Page> {
  const link = await linkInMail(context, email);
  const opened = await followLink(link);
  await link.page().close();
  return opened;
}

const linkInMail = async (context: BrowserContext, email: string): Promise<Locator> =>
  linkOfText(await openNewestMail(context, email), /confirm-email#token=/);
