import type { Page } from 'playwright-core';
import type { Profile } from '../../src/model/people/profile.ts';
import { change, drop, fail, hold } from './network.ts';
import { listed, type Screen, screen } from './screen.ts';

const PROFILE = /^\/profile\//;
const USERS = /^\/user$/;
const PHOTO = new URL('../../content/catalogue/pictures/hard-hat.webp', import.meta.url).pathname;

export const peopleScreens: readonly Screen[] = [
  screen('06-profile', 'customer', async (page) => {
    await change<Profile>(page, PROFILE, told);
    await open(page);
  }),
  screen('06-profile-empty', 'newcomer', (page) => open(page)),
  screen('06-profile-keys', 'newcomer', async (page) => {
    await open(page);
    await page.keyboard.press('?');
    await page.getByRole('alertdialog').waitFor();
  }),
  screen('06-profile-update', 'customer', async (page) => {
    await change<Profile>(page, PROFILE, told);
    await updating(page);
  }),
  screen('06-profile-invalid', 'newcomer', async (page) => {
    await updating(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.locator('[role=dialog] .err').first().waitFor();
  }),
  screen('06-profile-saving', 'newcomer', async (page) => {
    await hold(page, PROFILE, 'PUT');
    await filled(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Saving').first().waitFor();
  }),
  screen('06-profile-password', 'newcomer', async (page) => {
    await open(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('dialog', { name: 'Change password' }).getByLabel('Current password').waitFor();
  }),
  screen('06-profile-discard', 'newcomer', async (page) => {
    await updating(page);
    await page.getByLabel('Education').fill('City and Guilds, carpentry');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog', { name: 'Discard your changes?' }).waitFor();
  }),
  screen('06-profile-updated', 'buyer', async (page) => {
    await filled(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Hurrah! Your Profile is Updated').waitFor();
  }),
  screen('06-profile-loading', 'customer', async (page) => {
    await hold(page, PROFILE);
    await page.goto('/dashboard');
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('06-profile-failed', 'customer', async (page) => {
    await fail(page, PROFILE);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Your profile did not load' }).waitFor();
  }),
  screen('06-profile-offline', 'customer', async (page) => {
    await drop(page, '/auth/session');
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Your profile did not load' }).waitFor();
  }),
  screen('06-profile-admin', 'admin', async (page) => {
    await open(page);
    await page.getByRole('switch', { name: 'Low stock' }).waitFor();
  }),
  screen('06-profile-admin-not-saved', 'admin', async (page) => {
    await open(page);
    await drop(page, '/adminMail/');
    await page.getByRole('switch', { name: 'Low stock' }).click();
    await page.getByText('This was not saved.').scrollIntoViewIfNeeded();
  }),
  screen('10-make-admin', 'admin', (page) => people(page)),
  screen('10-make-admin-confirm', 'admin', (page) => asked(page)),
  screen('10-make-admin-confirm-failed', 'admin', async (page) => {
    await drop(page, '/makeAdmin/');
    await asked(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make Admin' }).click();
    await page.getByText('The shop cannot be reached.').waitFor();
  }),
  screen('10-make-admin-nothing-found', 'admin', async (page) => {
    await page.goto('/dashboard/makeAdmin?search=nobody+like+this');
    await page.getByRole('heading', { name: 'Nobody found' }).waitFor();
  }),
  screen('10-make-admin-loading', 'admin', async (page) => {
    await hold(page, USERS);
    await page.goto('/dashboard/makeAdmin');
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('10-make-admin-failed', 'admin', async (page) => {
    await fail(page, USERS);
    await page.goto('/dashboard/makeAdmin');
    await page.getByRole('heading', { name: 'The people did not load' }).waitFor();
  }),
];

const told = (profile: Profile): Profile => ({
  ...profile,
  education: 'City and Guilds, carpentry and joinery',
  location: 'Leeds, United Kingdom',
  phone: '5550142200',
  linkedin: 'https://www.linkedin.com/in/dana-ortiz',
});

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Update Profile' }).and(page.locator(':enabled')).waitFor();
}

async function updating(page: Page): Promise<void> {
  await open(page);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await page.getByRole('dialog', { name: 'Update Profile' }).waitFor();
}

async function filled(page: Page): Promise<void> {
  await updating(page);
  await page.getByLabel('Education').fill('City and Guilds, carpentry');
  await page.getByLabel('Location').fill('Leeds, United Kingdom');
  await page.getByLabel('Phone').fill('5550142200');
  await page.getByLabel('LinkedIn').fill('linkedin.com/in/dana-ortiz');
  await page.locator('input[type=file]').setInputFiles(PHOTO);
  await page.getByRole('button', { name: 'Remove' }).waitFor();
}

async function people(page: Page): Promise<void> {
  await page.goto('/dashboard/makeAdmin');
  await listed(page);
}

async function asked(page: Page): Promise<void> {
  await people(page);
  await page
    .getByRole('button', { name: /^Make Admin: / })
    .first()
    .click();
  await page.getByRole('alertdialog', { name: /^Make .+ an admin\?$/ }).waitFor();
}
