import { expect, test } from 'vitest';
import { newCustomer } from '../harness/people.ts';
import { toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, heading, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

test('what a click needs has come when the pointer rests on the link, and is not fetched again', async () => {
  const { page, leave } = await visit({ as: await newCustomer(origin) });
  const { _id: id } = await toolNamed(origin, 'Hacksaw');
  await page.goto('/?q=hacksaw');
  await page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const link = page.locator(`a[href="/purchase/${id}"]`).first();
  await Promise.all([page.waitForResponse(`${origin}/tools/${id}`), link.hover()]);
  // Its page is there even when the shop no longer answers. What a customer waits to hear of is asked there.
  await page.route(/\/tools\/[\w-]+$|\.data/, (route) => route.abort());
  await link.click();
  await heading(page, /Hacksaw/).waitFor();
  expect(asked.filter((path) => path === `/tools/${id}` || path.endsWith('.data'))).toEqual([`/tools/${id}`]);
  await leave();
});

test('login and signup ask for no data of their own', async () => {
  const { page, leave } = await visit();
  await page.goto('/blogs');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Login', exact: true }).first().click();
  await heading(page, /Login to/).waitFor();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await arrived(page, '/signup');
  await heading(page, /Sign up to/).waitFor();
  expect(asked.filter((path) => path.endsWith('.data'))).toEqual([]);
  await leave();
});
