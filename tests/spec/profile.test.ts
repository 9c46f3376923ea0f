import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { newCustomer } from '../harness/people.ts';
import { samplePicture } from '../harness/sample-picture.ts';
import { expectOk } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { dialogOf, heading, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

const REFUSED = /status of (400|401|403|422)/;

async function profileOf(name = 'Dana Ortiz') {
  const customer = await newCustomer(origin, name);
  const visitor = await visit({ as: customer, expectedErrors: REFUSED });
  await visitor.page.goto('/dashboard');
  await heading(visitor.page, 'My Profile').waitFor();
  await visitor.page.getByText(customer.email).first().waitFor();
  return { customer, ...visitor };
}

async function updating(page: Page) {
  await page.getByRole('button', { name: 'Update Profile', exact: true }).click();
  const dialog = dialogOf(page, 'Update Profile');
  await dialog.getByLabel('Education').waitFor();
  return dialog;
}

const FILLED = [
  ['Education', 'City and Guilds, Carpentry'],
  ['Location', 'Leeds, United Kingdom'],
  ['Phone', '5550142200'],
  ['LinkedIn', 'https://www.linkedin.com/in/dana-ortiz'],
] as const;

spec('2 profile.fields', 'photo or initials, name, e-mail, education, location, phone, linkedin', async () => {
  const { page, customer, leave } = await profileOf();
  const sheet = page.getByRole('main').locator('dl');
  const titles = (await sheet.locator('dt').allInnerTexts()).map((text) => text.toLowerCase());
  expect(titles).toEqual(['name', 'email', 'education', 'location', 'phone', 'linkedin']);
  await expect.poll(() => sheet.innerText()).toContain(customer.name);
  await page.locator('.prof__pic').getByText('DO').waitFor();
  await leave();
});

spec('2 profile.prompts', 'empty fields are prompts that open Update Profile', async () => {
  const { page, leave } = await profileOf();
  const prompts = page
    .getByRole('main')
    .locator('dl')
    .getByRole('button', { name: /^Add your / });
  await expect.poll(() => prompts.count()).toBe(4);
  await prompts.first().click();
  await dialogOf(page, 'Update Profile').waitFor();
  await leave();
});

spec('2 profile.modal', 'four fields, a picture file, Submit, and a Cancel that changes nothing', async () => {
  const { page, customer, leave } = await profileOf();
  const dialog = await updating(page);
  for (const [label, text] of FILLED) await dialog.getByLabel(label).fill(text);
  await expect.poll(() => dialog.locator('input[type=file]').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Submit', exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialogOf(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(expectOk(await customer.call('GET', `/profile/${customer.email}`)).location ?? '').toBe('');
  await leave();
});

spec('5 profile.required', 'with nothing filled in, five things are asked for and nothing is saved', async () => {
  const { page, customer, leave } = await profileOf();
  const dialog = await updating(page);
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect.poll(() => dialog.locator('.err').filter({ visible: true }).count()).toBe(5);
  for (const [label] of FILLED)
    await expect.poll(() => dialog.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
  expect(expectOk(await customer.call('GET', `/profile/${customer.email}`)).phone ?? '').toBe('');
  await leave();
});

async function fillAll(page: Page) {
  const dialog = await updating(page);
  for (const [label, text] of FILLED) await dialog.getByLabel(label).fill(text);
  await dialog.locator('input[type=file]').setInputFiles(await samplePicture('dana-portrait.png'));
  await dialog.getByRole('button', { name: 'Remove' }).waitFor();
  return dialog;
}

spec(
  ['8 profile.success', '4 profile.loading', '3 profile.fields'],
  'ticks while it is saved, then "Hurrah! Your Profile is Updated", and the shop keeps every field',
  async () => {
    const { page, customer, leave } = await profileOf();
    const dialog = await fillAll(page);
    await page.route('**/profile/*', async (route) => {
      if (route.request().method() === 'PUT') await saving.promise;
      await route.continue();
    });
    const saving = Promise.withResolvers<void>();
    const submit = dialog.getByRole('button', { name: /^(Submit|Saving)/ });
    await submit.click();
    await expect.poll(() => submit.getAttribute('aria-busy')).toBe('true');
    saving.resolve();
    await page.getByText('Hurrah! Your Profile is Updated', { exact: true }).first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    const profile = expectOk(await customer.call('GET', `/profile/${customer.email}`));
    expect(profile).toMatchObject({
      ...{ name: customer.name, email: customer.email, role: expect.any(String) },
      ...{ education: 'City and Guilds, Carpentry', location: 'Leeds, United Kingdom', phone: '5550142200' },
      linkedin: expect.stringContaining('linkedin.com/in/dana-ortiz'),
      photo: expect.stringMatching(/^\/images\//),
    });
    await page.locator('.prof__pic img').waitFor();
    await leave();
  },
);

spec('8 profile.nobody', '"No user is logged in" when the session is gone', async () => {
  const { page, customer, leave } = await profileOf();
  const dialog = await fillAll(page);
  await page.evaluate(() => localStorage.removeItem('access-token'));
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('No user is logged in').first().waitFor();
  expect(expectOk(await customer.call('GET', `/profile/${customer.email}`)).education ?? '').toBe('');
  await leave();
});
