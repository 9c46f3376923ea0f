import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { newCustomer } from '../harness/people.ts';
import { spec } from '../harness/spec.ts';
import { arrived, dialogOf, heading, useVisits } from '../harness/visits.ts';

const origin = inject('shopOrigin');
const visit = useVisits(origin);
// Refused credentials are answered with 401 or 409, which the browser reports in its console.
const REFUSED = /status of (401|403|404|409|429)/;

/** A stranger on a page, with the form awake. */
async function at(path: '/login' | '/signup') {
  const stranger = await visit({ expectedErrors: REFUSED });
  await stranger.page.goto(path);
  await heading(stranger.page, path === '/login' ? /Login/ : /Sign up/).waitFor();
  await expect.poll(() => submitOf(stranger.page).isEnabled()).toBe(true);
  return stranger;
}

const submitOf = (page: Page) => page.getByRole('main').getByRole('button', { name: /^(Login|Signup)$/ });
const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

spec('1 brand.title', 'the name of the shop stands in both titles', async () => {
  for (const path of ['/login', '/signup'] as const) {
    const { page, leave } = await at(path);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Toolyard');
    await leave();
  }
});

spec('2 login.form', 'two fields, a button, and a link to signup', async () => {
  const { page, leave } = await at('/login');
  expect(await email(page).getAttribute('type')).toBe('email');
  expect(await password(page).getAttribute('type')).toBe('password');
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await arrived(page, '/signup');
  await leave();
});

spec('2 login.show', 'Show makes the password readable, Hide hides it', async () => {
  const { page, leave } = await at('/login');
  await password(page).fill('secret1');
  await page.getByRole('button', { name: /^Show/ }).click();
  expect(await password(page).getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: /^Hide/ }).click();
  expect(await password(page).getAttribute('type')).toBe('password');
  await leave();
});

const forgotten = async (page: Page) => {
  await page
    .getByRole('button', { name: 'Forgot password' })
    .or(page.getByRole('link', { name: 'Forgot password' }))
    .click();
  return dialogOf(page, 'Reset password');
};

spec('2 login.forgot', 'a dialog with an e-mail field, filled with what was typed, and Reset Password', async () => {
  const { page, leave } = await at('/login');
  await email(page).fill('dana.ortiz@northgate.example');
  const dialog = await forgotten(page);
  expect(await dialog.getByLabel('Email').inputValue()).toBe('dana.ortiz@northgate.example');
  await dialog.getByRole('button', { name: 'Reset Password', exact: true }).waitFor();
  await leave();
});

spec('5 reset.email', 'an empty e-mail is refused by the browser', async () => {
  const { page, leave } = await at('/login');
  const dialog = await forgotten(page);
  const field = dialog.getByLabel('Email');
  expect(await field.getAttribute('type')).toBe('email');
  await dialog.getByRole('button', { name: 'Reset Password', exact: true }).click();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
  expect(await dialog.isVisible()).toBe(true);
  await leave();
});

spec('8 reset.sent', 'the toast names the address', async () => {
  const customer = await newCustomer(origin);
  const { page, leave } = await at('/login');
  const dialog = await forgotten(page);
  await dialog.getByLabel('Email').fill(customer.email);
  await dialog.getByRole('button', { name: 'Reset Password', exact: true }).click();
  await page.getByText(`Reset Password mail sended to ${customer.email}`, { exact: true }).first().waitFor();
  await leave();
});

spec('2 login.google', '"Continue with Google" is there and leads to Google, or to the stand-in of a shop without keys', async () => {
  for (const path of ['/login', '/signup'] as const) {
    const { page, leave } = await at(path);
    const google = page
      .getByRole('button', { name: 'Continue with Google', exact: true })
      .or(page.getByRole('link', { name: 'Continue with Google', exact: true }));
    await google.waitFor();
    const left = page.waitForRequest((request) => /google/.test(new URL(request.url()).pathname));
    await google.click();
    await left;
    await leave();
  }
});

spec('2 login.demo', 'each demo button signs in with its account', async () => {
  for (const [button, action] of [
    ['Admin Demo Account', 'Add an new Tool'],
    ['User Demo Account', 'Explore All Order'],
  ] as const) {
    const { page, leave } = await at('/login');
    await page.getByRole('button', { name: button, exact: true }).click();
    await arrived(page, '/');
    await page.getByRole('link', { name: action, exact: true }).waitFor();
    await leave();
  }
});

spec('2 signup.form', 'three fields, "Signup", a link to login and Google', async () => {
  const { page, leave } = await at('/signup');
  await page.getByLabel('Name', { exact: true }).fill('Dana Ortiz');
  expect(await email(page).getAttribute('type')).toBe('email');
  expect(await password(page).getAttribute('autocomplete')).toBe('new-password');
  await page.getByText('Continue with Google', { exact: true }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click();
  await arrived(page, '/login');
  await leave();
});

for (const row of ['4 auth.home-after-login', '9 token.key', '3 session.fields'] as const) {
  spec(row, 'login leads to /, whatever page asked for it, and keeps the token', async () => {
    const customer = await newCustomer(origin, 'Wale Adeyemi');
    const { page, leave } = await at('/login');
    await page.goto('/dashboard/myorders');
    await arrived(page, '/login');
    await email(page).fill(customer.email);
    await password(page).fill(customer.password);
    await submitOf(page).click();
    await arrived(page, '/');
    await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
    const token = await page.evaluate(() => localStorage.getItem('access-token'));
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const session = await page.evaluate(async () => (await fetch('/auth/session')).json());
    expect(session.user).toMatchObject({ displayName: 'Wale Adeyemi', email: customer.email });
    expect(Object.keys(session.user)).toEqual(expect.arrayContaining(['uid', 'photoURL']));
    await leave();
  });
}

spec('4 auth.entered', 'login and signup lead the signed-in to /', async () => {
  const customer = await visit({ as: await newCustomer(origin) });
  for (const path of ['/login', '/signup']) {
    await customer.page.goto(path);
    await arrived(customer.page, '/');
  }
  await customer.leave();
});

/** Leaves a field with this text in it and answers what is said beside it. */
async function said(page: Page, label: string, text: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(text);
  await field.focus();
  await page.keyboard.press('Tab');
  const described = await field.getAttribute('aria-describedby');
  if (!described) {
    await expect.poll(() => field.getAttribute('aria-describedby')).toBeTruthy();
  }
  const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  return texts.join(' ').trim();
}

const FIELD_RULES = [
  ['5 email.required', 'Email', '', 'Email must be Required', ['/login', '/signup']],
  ['5 email.invalid', 'Email', 'dana.ortiz', 'Email is Invaild', ['/login', '/signup']],
  ['5 password.required', 'Password', '', 'Password must be Required', ['/login', '/signup']],
  ['5 password.short', 'Password', '12345', 'Password must be 6 Character or longer', ['/login', '/signup']],
  ['5 name.required', 'Name', '  ', 'Name must be Required', ['/signup']],
] as const;

for (const [row, label, typed, text, paths] of FIELD_RULES) {
  spec(row, text, async () => {
    for (const path of paths) {
      const { page, leave } = await at(path);
      if (typed === '') await submitOf(page).click();
      await expect.poll(() => said(page, label, typed)).toBe(text);
      await leave();
    }
  });
}

spec('9 password.six', 'five characters are too few, six are enough', async () => {
  const { page, leave } = await at('/login');
  await expect.poll(() => said(page, 'Password', '12345')).toContain('6 Character');
  await password(page).fill('123456');
  await expect.poll(() => password(page).getAttribute('aria-invalid')).not.toBe('true');
  await leave();
});

spec('8 login.failure', 'a wrong password and a taken address are told in red, and nothing typed is lost', async () => {
  const customer = await newCustomer(origin);
  for (const [path, text] of [
    ['/login', 'The e-mail or the password is not right.'],
    ['/signup', 'There is already an account with this e-mail.'],
  ] as const) {
    const { page, leave } = await at(path);
    if (path === '/signup') await page.getByLabel('Name', { exact: true }).fill('Dana Ortiz');
    await email(page).fill(customer.email);
    await password(page).fill('not-the-password');
    await submitOf(page).click();
    const alert = page.getByText(text).first();
    await alert.waitFor();
    const [r = 0, g = 0, b = 0] = await alert.evaluate(colourOfDanger);
    expect(r).toBeGreaterThan(g + 50);
    expect(r).toBeGreaterThan(b + 50);
    expect(await email(page).inputValue()).toBe(customer.email);
    await leave();
  }
});

/** The colour of the edge or of the text, whichever is coloured, of what tells of a failure. */
function colourOfDanger(told: Element): number[] {
  const box = told.closest('[role="alert"], .err') ?? told;
  const canvas = document.createElement('canvas').getContext('2d');
  const candidates = [box, ...box.querySelectorAll('*')].flatMap((part) => {
    const { color, borderLeftColor } = getComputedStyle(part);
    const bar = getComputedStyle(part, '::before').backgroundColor;
    return [color, borderLeftColor, bar];
  });
  const read = candidates.map((colour) => {
    if (!canvas) return [0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
  return read.toSorted((a, b) => (b[0] ?? 0) - (b[1] ?? 0) - ((a[0] ?? 0) - (a[1] ?? 0)))[0] ?? [];
}
