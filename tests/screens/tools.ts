import type { Page } from 'playwright-core';
import { drop, hold } from './network.ts';
import { type Screen, screen } from './screen.ts';

const PICTURE = new URL('../../content/catalogue/pictures/torch.webp', import.meta.url).pathname;

export const toolScreens: readonly Screen[] = [
  screen('10-add-tool', 'admin', (page) => written(page)),
  screen('10-add-tool-empty', 'admin', (page) => open(page)),
  screen('10-add-tool-refused', 'admin', async (page) => {
    await open(page);
    await page.getByRole('button', { name: 'Add tool' }).click();
    await page.locator('.err').first().waitFor();
  }),
  screen('10-add-tool-ladder', 'admin', async (page) => {
    await written(page);
    await page.getByLabel('Case pack').fill('12');
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByLabel('Step 1: from pieces').fill('100');
    await page.getByLabel('Step 1: price per piece').fill('1');
    await page.getByText('100 is not a multiple of 12. Enter 96 or 108.').waitFor();
  }),
  screen('10-add-tool-uploading', 'admin', async (page) => {
    await hold(page, '/images');
    await open(page);
    await page.locator('input[type=file]').setInputFiles(PICTURE);
    await page.getByRole('progressbar').waitFor();
  }),
  screen('10-add-tool-unsent', 'admin', async (page) => {
    await drop(page, '/images');
    await open(page);
    await page.locator('input[type=file]').setInputFiles(PICTURE);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  }),
  screen('10-add-tool-success', 'admin', async (page) => {
    await written(page);
    await page.getByRole('button', { name: 'Add tool' }).click();
    await page.getByText('Successfully Added').waitFor();
  }),
  screen('10-add-tool-loading', 'admin', async (page) => {
    await hold(page, '/auth/session');
    await page.goto('/dashboard/addTool');
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('10-add-tool-offline', 'admin', async (page) => {
    await drop(page, '/auth/session');
    await page.goto('/dashboard/addTool');
    await page.getByRole('heading', { name: 'This page did not load' }).waitFor();
  }),
];

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard/addTool');
  await page.getByRole('button', { name: 'Add tool' }).waitFor();
}

async function written(page: Page): Promise<void> {
  await open(page);
  await page.getByLabel('Name').fill('Cordless Impact Driver 18 V, Bare Unit');
  await page
    .getByLabel('Description')
    .fill('Brushless impact driver with three speeds and 180 N m of torque, quarter-inch hex chuck and a work light.');
  await page.getByLabel('Minimum quantity').fill('24');
  await page.getByLabel('Available quantity').fill('480');
  await page.getByLabel('Price').fill('89');
  await page.locator('input[type=file]').setInputFiles(PICTURE);
  await page.getByRole('button', { name: 'Remove' }).waitFor();
}
