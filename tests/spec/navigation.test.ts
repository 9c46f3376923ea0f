import { expect } from 'vitest';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { heading, sessionOf, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

/** The dashboard's pages, by the words of its side bar. */
async function sideBar(person: Somebody): Promise<string[]> {
  const visitor = await visit({ as: person });
  await visitor.page.goto('/dashboard');
  await heading(visitor.page, 'My Profile').waitFor();
  const links = visitor.page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
  await expect.poll(() => links.count()).toBeGreaterThan(1);
  const names = (await links.allInnerTexts()).map((name) => name.trim());
  await visitor.leave();
  return names;
}

spec('2 sidebar.everyone', 'My Profile stands first for customers and admins', async () => {
  expect((await sideBar(await newCustomer(origin)))[0]).toBe('My Profile');
  expect((await sideBar(await theAdmin(origin)))[0]).toBe('My Profile');
});

spec('2 sidebar.customer', 'exactly the pages of customers', async () => {
  expect(await sideBar(await newCustomer(origin))).toEqual([
    'My Profile',
    'My Orders',
    'Saved Lists',
    'Price Promises',
    'Add A Review',
  ]);
});

spec('2 nav.everyone', 'three links with their addresses, signed out and signed in', async () => {
  for (const as of [undefined, await newCustomer(origin)]) {
    const visitor = await visit(as ? { as } : {});
    await visitor.page.goto('/blogs');
    const main = visitor.page.getByRole('navigation', { name: 'Main' });
    for (const [name, path] of [
      ['Home', '/'],
      ['Blogs', '/blogs'],
      ['My Portfilo', '/myPortfilo'],
    ] as const) {
      await expect.poll(() => main.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
    }
    await visitor.leave();
  }
});

spec('2 nav.signed-out', 'Login, and neither Dashboard nor Logout', async () => {
  const stranger = await visit();
  await stranger.page.goto('/');
  const main = stranger.page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Login', exact: true }).waitFor();
  await expect.poll(() => main.getByText(/Dashboard|Logout/).count()).toBe(0);
  await expect.poll(() => main.getByRole('link', { name: 'Login', exact: true }).getAttribute('href')).toBe('/login');
  await stranger.leave();
});

spec(
  ['2 nav.signed-in', '4 auth.logout'],
  'Dashboard and Logout; Logout ends the session here and at the shop',
  async () => {
    const customer = await visit({ as: await newCustomer(origin) });
    await customer.page.goto('/');
    const main = customer.page.getByRole('navigation', { name: 'Main' });
    await expect
      .poll(() => main.getByRole('link', { name: 'Dashboard', exact: true }).getAttribute('href'))
      .toBe('/dashboard');
    await customer.page.getByRole('link', { name: 'Explore All Order' }).waitFor();
    await main.getByRole('button', { name: 'Logout', exact: true }).click();
    await main.getByRole('link', { name: 'Login', exact: true }).waitFor();
    await expect.poll(() => sessionOf(customer.page)).toBeNull();
    await expect.poll(() => customer.page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
    await customer.leave();
  },
);

spec('2 sidebar.admin', 'exactly the pages of admins, and after them the one that the shop adds', async () => {
  const names = await sideBar(await theAdmin(origin));
  expect(names).toEqual([
    'My Profile',
    'Manage All Orders',
    'Add A Tool',
    'Make Admin',
    'Manage Tools',
    'Reviews',
    'Audit',
  ]);
});
