import type { Page } from 'playwright-core';
import { fail } from './network.ts';
import type { Screen } from './screen.ts';

export const reviewScreens: readonly Screen[] = [
  { name: '09-review', as: 'customer', open: (page) => written(page) },
  { name: '09-review-empty', as: 'customer', open: (page) => open(page) },
  {
    name: '09-review-invalid',
    as: 'customer',
    open: async (page) => {
      await open(page);
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.locator('.err').first().waitFor();
    },
  },
  {
    name: '09-review-thanks',
    as: 'buyer',
    open: async (page) => {
      await written(page);
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByText('Thanks for review us!').waitFor();
    },
  },
  {
    name: '09-review-failed',
    as: 'customer',
    open: async (page) => {
      await fail(page, '/addreview');
      await written(page);
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByText('The shop is being repaired.').waitFor();
    },
  },
];

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard/review');
  await page.getByRole('button', { name: 'Submit' }).waitFor();
}

async function written(page: Page): Promise<void> {
  await open(page);
  await page.getByRole('radio', { name: '4.5 out of 5' }).check({ force: true });
  await page
    .getByRole('textbox', { name: 'Review' })
    .fill('Sockets fit without play and the trays survive a week in the van. Second order arrived in six days.');
}
