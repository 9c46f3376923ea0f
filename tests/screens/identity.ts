import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/model/identity/demo.ts';
import { newCustomer } from '../harness/people.ts';
import { hold } from './network.ts';
import { type Screen, screen } from './screen.ts';
import { signIn } from './stage.ts';

export const identityScreens: readonly Screen[] = [
  screen('03-login', 'visitor', async (page) => {
    await awake(page, '/login', 'Login');
  }),
  screen('03-login-invalid', 'visitor', async (page) => {
    await awake(page, '/login', 'Login');
    await page.getByLabel('Email').fill('dana@');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByText('Email is Invaild').waitFor();
    await page.getByText('Password must be Required').waitFor();
  }),
  screen('03-login-error', 'visitor', async (page) => {
    await awake(page, '/login', 'Login');
    await page.getByLabel('Email').fill('dana.ortiz@northgate.example');
    await page.getByLabel('Password', { exact: true }).fill('not my password');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByRole('alert').waitFor();
  }),
  screen('03-login-busy', 'visitor', async (page) => {
    await hold(page, '/auth/sign-in');
    await awake(page, '/login', 'Login');
    await page.getByRole('button', { name: 'User Demo Account' }).click();
    await page.locator('button[aria-busy]').waitFor();
  }),
  screen('03-login-signed-out', 'visitor', async (page, { origin }) => {
    const context = page.context();
    const leaver = await newCustomer(origin);
    await signIn(context, origin, leaver);
    await page.goto('/dashboard');
    await page.locator('main').getByText(leaver.email).waitFor();
    await page.evaluate(() => localStorage.removeItem('access-token'));
    await context.clearCookies();
    await page.getByRole('link', { name: 'My Orders' }).filter({ visible: true }).first().click();
    await page.getByText('You have been signed out.').waitFor();
  }),
  screen('03-login-google-left', 'visitor', async (page) => {
    await awake(page, '/login?google=cancelled', 'Login');
    await page.getByText('The sign-in with Google was left before its end.').waitFor();
  }),
  screen('03-login-forgot', 'visitor', async (page) => {
    await forgot(page);
  }),
  screen('03-login-forgot-invalid', 'visitor', async (page) => {
    await forgot(page);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.locator('[role=dialog] .err').first().waitFor();
  }),
  screen('03-login-reset-sent', 'visitor', async (page, { people }) => {
    await forgot(page);
    await page.getByRole('dialog').getByLabel('Email').fill(people.customer.email);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText(/^Reset Password mail sended to/).waitFor();
  }),
  screen('03-reset', 'visitor', async (page) => {
    await awake(page, RESET, 'Change Password');
  }),
  screen('03-reset-invalid', 'visitor', async (page) => {
    await awake(page, RESET, 'Change Password');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.locator('.err').first().waitFor();
  }),
  screen('03-reset-ended', 'visitor', async (page) => {
    await awake(page, RESET, 'Change Password');
    await page.getByLabel('New password', { exact: true }).fill('secret2');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.getByRole('button', { name: 'Ask for a new link' }).waitFor();
  }),
  screen('03-reset-incomplete', 'visitor', async (page) => {
    await page.goto('/reset-password');
    await page.getByRole('button', { name: 'Ask for a new link' }).waitFor();
  }),
  screen('03-reset-changed', 'visitor', async (page) => {
    await page.route('**/auth/reset-password', (route) => route.fulfill({ json: { acknowledged: true } }));
    await awake(page, RESET, 'Change Password');
    await page.getByLabel('New password', { exact: true }).fill('secret2');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
  }),
  screen('03-confirm', 'visitor', async (page) => {
    await awake(page, CONFIRM, 'Confirm email');
  }),
  screen('03-confirm-ended', 'visitor', async (page) => {
    await awake(page, CONFIRM, 'Confirm email');
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.getByRole('alert').waitFor();
  }),
  screen('03-confirm-password', 'visitor', async (page) => {
    const json = { status: 409, code: 'sign_up_password' };
    await page.route('**/auth/confirm-email', (route) => route.fulfill({ status: 409, json }));
    await awake(page, CONFIRM, 'Confirm email');
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.locator('input[type=password]:focus').waitFor();
  }),
  screen('03-confirm-done', 'visitor', async (page) => {
    const json = { acknowledged: true, account: 'confirmed' };
    await page.route('**/auth/confirm-email', (route) => route.fulfill({ json }));
    await awake(page, CONFIRM, 'Confirm email');
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor();
  }),
  screen('04-signup-mailed', 'visitor', async (page) => {
    const json = { confirmation: 'mailed' };
    await page.route('**/auth/sign-up', (route) => route.fulfill({ status: 202, json }));
    await awake(page, '/signup', 'Signup');
    await page.getByLabel('Name').fill('Dana Ortiz');
    await page.getByLabel('Email').fill('dana.ortiz@northgate.example');
    await page.getByLabel('Password', { exact: true }).fill('secret1');
    await page.getByRole('button', { name: 'Signup', exact: true }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  }),
  screen('04-signup', 'visitor', async (page) => {
    await awake(page, '/signup', 'Signup');
  }),
  screen('04-signup-invalid', 'visitor', async (page) => {
    await awake(page, '/signup', 'Signup');
    await page.getByRole('button', { name: 'Signup', exact: true }).click();
    await page.getByText('Name must be Required').waitFor();
  }),
  screen('04-signup-error', 'visitor', async (page) => {
    await awake(page, '/signup', 'Signup');
    await page.getByLabel('Name').fill('Dana Ortiz');
    await page.getByLabel('Email').fill(DEMO_ACCOUNTS.customer.email);
    await page.getByLabel('Password', { exact: true }).fill('secret1');
    await page.getByRole('button', { name: 'Signup', exact: true }).click();
    await page
      .getByText(/already/i)
      .first()
      .waitFor();
  }),
];

/** A link as a mail has it; nobody was sent this one. */
const RESET = `/reset-password#token=${'a'.repeat(43)}`;

const CONFIRM = `/confirm-email#token=${'a'.repeat(43)}`;

async function forgot(page: Page): Promise<void> {
  await awake(page, '/login', 'Login');
  await page.getByRole('button', { name: /Forgot password/ }).click();
  await page.getByRole('dialog', { name: 'Reset password' }).waitFor();
}

/** Opens a form and waits until it can be used. */
async function awake(page: Page, path: string, button: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: button, exact: true }).and(page.locator(':enabled')).waitFor();
}
