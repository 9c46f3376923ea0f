import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { newCustomer, theAdmin } from '../harness/people.ts';
import { orderOf } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, heading, sessionOf, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);
// A page of another role answers 403 on the way out, which the browser reports in its console.
const REFUSED = /status of (401|403|404)/;

const PUBLIC = [
  ['2 route.home', '/', /tools/],
  ['2 route.blogs', '/blogs', 'Blogs'],
  ['2 route.login', '/login', /Login/],
  ['2 route.signup', '/signup', /Sign up/],
  ['2 route.myPortfilo', '/myPortfilo', /\w/],
] as const;

for (const [row, path, title] of PUBLIC) {
  spec(row, `a stranger is shown ${path}`, async () => {
    const stranger = await visit();
    const answer = await stranger.page.goto(path);
    expect(answer?.status()).toBe(200);
    await heading(stranger.page, title).waitFor();
    await known(stranger.page);
    expect(new URL(stranger.page.url()).pathname).toBe(path);
    await stranger.leave();
  });
}

/** Waits until the page knows that nobody is signed in, after which it sends nobody anywhere. */
const known = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login', exact: true }).waitFor();

spec('2 route.not-found', 'status 404, a picture with words, and the way home', async () => {
  const stranger = await visit({ expectedErrors: REFUSED });
  const answer = await stranger.page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await stranger.page.getByRole('main').getByRole('img').first().waitFor();
  await stranger.page.getByRole('link', { name: 'Back home', exact: true }).click();
  await arrived(stranger.page, '/');
  await stranger.leave();
});

spec('2 route.purchase', 'a stranger is sent to login', async () => {
  const stranger = await visit();
  await stranger.page.goto('/');
  const tool = await stranger.page.locator('#tools article a').first().getAttribute('href');
  await stranger.page.goto(tool ?? '');
  await arrived(stranger.page, '/login');
  await stranger.leave();
});

const PRIVATE = [
  '/dashboard',
  '/dashboard/myorders',
  '/dashboard/review',
  '/dashboard/payment/00000000-0000-7000-8000-000000000000',
  '/dashboard/addTool',
  '/dashboard/makeAdmin',
  '/dashboard/manageAllOrders',
  '/dashboard/manageTools',
  '/dashboard/reviews',
  '/dashboard/audit',
];

spec('6 signed-out.sent', 'every private page leads to login', async () => {
  const stranger = await visit();
  for (const path of PRIVATE) {
    await stranger.page.goto(path);
    await arrived(stranger.page, '/login');
  }
  await stranger.leave();
});

spec('6 signed-out.may', 'every public page stays where it is', async () => {
  const stranger = await visit({ expectedErrors: REFUSED });
  for (const path of ['/', '/blogs', '/login', '/signup', '/myPortfilo', '/nowhere']) {
    await stranger.page.goto(path);
    await stranger.page.getByRole('heading', { level: 1 }).waitFor();
    await known(stranger.page);
    expect(new URL(stranger.page.url()).pathname).toBe(path);
  }
  await stranger.leave();
});

spec('2 route.dashboard', 'a stranger goes to login; the index is My Profile beside a side bar', async () => {
  const stranger = await visit();
  await stranger.page.goto('/dashboard');
  await arrived(stranger.page, '/login');
  await stranger.leave();
  const customer = await visit({ as: await newCustomer(origin) });
  await customer.page.goto('/dashboard');
  await heading(customer.page, 'My Profile').waitFor();
  await customer.page.getByRole('navigation', { name: 'Dashboard' }).waitFor();
  await customer.leave();
});

for (const [row, path] of [
  ['2 route.myorders', '/dashboard/myorders'],
  ['2 route.review', '/dashboard/review'],
  ['2 route.payment', '/dashboard/payment/00000000-0000-7000-8000-000000000000'],
] as const) {
  spec(row, 'an admin is sent to login, which sends the signed-in on to /', async () => {
    const admin = await visit({ as: await theAdmin(origin), expectedErrors: REFUSED });
    const visited: string[] = [];
    admin.page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    await admin.page.goto(path);
    await arrived(admin.page, '/');
    expect(visited).toContain('/login');
    await admin.leave();
  });
}

const ADMIN = [
  ['2 route.addTool', '/dashboard/addTool', 'Add Tools'],
  ['2 route.makeAdmin', '/dashboard/makeAdmin', 'Make Admin'],
  ['2 route.manageAllOrders', '/dashboard/manageAllOrders', 'Manage All Orders'],
  ['2 route.manageTools', '/dashboard/manageTools', 'Manage Tools'],
] as const;

for (const [row, path, title] of ADMIN) {
  spec(row, 'a customer ends at login, signed out; an admin sees the page', async () => {
    const customer = await visit({ as: await newCustomer(origin), expectedErrors: REFUSED });
    await customer.page.goto(path);
    await arrived(customer.page, '/login');
    await expect.poll(() => sessionOf(customer.page)).toBeNull();
    await customer.leave();
    const admin = await visit({ as: await theAdmin(origin) });
    await admin.page.goto(path);
    await heading(admin.page, title).waitFor();
    await admin.leave();
  });
}

spec(
  ['6 customer.may', '1 customer.does'],
  'purchase, profile, orders, review and payment open for a customer',
  async () => {
    const buyer = await newCustomer(origin);
    const order = await orderOf(origin, buyer, { tool: 'Combination Pliers' });
    const customer = await visit({ as: buyer });
    for (const [path, title] of [
      [`/purchase/${order.tools_id}`, /Combination Pliers/],
      ['/dashboard', 'My Profile'],
      ['/dashboard/myorders', 'My Orders'],
      ['/dashboard/review', 'Add A Review'],
      [`/dashboard/payment/${order._id}`, 'Payment'],
    ] as const) {
      await customer.page.goto(path);
      await heading(customer.page, title).waitFor();
    }
    await customer.leave();
  },
);

spec(['6 admin.may', '1 admin.does'], 'tools, admins and orders open for an admin', async () => {
  const admin = await visit({ as: await theAdmin(origin) });
  for (const [, path, title] of ADMIN) {
    await admin.page.goto(path);
    await heading(admin.page, title).waitFor();
  }
  await admin.leave();
});
