import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser } from '../harness/browser.ts';
import { httpPerson } from '../harness/http-person.ts';
import { focused, tabTo } from '../harness/keyboard.ts';
import { samplePicture } from '../harness/sample-picture.ts';
import { theShop } from '../harness/the-shop.ts';
import { logIn } from '../harness/visits.ts';

const origin = theShop().origin;
const { visit } = useBrowser();

// What the browser itself reports in its console when it has no connection or the shop wants a sign-in.
const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED/;
const NOT_SIGNED_IN = /status of 401/;

test('by keyboard alone: a customer tells about themselves, with a photo, and a reload shows it', async () => {
  const email = 'profile.keyboard@example.com';
  const { page, leave } = await enter(email, DESKTOP);
  // From here on file dialogs are the test's: asked for at the first key press, the browser might open its own.
  page.on('filechooser', () => {});
  await tabTo(page, 'Add your location');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Update Profile' });
  await expect.poll(() => focused(page)).toBe('Location');
  await page.keyboard.press('Enter');
  await form.getByText('Education is required.').waitFor();
  await form.getByText('Location is required.').waitFor();
  await form.getByText('Phone is required. Type the number under which we can reach you.').waitFor();
  await form.getByText('LinkedIn is required. Type the address of your page there.').waitFor();
  await form.locator('.err').getByText('Photo is required. Choose a picture of you.').waitFor();
  await expect.poll(() => focused(page)).toBe('Education');

  await page.keyboard.type('City and Guilds, Carpentry');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Leeds, United Kingdom');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).inputMode)).toBe('tel');
  await page.keyboard.type('0155014220');
  await page.keyboard.press('Tab');
  await page.keyboard.type('evil.example/in/dana');
  await page.keyboard.press('Tab');
  await form.getByText('Type an address at linkedin.com, such as linkedin.com/in/your-name.').waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('linkedin.com/in/dana');

  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.waitFor();
  await expect.poll(() => focused(page)).toBe('Keep editing');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => form.getByLabel('LinkedIn').inputValue()).toBe('linkedin.com/in/dana');
  // The question gives the focus back a moment after it has gone.
  await expect.poll(() => focused(page)).toContain('LinkedIn');
  await page.keyboard.press('Tab');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles(await samplePicture('dana.png'));
  await form.getByRole('button', { name: 'Remove' }).waitFor();
  await tabTo(page, 'Submit');
  await page.keyboard.press('Enter');
  await page.getByText('Hurrah! Your Profile is Updated').first().waitFor();
  await form.waitFor({ state: 'detached' });
  const side = page.locator('.side__who img');
  await expect.poll(() => side.getAttribute('src')).toMatch(/^\/images\/[0-9a-f]{32}\/1200\.webp$/);

  await page.reload();
  await page.getByText('City and Guilds, Carpentry').waitFor();
  await page.getByText('Leeds, United Kingdom').waitFor();
  // Ten digits are grouped for reading; the zero in front belongs to the number.
  await page.getByText('015 501 4220').waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: 'linkedin.com/in/dana' }).getAttribute('href'))
    .toBe('https://linkedin.com/in/dana');
  const photo = page.locator('.prof__pic img');
  await expect.poll(() => photo.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect.poll(() => form.getByLabel('Phone').inputValue()).toBe('0155014220');
  await form.getByText('Your photo', { exact: true }).waitFor();
  // Nothing was changed, so nothing is asked.
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Update Profile');
  await leave();
});

test('what was typed is not lost: not beside the dialog, not without a connection, not when the session has ended', async () => {
  const { page, context, leave } = await enter('profile.lost@example.com', PHONE, [NO_CONNECTION, NOT_SIGNED_IN]);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  const form = page.getByRole('dialog', { name: 'Update Profile' });
  await fill(form);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.mouse.click(10, 5);
  await page.getByRole('button', { name: 'Keep editing' }).click();

  await context.setOffline(true);
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.getByRole('alert').getByText('The shop cannot be reached.').waitFor();
  await expect.poll(() => form.getByLabel('Education').inputValue()).toBe('Carpentry');
  await context.setOffline(false);

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await form.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('No user is logged in').first().waitFor();
  await page.getByRole('heading', { level: 1, name: /^Login/ }).waitFor();

  await logIn(page, { email: 'profile.lost@example.com', password: 'secret1' });
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect.poll(() => form.getByLabel('Education').inputValue()).toBe('Carpentry');
  await form.getByRole('button', { name: 'Remove' }).waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect.poll(() => form.getByLabel('Education').inputValue()).toBe('');
  await leave();
});

test('a new photo that cannot be sent is taken back, and the photo of before stays', async () => {
  const { page, leave } = await enter('profile.photo@example.com', DESKTOP, [/ERR_FAILED/]);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  const form = page.getByRole('dialog', { name: 'Update Profile' });
  await fill(form);
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('Leeds', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Update Profile' }).click();
  const photo = form.locator('img[src^="/images/"]');
  await photo.waitFor();
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
  await page.route('**/images', async (route) => {
    await cancelled;
    await route.abort();
  });
  await form.locator('input[type=file]').setInputFiles(await samplePicture('other.png'));
  await form.locator('.field').getByRole('button', { name: 'Cancel' }).click();
  await photo.waitFor();
  cancel();
  await form.locator('input[type=file]').setInputFiles(await samplePicture('other.png'));
  await form.getByText('The shop cannot be reached.').waitFor();
  await form.getByRole('button', { name: 'Remove' }).click();
  await photo.waitFor();
  await form.getByLabel('Location').fill('York');
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('York').waitFor();
  await leave();
});

/** All that a profile needs, with a picture that has been sent. */
async function fill(form: Locator): Promise<void> {
  await form.getByLabel('Education').fill('Carpentry');
  await form.getByLabel('Location').fill('Leeds');
  await form.getByLabel('Phone').fill('+44 113 496 0000');
  await form.getByLabel('LinkedIn').fill('linkedin.com/in/dana');
  await form.locator('input[type=file]').setInputFiles(await samplePicture());
  await form.getByRole('button', { name: 'Remove' }).waitFor();
}

async function enter(email: string, viewport: typeof DESKTOP, expected: RegExp[] = []) {
  await httpPerson(origin, email);
  const expectedErrors = new RegExp(expected.map((it) => it.source).join('|') || '^$');
  const visitor = await visit({ origin, viewport, expectedErrors });
  await visitor.page.goto('/login');
  await logIn(visitor.page, { email, password: 'secret1' });
  await visitor.page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  // A question of the page that met the ended session would already lead to login: the list's is the last.
  const lastQuestion = visitor.page.waitForResponse(
    (it) => it.url().endsWith('/orderList') && Boolean(it.request().headers().referer?.endsWith('/dashboard')),
  );
  await visitor.page.goto('/dashboard');
  await visitor.page.getByText('Add your education').waitFor();
  await lastQuestion;
  return visitor;
}
