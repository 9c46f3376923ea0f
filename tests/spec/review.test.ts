import { expect } from 'vitest';
import { newCustomer } from '../harness/people.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);
const REFUSED = /status of (400|401|403|422)/;

async function reviewing() {
  const customer = await newCustomer(origin, 'Stefano Bianchi');
  const visitor = await visit({ as: customer, expectedErrors: REFUSED });
  await visitor.page.goto('/dashboard/review');
  await visitor.page.getByLabel('Review', { exact: true }).waitFor();
  return { customer, ...visitor };
}

spec(['2 review.form', '9 stars.five'], 'a text, ten steps of half a star up to five, and Submit', async () => {
  const { page, leave } = await reviewing();
  const steps = page.getByRole('group', { name: 'Rating' }).getByRole('radio');
  const values = await steps.evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value));
  expect(values.map(Number)).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]);
  await page.getByRole('button', { name: 'Submit', exact: true }).waitFor();
  await leave();
});

spec('8 review.success', '"Thanks for review us!", and the home page shows it first, with its half star', async () => {
  const { page, leave } = await reviewing();
  const text = `Cartons labelled by item number, unloaded in ${process.pid} minutes.`;
  await page.getByRole('group', { name: 'Rating' }).getByRole('radio', { name: '4.5 out of 5' }).check({ force: true });
  await page.getByLabel('Review', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('Thanks for review us!', { exact: true }).first().waitFor();
  await page.goto('/');
  const first = page.locator('.reviews').getByRole('article').first();
  await expect.poll(() => first.innerText()).toContain(text);
  await first.getByRole('img', { name: '4.5 out of 5' }).waitFor();
  await leave();
});

spec('3 review.half-steps', 'half steps up to 5 are kept; quarters, 0 and 5.5 are refused', async () => {
  const customer = await newCustomer(origin);
  const review = (star: number) => customer.call('POST', '/addreview', { review: 'Good.', star });
  for (const star of [0.5, 4.5, 5]) expect((await review(star)).status).toBe(200);
  for (const star of [0, 0.25, 5.5, -1]) expect((await review(star)).status).toBe(400);
});
