import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { running } from '../harness/browser.ts';
import { newCustomer } from '../harness/people.ts';
import { orderOf } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

/** Holds back every file of this name until it is released, and has gone on its way. */
async function hold(page: Page, file: RegExp): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  await page.route(file, async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => {
    held.resolve();
    return page.unrouteAll({ behavior: 'wait' });
  };
}

/** Nothing is said at 110 seconds, and the test's own added; at 121 there is an error that offers another try. */
async function givesUp(page: Page) {
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await page.clock.runFor(110_000);
  await expect.poll(() => again.count()).toBe(0);
  await page.clock.runFor(11_000);
  await again.waitFor();
  return again;
}

spec('2 lazy.timeout', 'a page that does not come is an error with Try again after 120 seconds', async () => {
  const { page, leave } = await visit();
  await page.clock.install();
  await page.goto('/');
  await running(page);
  const release = await hold(page, /signup/);
  await page.getByRole('complementary', { name: 'Offer' }).getByRole('link').click();
  await page.getByRole('status').getByText('Loading').first().waitFor({ state: 'attached' });
  const again = await givesUp(page);
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('120 seconds');
  // A click of the test would wait for the page that is held back.
  await again.evaluate((button: HTMLElement) => button.click());
  await release();
  await arrived(page, '/signup');
  await leave();
});

spec('2 lazy.card', 'a card form that does not come is an error with Try again after 120 seconds', async () => {
  const customer = await newCustomer(origin);
  const order = await orderOf(origin, customer, { tool: 'Combination Pliers' });
  const { page, leave } = await visit({ as: customer });
  await page.clock.install();
  const release = await hold(page, /sandbox-gateway/);
  await page.goto(`/dashboard/payment/${order._id}`);
  await page.getByText(order._id).first().waitFor();
  const again = await givesUp(page);
  // A click of the test would wait for the page that is held back.
  await again.evaluate((button: HTMLElement) => button.click());
  await release();
  await page.getByLabel('Card number').waitFor();
  await leave();
});
