import type { Page } from 'playwright-core';
import { DESKTOP, useBrowser, type Visitor } from './browser.ts';
import type { Somebody } from './people.ts';

interface VisitOptions {
  /** Who is signed in, if anybody. */
  as?: Somebody;
  viewport?: { width: number; height: number };
  expectedErrors?: RegExp;
}

/** Milliseconds after which something that does not come is missing. */
const PATIENCE = 25_000;

/** Visits of one shop, by people who need not type their password first. */
export function useVisits(origin: string): (options?: VisitOptions) => Promise<Visitor> {
  const { visit } = useBrowser();
  return async ({ as, viewport = DESKTOP, expectedErrors } = {}) => {
    const visitor = await visit({ origin, viewport, ...(expectedErrors ? { expectedErrors } : {}) });
    visitor.page.setDefaultTimeout(PATIENCE);
    if (as) await letIn(visitor.page, origin, as);
    return visitor;
  };
}

/** Puts a session into the browser, as signing in does. */
export async function letIn(page: Page, origin: string, { cookie }: Pick<Somebody, 'cookie'>): Promise<void> {
  const url = origin.replace('http:', 'https:');
  await page.context().addCookies([{ ...cookie, url, secure: true, httpOnly: true, sameSite: 'Strict' }]);
}

/** Signs a new customer up as people do, and waits until the page knows them. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Dana Ortiz');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret1');
  await page.getByRole('button', { name: 'Signup' }).click();
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
}

/** Fills in the login page that is open. */
export async function logIn(page: Page, { email, password }: Pick<Somebody, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** A dialog, whether it tells or asks. */
export const dialogOf = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** Waits until the address is this path. */
export const arrived = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Whom the shop itself takes the browser for; null when for nobody. */
export const sessionOf = (page: Page) => page.evaluate(async () => (await (await fetch('/auth/session')).json()).user);
