import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { newCustomer, send, theAdmin } from '../harness/people.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { arrived, letIn, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

let page: Page;
let leave: () => Promise<void>;
beforeAll(async () => {
  ({ page, leave } = await visit());
  await page.goto('/');
});
afterAll(() => leave());

const cards = () => page.locator('#tools').getByRole('article');
const section = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) });

spec('1 offer.banner', '30% off the first order, with a link to signup', async () => {
  const banner = page.getByRole('complementary', { name: 'Offer' });
  await expect.poll(() => banner.innerText()).toMatch(/30% off\s+the first order when you sign up/);
  await expect.poll(() => banner.getByRole('link').getAttribute('href')).toBe('/signup');
});

spec('1 visitors.browse', 'the tools are in the page that the shop sends to a stranger', async () => {
  const html = await (await fetch(origin)).text();
  expect(html).toContain('Adjustable Wrench 250');
  expect(html).toContain('Order Now');
});

spec('2 home.order', 'the parts stand below each other in the order of the specification', async () => {
  const parts = [
    page.getByRole('complementary', { name: 'Offer' }),
    page.getByRole('banner'),
    page.locator('.hero h1'),
    page.getByRole('heading', { name: 'Our Tools' }),
    page.getByRole('region', { name: 'Summary' }),
    page.getByRole('heading', { name: 'Frequently asked questions' }),
    page.getByRole('region', { name: 'Partners' }),
    page.getByRole('heading', { name: 'What clients say' }),
    page.getByRole('contentinfo'),
  ];
  const tops: number[] = [];
  for (const part of parts) tops.push((await part.boundingBox())?.y ?? Number.NaN);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});

spec('2 hero.texts', 'headline and tagline', async () => {
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toMatch(/tools.*need.*\?/i);
  await expect.poll(() => page.locator('.hero .lead').innerText()).toMatch(/Quality.*tools.*worldwide/);
});

spec('2 hero.signed-out', '"Get Started" leads to /login', async () => {
  const action = page.getByRole('link', { name: 'Get Started' });
  await action.waitFor();
  await expect.poll(() => action.getAttribute('href')).toBe('/login');
});

spec('2 hero.customer', '"Explore All Order" leads to /dashboard/myorders', async () => {
  const customer = await visit({ as: await newCustomer(origin) });
  await customer.page.goto('/');
  await customer.page.getByRole('link', { name: 'Explore All Order', exact: true }).click();
  await arrived(customer.page, '/dashboard/myorders');
  await customer.leave();
});

spec('2 hero.admin', '"Add an new Tool" leads to /dashboard/addTool', async () => {
  const admin = await visit({ as: await theAdmin(origin) });
  await admin.page.goto('/');
  await admin.page.getByRole('link', { name: 'Add an new Tool', exact: true }).click();
  await arrived(admin.page, '/dashboard/addTool');
  await admin.page.getByRole('heading', { level: 1, name: 'Add Tools' }).waitFor();
  await admin.leave();
});

spec('1 hero.by-role', 'customers and admins are offered only their own action', async () => {
  for (const [person, its, not] of [
    [await newCustomer(origin), 'Explore All Order', 'Add an new Tool'],
    [await theAdmin(origin), 'Add an new Tool', 'Explore All Order'],
  ] as const) {
    const visitor = await visit({ as: person });
    await visitor.page.goto('/');
    await visitor.page.getByRole('link', { name: its }).waitFor();
    await expect.poll(() => visitor.page.getByRole('link', { name: not }).count()).toBe(0);
    await visitor.leave();
  }
});

for (const [row, call] of [
  ['2 hero.spinner', '**/auth/session'],
  ['4 admin.unknown', '**/admin/*'],
] as const) {
  spec(row, `no action and a spinner until ${call} has answered`, async () => {
    const visitor = await visit({ as: await newCustomer(origin) });
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await visitor.page.route(call, async (route) => {
      await asked;
      await route.continue();
    });
    await visitor.page.goto('/');
    const hero = visitor.page.locator('.hero__cta');
    await hero.getByRole('status', { name: 'Loading' }).waitFor();
    await expect.poll(() => hero.getByRole('link', { name: /Get Started|Explore|Add an/ }).count()).toBe(0);
    answer();
    await hero.getByRole('link', { name: 'Explore All Order' }).waitFor();
    await visitor.leave();
  });
}

spec(['2 home.navbar', '4 navbar.scroll', '9 navbar.30'], 'no ground at 29 px, a ground at 30 px', async () => {
  const ground = () => page.getByRole('banner').evaluate((bar) => getComputedStyle(bar).backgroundColor);
  const scrollTo = (y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
  const clear = /rgba\(.*, 0\)|transparent|\/ 0\)/;
  await scrollTo(29);
  await expect.poll(ground).toMatch(clear);
  await scrollTo(30);
  await expect.poll(ground).not.toMatch(clear);
  await scrollTo(0);
  await expect.poll(ground).toMatch(clear);
});

interface Card {
  _id: string;
  name: string;
  image: string;
  description: string;
  price: number;
  min_quantity: number;
  available_quantity: number;
}

/** The tools of the page as it now is. Loaded again when somebody changed the catalogue meanwhile. */
async function withTools(): Promise<Card[]> {
  const list = async () => JSON.stringify((await send(origin, 'GET', '/tools')).body);
  for (;;) {
    const before = await list();
    await page.goto('/');
    if ((await list()) === before) return JSON.parse(before);
  }
}

spec(
  ['2 tools.newest-first', '9 lists.newest-first'],
  'the first cards are the last tools that GET /tools lists',
  async () => {
    const tools = await withTools();
    const shown = await cards().getByRole('link', { name: 'Order Now' }).evaluateAll(hrefs);
    const newest = tools.toReversed().slice(0, 8);
    expect(shown.slice(0, 8)).toEqual(newest.map((tool) => `/purchase/${tool._id}`));
  },
);

spec('2 tools.card', 'everything that a card shows, of one tool', async () => {
  const tool = (await withTools()).at(-3);
  if (!tool) throw new Error('The catalogue is empty');
  const card = cards().filter({ has: page.locator(`a[href="/purchase/${tool._id}"]`) });
  await expect.poll(() => card.getByRole('img').getAttribute('src')).toBe(tool.image);
  const text = plain(await card.innerText());
  for (const part of [
    tool.name,
    `$${tool.price}`,
    tool.available_quantity.toLocaleString('en'),
    String(tool.min_quantity),
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/Available[\s\S]*Minimum order/i);
  await expect.poll(() => card.getByRole('link', { name: 'Order Now', exact: true }).count()).toBe(1);
});

spec(['2 tools.cut', '9 card.cut'], 'the first 100 characters and an ellipsis', async () => {
  const tool = (await withTools()).findLast((one) => one.description.length > 150);
  if (!tool) throw new Error('The catalogue has no long description');
  const card = cards().filter({ has: page.locator(`a[href="/purchase/${tool._id}"]`) });
  const shown = plain(await card.locator('.tool__desc').innerText());
  expect(shown.endsWith('…')).toBe(true);
  expect(tool.description.startsWith(shown.slice(0, -1).trimEnd())).toBe(true);
  expect(shown.length).toBeGreaterThan(90);
  expect(shown.length).toBeLessThanOrEqual(101);
});

/** Without what only keeps a number beside its unit. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');

spec(['2 counters.figures', '9 summary.figures'], 'three figures with their labels and a plus', async () => {
  const text = (await page.getByRole('region', { name: 'Summary' }).innerText()).replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/Customers 10,000 ?\+/);
  expect(text).toMatch(/Total Paid per month \$3,500,000 ?\+/);
  expect(text).toMatch(/Tools in every new stock 2,000 ?\+/);
});

spec('2 counters.run', 'from 0 up to the figure, once in view', async () => {
  const visitor = await visit();
  await visitor.page.emulateMedia({ reducedMotion: 'no-preference' });
  await visitor.page.goto('/');
  await visitor.page.getByRole('link', { name: 'Get Started' }).waitFor();
  const seen = await visitor.page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const box = document.querySelector('.counters .count') as HTMLElement;
        const figures: number[] = [];
        const look = () => {
          const moving = box.querySelector('.count__moving')?.textContent ?? '';
          if ('counting' in box.dataset) figures.push(Number(moving.replaceAll(',', '')));
          else if (figures.some((figure) => figure > 0)) return done(figures);
          requestAnimationFrame(look);
        };
        look();
        box.scrollIntoView();
      }),
  );
  expect(seen[0]).toBe(0);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(new Set(seen).size).toBeGreaterThanOrEqual(4);
  await visitor.leave();
});

spec('2 faq.collapse', 'three questions, closed, that open and close', async () => {
  const questions = section('Frequently asked questions').locator('details');
  await expect.poll(() => questions.count()).toBe(3);
  for (const question of await questions.all()) {
    const answer = question.locator('summary + *');
    await expect.poll(() => answer.isVisible()).toBe(false);
    await question.locator('summary').click();
    await answer.waitFor({ state: 'visible' });
    await question.locator('summary').click();
    await answer.waitFor({ state: 'hidden' });
  }
});

for (const [row, text] of [
  ['2 faq.paypal', /PayPal[\s\S]*\$100/],
  ['2 faq.shipping', /7 days after the payment clears/],
  ['2 faq.more', /available quantity\?[\s\S]*email at sales@example\.com/],
] as const) {
  spec(row, `says ${text.source}`, async () => {
    await expect.poll(() => section('Frequently asked questions').textContent()).toMatch(text);
  });
}

spec('2 partners.names', 'four names, no picture', async () => {
  const partners = page.getByRole('region', { name: 'Partners' });
  const names = await partners.getByRole('listitem').allInnerTexts();
  expect(names).toHaveLength(4);
  expect(names.every((name) => /\w/.test(name))).toBe(true);
  await expect.poll(() => partners.locator('img, svg').count()).toBe(0);
});

spec(['2 clients.three', '9 clients.three'], 'the last three of GET /review, the newest first', async () => {
  const visitor = await visit();
  const [{ body }] = await Promise.all([send(origin, 'GET', '/review'), visitor.page.goto('/')]);
  const shown = visitor.page.locator('.reviews').getByRole('article');
  await expect.poll(() => shown.count()).toBe(3);
  const newest = body.slice(-3).toReversed();
  for (const [index, review] of newest.entries()) {
    const card = shown.nth(index);
    const text = await card.innerText();
    expect(text).toContain(review.name);
    expect(text).toContain(review.review.slice(0, 40));
    await expect.poll(() => card.getByRole('img', { name: `${review.star} out of 5` }).count()).toBe(1);
    await expect.poll(() => card.locator('.mono-tile').count()).toBe(1);
    await expect.poll(() => card.locator('input, button').count()).toBe(0);
  }
  await visitor.leave();
});

spec('2 footer.columns', 'three columns of plain text, and named icons', async () => {
  const footer = page.getByRole('contentinfo');
  for (const title of ['Services', 'Company', 'Legal']) {
    const column = footer.locator('div').filter({ has: page.getByRole('heading', { name: title }) });
    await expect.poll(() => column.last().getByRole('listitem').count()).toBeGreaterThan(2);
    await expect.poll(() => column.last().getByRole('link').count()).toBe(0);
  }
  const icons = footer.getByRole('list', { name: 'Social networks' });
  await expect.poll(() => icons.locator('[aria-label]').count()).toBeGreaterThan(2);
});

spec('8 failures.shown', 'who is signed in could not be asked: the hero says so and offers another try', async () => {
  const visitor = await visit({ expectedErrors: /ERR_FAILED/ });
  await visitor.page.route('**/auth/session', (route) => route.abort());
  await visitor.page.goto('/');
  await visitor.page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  await visitor.leave();
});

spec('9 configuration.inside', 'a customer with a session enters by the page alone', async () => {
  const visitor = await visit();
  await visitor.page.goto('/');
  await letIn(visitor.page, origin, await newCustomer(origin));
  await visitor.page.reload();
  await visitor.page.getByRole('link', { name: 'Explore All Order' }).waitFor();
  await visitor.leave();
});

const hrefs = (links: Element[]) => links.map((link) => link.getAttribute('href'));
