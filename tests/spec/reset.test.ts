import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { newCustomer } from '../harness/people.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { dialogOf, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

async function atLogin() {
  const stranger = await visit();
  await stranger.page.goto('/login');
  await expect.poll(() => opener(stranger.page).isEnabled()).toBe(true);
  return stranger;
}

const opener = (page: Page) => page.getByRole('button', { name: 'Forgot password', exact: true });

async function forgotten(page: Page) {
  await opener(page).click();
  return dialogOf(page, 'Reset password');
}

spec('2 login.forgot', 'a dialog with an e-mail field, filled with what was typed, and Reset Password', async () => {
  const { page, leave } = await atLogin();
  await page.getByLabel('Email', { exact: true }).fill('dana.ortiz@northgate.example');
  const dialog = await forgotten(page);
  await expect.poll(() => dialog.getByLabel('Email').inputValue()).toBe('dana.ortiz@northgate.example');
  await dialog.getByRole('button', { name: 'Reset Password', exact: true }).waitFor();
  await leave();
});

spec('5 reset.email', 'an empty e-mail is refused by the browser', async () => {
  const { page, leave } = await atLogin();
  const dialog = await forgotten(page);
  const field = dialog.getByLabel('Email');
  await expect.poll(() => field.getAttribute('type')).toBe('email');
  await dialog.getByRole('button', { name: 'Reset Password', exact: true }).click();
  await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await leave();
});

spec('8 reset.sent', 'the toast names the address', async () => {
  const customer = await newCustomer(origin);
  const { page, leave } = await atLogin();
  const dialog = await forgotten(page);
  await dialog.getByLabel('Email').fill(customer.email);
  await dialog.getByRole('button', { name: 'Reset Password', exact: true }).click();
  await page.getByText(`Reset Password mail sended to ${customer.email}`, { exact: true }).first().waitFor();
  await leave();
});
