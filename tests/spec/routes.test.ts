import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { orderOf } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { arrived, heading, useVisits } from '../harness/visits.ts';

const origin = inject('shopOrigin');
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
    await stranger.page.waitForLoadState('networkidle');
    expect(new URL(stranger.page.url()).pathname).toBe(path);
    if (path === '/myPortfilo') await portfolioIsWhole(stranger.page);
    await stranger.leave();
  });
}

async function portfolioIsWhole(page: Page): Promise<void> {
  const cv = await page.getByRole('link', { name: /Download CV/ }).getAttribute('href');
  const answer = await fetch(new URL(cv ?? '', origin));
  expect(answer.headers.get('content-type')).toContain('application/pdf');
  expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 5).toString()).toBe('%PDF-');
  const projects = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Projects' }) });
  expect(await projects.getByRole('link').count()).toBeGreaterThan(0);
}

spec('2 route.not-found', 'status 404, a picture with words, and the way home', async () => {
  const stranger = await visit({ expectedErrors: REFUSED });
  const answer = await stranger.page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await stranger.page.getByRole('main').getByRole('img').first().waitFor();
  await stranger.page.getByRole('link', { name: 'Back home', exact: true }).click();
  await arrived(stranger.page, '/');
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
];

spec('2 route.purchase', 'a stranger is sent to login', async () => {
  const stranger = await visit();
  await stranger.page.goto('/');
  const tool = await stranger.page.locator('#tools article a').first().getAttribute('href');
  await stranger.page.goto(tool ?? '');
  await arrived(stranger.page, '/login');
  await stranger.leave();
});

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
    await stranger.page.waitForLoadState('networkidle');
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

for (const [row, path] of [
  ['2 route.addTool', '/dashboard/addTool'],
  ['2 route.makeAdmin', '/dashboard/makeAdmin'],
  ['2 route.manageAllOrders', '/dashboard/manageAllOrders'],
  ['2 route.manageTools', '/dashboard/manageTools'],
] as const) {
  spec(row, 'a customer ends at login, signed out; an admin sees the page', async () => {
    const customer = await visit({ as: await newCustomer(origin), expectedErrors: REFUSED });
    await customer.page.goto(path);
    await arrived(customer.page, '/login');
    expect(await sessionOf(customer.page)).toBeNull();
    await customer.leave();
    const admin = await visit({ as: await theAdmin(origin) });
    await admin.page.goto(path);
    await heading(admin.page, TITLES[path]).waitFor();
    await admin.leave();
  });
}

const TITLES = {
  '/dashboard/addTool': 'Add Tools',
  '/dashboard/makeAdmin': 'Make Admin',
  '/dashboard/manageAllOrders': 'Manage All Orders',
  '/dashboard/manageTools': 'Manage Tools',
} as const;

const sessionOf = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/auth/session')).json()).user);

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
  expect(await sideBar(await newCustomer(origin))).toEqual(['My Profile', 'My Orders', 'Add A Review']);
});

spec('2 sidebar.admin', 'exactly the pages of admins', async () => {
  const names = await sideBar(await theAdmin(origin));
  expect(names).toEqual(['My Profile', 'Manage All Orders', 'Add A Tool', 'Make Admin', 'Manage Tools']);
});

for (const row of ['6 customer.may', '1 customer.does'] as const) {
  spec(row, 'purchase, profile, orders, review and payment open for a customer', async () => {
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
  });
}

for (const row of ['6 admin.may', '1 admin.does'] as const) {
  spec(row, 'tools, admins and orders open for an admin', async () => {
    const admin = await visit({ as: await theAdmin(origin) });
    for (const [path, title] of Object.entries(TITLES)) {
      await admin.page.goto(path);
      await heading(admin.page, title).waitFor();
    }
    await admin.leave();
  });
}

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
      expect(await main.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
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
  expect(await main.getByRole('link', { name: 'Login', exact: true }).getAttribute('href')).toBe('/login');
  await stranger.leave();
});

for (const row of ['2 nav.signed-in', '4 auth.logout'] as const) {
  spec(row, 'Dashboard and Logout; Logout ends the session here and at the shop', async () => {
    const customer = await visit({ as: await newCustomer(origin) });
    await customer.page.goto('/');
    const main = customer.page.getByRole('navigation', { name: 'Main' });
    expect(await main.getByRole('link', { name: 'Dashboard', exact: true }).getAttribute('href')).toBe('/dashboard');
    await customer.page.getByRole('link', { name: 'Explore All Order' }).waitFor();
    await main.getByRole('button', { name: 'Logout', exact: true }).click();
    await main.getByRole('link', { name: 'Login', exact: true }).waitFor();
    expect(await sessionOf(customer.page)).toBeNull();
    expect(await customer.page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
    await customer.leave();
  });
}

spec('2 lazy.timeout', 'a page that does not come is an error with Try again after 120 seconds, not before', async () => {
  const stranger = await visit();
  await stranger.page.clock.install();
  await stranger.page.goto('/');
  await stranger.page.getByRole('link', { name: 'Get Started' }).waitFor();
  let open = false;
  await stranger.page.route(/signup/, (route) => (open ? route.continue() : undefined));
  await stranger.page.evaluate(() => document.querySelector<HTMLElement>('.banner a')?.click());
  await stranger.page.getByRole('status').getByText('Loading').first().waitFor({ state: 'attached' });
  await stranger.page.clock.runFor(119_000);
  expect(await stranger.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await stranger.page.clock.runFor(2_000);
  const again = stranger.page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await stranger.page.getByRole('alert').innerText()).toContain('120 seconds');
  open = true;
  await again.click();
  await arrived(stranger.page, '/signup');
  await stranger.leave();
});
