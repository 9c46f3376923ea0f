import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { theShop } from '../harness/the-shop.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

for (const [device, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`${device}: Continue with Google, cancelled at first, then signed in here and in the other tab`, async () => {
    const visitor = await visit({ origin, viewport });
    const { page, context } = visitor;
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('link', { name: 'Get Started' }).waitFor();

    await page.goto('/signup');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('heading', { level: 1, name: 'Choose an account' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').getByText('left before its end').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');

    const google = page.getByRole('button', { name: 'Continue with Google' });
    // A key does not wait for the page's script, as a click does.
    await google.click({ trial: true });
    await google.press('Enter');
    // The login page has a field of that name too.
    await page.getByRole('heading', { level: 1, name: 'Choose an account' }).waitFor();
    await page.getByLabel('Email').fill(`google.${device}@example.com`);
    await page.getByLabel('Name').fill('Gwen Google');
    await page.getByLabel('Name').press('Enter');
    await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
    expect(page.url()).toBe(`${origin}/`);
    await other.getByRole('link', { name: 'Explore All Order' }).waitFor();

    await page.goto('/dashboard');
    await page.getByText(`google.${device}@example.com`).first().waitFor();
    await page.goto('/login');
    await page.waitForURL(`${origin}/`);
    await visitor.leave();
  });
}
