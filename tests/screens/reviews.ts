import type { Page } from 'playwright-core';
import type { Page as PageOf } from '../../src/model/kernel/page.ts';
import type { ManagedReview } from '../../src/model/reviews/managed-review.ts';
import type { ReviewStanding } from '../../src/model/reviews/review-standing.ts';
import { change, fail, hold } from './network.ts';
import { listed, type Screen, screen } from './screen.ts';

type Reviews = PageOf<ManagedReview>;

const STANDING = /^\/addreview\/.+/;
const LIST = /^\/manageReview$/;
const CHANGE = /^\/manageReview\/.+/;

export const reviewScreens: readonly Screen[] = [
  screen('09-review', 'customer', (page) => written(page)),
  screen('09-review-empty', 'customer', (page) => open(page)),
  screen('09-review-invalid', 'customer', async (page) => {
    await open(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.locator('.err').first().waitFor();
  }),
  screen('09-review-thanks', 'buyer', async (page) => {
    await written(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Thanks for review us!').waitFor();
  }),
  screen('09-review-failed', 'customer', async (page) => {
    await fail(page, /^\/addreview$/);
    await written(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Something failed in the shop').waitFor();
  }),
  screen('09-review-again', 'customer', async (page) => {
    const today = { review: 'Sockets fit without play and the trays survive a week in the van.', star: 4.5 };
    await change<ReviewStanding>(page, STANDING, (standing) => ({ ...standing, today }));
    await open(page);
    await page.getByText('You wrote a review today.').waitFor();
  }),
  screen('09-review-buyers-only', 'customer', async (page) => {
    await change<ReviewStanding>(page, STANDING, () => ({ refusal: 'no_purchase_yet', today: null }));
    await page.goto('/dashboard/review');
    await page.getByRole('heading', { name: 'Reviews are written by buyers' }).waitFor();
  }),
  screen('09-review-hidden', 'customer', async (page) => {
    await change<ReviewStanding>(page, STANDING, () => ({ refusal: 'review_hidden', today: null }));
    await page.goto('/dashboard/review');
    await page.getByRole('heading', { name: 'Your review of today is hidden' }).waitFor();
  }),
  screen('09-review-loading', 'customer', async (page) => {
    await hold(page, STANDING);
    await page.goto('/dashboard/review');
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('09-review-unreachable', 'customer', async (page) => {
    await fail(page, STANDING);
    await page.goto('/dashboard/review');
    await page.getByRole('heading', { name: 'This page did not load' }).waitFor();
  }),
  screen('10-reviews', 'admin', (page) => list(page)),
  screen('10-reviews-hidden', 'admin', async (page) => {
    await change<Reviews>(page, LIST, (answer) => ({ ...answer, rows: answer.rows.map(hidden) }));
    await list(page);
  }),
  screen('10-reviews-hide', 'admin', (page) => asked(page)),
  screen('10-reviews-hide-refused', 'admin', async (page) => {
    await asked(page);
    await page.getByRole('button', { name: 'Hide review' }).click();
    await page.getByText('Say why the review is hidden.').waitFor();
  }),
  screen('10-reviews-hide-failed', 'admin', async (page) => {
    await fail(page, CHANGE);
    await asked(page);
    await page.getByLabel('Reason').fill('Advertises a competitor');
    await page.getByRole('button', { name: 'Hide review' }).click();
    await page.getByText('Something failed in the shop').waitFor();
  }),
  screen('10-reviews-show-failed', 'admin', async (page) => {
    await fail(page, CHANGE);
    await change<Reviews>(page, LIST, (answer) => ({ ...answer, rows: answer.rows.map(hidden) }));
    await list(page);
    await page
      .getByRole('button', { name: /^Show again/ })
      .first()
      .click();
    await page.getByText('Something failed in the shop').waitFor();
  }),
  screen('10-reviews-empty', 'admin', async (page) => {
    await change<Reviews>(page, LIST, (answer) => ({ ...answer, rows: [] }));
    await page.goto('/dashboard/reviews?show=hidden');
    await page.getByRole('heading', { name: 'No hidden review' }).waitFor();
  }),
  screen('10-reviews-loading', 'admin', async (page) => {
    await hold(page, LIST);
    await page.goto('/dashboard/reviews');
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('10-reviews-failed', 'admin', async (page) => {
    await fail(page, LIST);
    await page.goto('/dashboard/reviews');
    await page.getByRole('heading', { name: 'The reviews did not load' }).waitFor();
  }),
];

async function list(page: Page): Promise<void> {
  await page.goto('/dashboard/reviews');
  await listed(page);
}

async function asked(page: Page): Promise<void> {
  await list(page);
  await page
    .getByRole('button', { name: /^Hide:/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Hide this review?' }).waitFor();
}

/** Every other review as an admin has hidden it. */
const hidden = (review: ManagedReview, place: number): ManagedReview => ({
  ...review,
  hidden:
    place % 2 === 0
      ? { at: review.createdAt, reason: 'Advertises a competitor under the name of a customer', by: 'Sample Admin' }
      : null,
});

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
