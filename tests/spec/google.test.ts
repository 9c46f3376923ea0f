import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, sessionOf, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google', exact: true });

spec('2 login.google', '"Continue with Google" leads to Google, and back signed in', async () => {
  const { page, leave } = await visit();
  await page.goto('/login');
  await google(page).click();
  await page.getByRole('heading', { level: 1, name: 'Choose an account' }).waitFor();
  const email = `gwen.${process.pid}@northgate.example`;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill('Gwen Google');
  await page.getByLabel('Name').press('Enter');
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await arrived(page, '/');
  await expect.poll(() => sessionOf(page)).toMatchObject({ email, displayName: 'Gwen Google' });
  await leave();
});

spec('2 signup.form', 'three fields, "Signup", a link to login and Google', async () => {
  const { page, leave } = await visit();
  await page.goto('/signup');
  const main = page.getByRole('main');
  for (const [label, type] of [
    ['Name', 'text'],
    ['Email', 'email'],
    ['Password', 'password'],
  ] as const) {
    await expect
      .poll(() => main.getByLabel(label, { exact: true }).evaluate((field: HTMLInputElement) => field.type))
      .toBe(type);
  }
  await main.getByRole('button', { name: 'Signup', exact: true }).waitFor();
  await google(page).waitFor();
  await main.getByRole('link', { name: 'Login', exact: true }).click();
  await arrived(page, '/login');
  await leave();
});
