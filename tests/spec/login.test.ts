import type { Locator, Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { newCustomer } from '../harness/people.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, heading, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
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
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('Toolyard');
    await leave();
  }
});

spec('2 login.form', 'two fields, a button, and a link to signup', async () => {
  const { page, leave } = await at('/login');
  await expect.poll(() => email(page).getAttribute('type')).toBe('email');
  await expect.poll(() => password(page).getAttribute('type')).toBe('password');
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await arrived(page, '/signup');
  await leave();
});

spec('2 login.show', 'Show makes the password readable, Hide hides it', async () => {
  const { page, leave } = await at('/login');
  await password(page).fill('secret1');
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect.poll(() => password(page).getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: /^Hide/ }).click();
  await expect.poll(() => password(page).getAttribute('type')).toBe('password');
  await leave();
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

spec(
  ['4 auth.home-after-login', '9 token.key', '3 session.fields'],
  'login leads to /, whatever page asked for it, and keeps the token',
  async () => {
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
  },
);

spec('4 auth.entered', 'login and signup lead the signed-in to /', async () => {
  const customer = await visit({ as: await newCustomer(origin) });
  for (const path of ['/login', '/signup']) {
    await customer.page.goto(path);
    await arrived(customer.page, '/');
  }
  await customer.leave();
});

/** Leaves a field with this text in it, and waits until this is said beside it. */
async function expectSaid(page: Page, label: string, typed: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(typed);
  await field.blur();
  await expect.poll(() => saidBeside(field)).toBe(text);
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
}

async function saidBeside(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(ids.map((id) => field.page().locator(`[id="${id}"]`).innerText()));
  return texts.join(' ').trim();
}

const FIELD_RULES = [
  ['5 email.required', 'Email', '', 'Email must be Required', ['/login', '/signup']],
  ['5 email.invalid', 'Email', 'dana.ortiz', 'Email is Invaild', ['/login', '/signup']],
  ['5 password.required', 'Password', '', 'Password must be Required', ['/login', '/signup']],
  ['5 password.short', 'Password', '12345', 'Password must be 6 Character or longer', ['/login', '/signup']],
  ['5 name.required', 'Name', '  ', 'Name must be Required', ['/signup']],
] as const;

const forms = new Map<'/login' | '/signup', Awaited<ReturnType<typeof at>>>();
afterAll(() => Promise.all([...forms.values()].map((form) => form.leave())));

/** The form of a page, which the rules of its fields share. */
async function formAt(path: '/login' | '/signup'): Promise<Page> {
  const form = forms.get(path) ?? (await at(path));
  forms.set(path, form);
  return form.page;
}

for (const [row, label, typed, text, paths] of FIELD_RULES) {
  spec(row, text, async () => {
    for (const path of paths) {
      const page = await formAt(path);
      if (typed === '') await submitOf(page).click();
      await expectSaid(page, label, typed, text);
    }
  });
}

spec('9 password.six', 'five characters are too few, six are enough', async () => {
  const page = await formAt('/login');
  await expectSaid(page, 'Password', '12345', 'Password must be 6 Character or longer');
  await password(page).fill('123456');
  await expect.poll(() => password(page).getAttribute('aria-invalid')).not.toBe('true');
});

spec('8 login.failure', 'a wrong password and a taken address are told in red, and nothing typed is lost', async () => {
  const customer = await newCustomer(origin);
  for (const [path, text] of [
    ['/login', 'The email or the password is not right.'],
    ['/signup', 'There is already an account with this email.'],
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
    await expect.poll(() => email(page).inputValue()).toBe(customer.email);
    await leave();
  }
});

/** The colour of the edge or of the text, whichever is coloured, of what tells of a failure. */
function colourOfDanger(told: Element): number[] {
  const box = told.closest('[role="alert"], .err') ?? told;
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
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
