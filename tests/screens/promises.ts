import type { Page, Route } from 'playwright-core';
import type { LinkedPromise, PricePromise, PromiseLine, PromiseRow } from '../../src/model/orders/promise.ts';
import { expectOk, toolNamed } from '../harness/shopping.ts';
import { drop, fail, hold } from './network.ts';
import { chooseAddress, openOrderList } from './order-list.ts';
import { type Screen, screen } from './screen.ts';
import type { World } from './world.ts';

const DAY = 86_400_000;
const TOKEN = 'k7Qm2vX9k7Qm2vX9k7Qm2v';
const CALL = '/promises';

/** Names begin so; how many pieces of each. */
const PROMISED: readonly (readonly [string, number])[] = [
  ['Adjustable Wrench', 400],
  ['Combination Pliers', 144],
  ['Tape Measure', 240],
  ['Ball-Pein Hammer', 200],
  ['Claw Hammer', 48],
  ['Hand Saw', 96],
];

const NOTE = 'Tools for the Unit 7 fit-out. Needed on site by 4 Dec.';

/** `day`: of its seven, from 0. */
const datesAt = (day: number) => {
  const now = Date.now();
  const validUntil = new Date(Math.floor(now / DAY) * DAY + (8 - day) * DAY - 1).toISOString();
  return { createdAt: new Date(Date.parse(validUntil) - 8 * DAY + DAY / 2).toISOString(), validUntil };
};

/** The answers of the shop are written here: such promises take days, or other customers, to come about. */
async function promiseOf(world: World, day: number): Promise<LinkedPromise> {
  const lines = await Promise.all(
    PROMISED.map(async ([name, quantity], n): Promise<PromiseLine> => {
      const tool = await toolNamed(world.origin, name);
      const price = { each: tool.price, total: tool.price * quantity, guard: 0 };
      return {
        ...{ tools_id: tool._id as PromiseLine['tools_id'], tools_name: tool.name, tools_image: tool.image },
        ...{ sku: `HT-${n}10-250`, quantity, ...price },
        today: { ...price, available: quantity, restock: null },
      };
    }),
  );
  const amount = lines.reduce((sum, { total }) => sum + total, 0);
  return {
    ...{ number: 'PP-0318', state: 'valid', name: 'Dana Ortiz', ...datesAt(day) },
    ...{
      address: '48 Foundry Lane, Dock 3, Leeds LS9 8AG',
      po_number: '4500018830',
      job: 'Unit 7 fit-out',
      note: NOTE,
    },
    ...{ lines, total: amount, guard: 0, amount, today: amount, paying: false },
    ways: [{ way: 'all', total: amount, guard: 0, discount: 0, amount }],
  };
}

const short = (promise: LinkedPromise): LinkedPromise => {
  const here = [null, null, null, null, 0, 60];
  const lines = promise.lines.map((line, n) => {
    const available = here[n] ?? line.quantity;
    return line.today ? { ...line, today: { ...line.today, available, restock: '2099-12-03' } } : line;
  });
  // A price has fallen, too.
  const left = lines.reduce((sum, line) => sum + line.each * (line.today?.available ?? 0), 0) - 20;
  const amount = promise.amount - 20;
  return {
    ...promise,
    lines,
    ways: [
      { way: 'wait', total: amount, guard: 0, discount: 0, amount, less: 20, waitUntil: '2099-12-03' },
      { way: 'leave', total: left, guard: 0, discount: 0, amount: left, less: 20 },
    ],
  };
};

const paid = (promise: LinkedPromise): LinkedPromise => ({
  ...promise,
  state: 'paid',
  ways: [],
  paid: {
    ...{
      number: 'P-2058',
      amount: promise.amount - (promise.lines[1]?.quantity ?? 0),
      discount: 0,
      approvedBy: 'Sam Reyes',
    },
    ...{ paidAt: new Date().toISOString(), transactionId: 'pi_3QL4c9Lm0Zt5uHf7' },
    ships: [
      { at: new Date(Date.now() + 7 * DAY).toISOString(), pieces: 950 },
      { at: new Date(Date.now() + 15 * DAY).toISOString(), pieces: 178 },
    ],
    waiting: promise.lines.slice(0, 1).map(({ tools_id }) => ({
      tools_id,
      pieces: 178,
      date: new Date(Date.now() + 8 * DAY).toISOString().slice(0, 10),
    })),
    lower: promise.lines.slice(1, 2).map(({ tools_id, each, quantity }) => ({
      ...{ tools_id, each: each - 1, less: quantity },
    })),
    invoice: '2026-0431',
    refunded: 0,
  },
});

const refunded = ({ paid: its, ...promise }: LinkedPromise): LinkedPromise => ({
  ...promise,
  ...(its && { paid: { ...its, refunded: its.amount, ships: [], waiting: [] } }),
});

const withoutInvoice = ({ paid: its, ...promise }: LinkedPromise): LinkedPromise => ({
  ...promise,
  ...(its && { paid: { ...its, invoice: null } }),
});

const over = (promise: LinkedPromise, state: 'expired' | 'withdrawn'): LinkedPromise => ({
  ...{ ...promise, state, ways: [], today: promise.amount + 240 },
});

const links = new WeakMap<World, Promise<string>>();

/** The token of a link that the shop knows. */
function linkIn(world: World): Promise<string> {
  const known = links.get(world) ?? makeLink(world);
  links.set(world, known);
  return known;
}

async function makeLink({ origin, people }: World): Promise<string> {
  const tool = await toolNamed(origin, 'Adjustable Wrench');
  const line = { tools_id: tool._id, quantity: tool.min_quantity, tools_price: tool.price };
  const body = { phone: '5550142200', address: '48 Foundry Lane', lines: [line] };
  return expectOk(await people.customer.call('POST', '/promises', body)).token as string;
}

/** The page of the link, with this promise behind it. */
async function openLink(page: Page, world: World, promise: LinkedPromise): Promise<void> {
  const { state, paying } = promise;
  const invoice = promise.paid?.invoice ?? null;
  await page.route('**/promise-links/open', (route) => route.fulfill({ json: promise }));
  await page.route('**/promise-links/state', (route) => route.fulfill({ json: { state, paying, invoice } }));
  await page.goto(`/promise/${await linkIn(world)}`);
  await page.locator('.docket h2').waitFor();
}

const ofCustomer = (promise: LinkedPromise): PricePromise => ({
  ...promise,
  ...{ openings: 3, lastOpenedAt: new Date().toISOString(), hasLink: true, phone: '5550142200' },
});

async function openOwn(page: Page, promise: PricePromise, link = true): Promise<void> {
  const kept = JSON.stringify(link ? [[promise.number, TOKEN]] : []);
  await page.addInitScript((entries) => localStorage.setItem('promise-links', entries), kept);
  await page.route(/[^d]\/promises\/PP-\d+$/, (route) => route.fulfill({ json: promise }));
  await page.goto(`/dashboard/promises/${promise.number}`);
  await page.getByRole('heading', { level: 2, name: /^\d+ tools, / }).waitFor();
}

const rowOf = (number: `PP-${string}`, more: Partial<PromiseRow>): PromiseRow => ({
  ...{ number, state: 'valid', job: 'Van stock', tools: 5, amount: 4792, paidAt: null },
  ...datesAt(0),
  ...more,
});

const ROWS: readonly PromiseRow[] = [
  rowOf('PP-0318', { job: 'Unit 7 fit-out', tools: 6, amount: 8480 }),
  rowOf('PP-0297', { state: 'paid', paidAt: '2026-11-09T10:00:00Z', ...datesAt(12) }),
  rowOf('PP-0260', { state: 'withdrawn', ...datesAt(20) }),
  rowOf('PP-0251', { state: 'expired', amount: 4610, ...datesAt(30) }),
];

async function openAll(page: Page, rows: readonly PromiseRow[]): Promise<void> {
  await page.route('**/promises', (route) => (asksData(route) ? route.fulfill({ json: { rows } }) : route.fallback()));
  await page.goto('/dashboard/promises');
}

const asksData = (route: Route) => route.request().resourceType() === 'fetch';

/** As the newcomer, whose list is filled. */
async function openHold(page: Page, world: World): Promise<void> {
  await openOrderList(page, world);
  const docket = page.locator('.docket');
  await docket.getByLabel('PO number').fill('4500018822');
  await docket.getByLabel('Job').fill('Dock 3 refit');
  await docket.getByLabel('Phone').fill('5550142200');
  await chooseAddress(page);
  await docket.getByRole('button', { name: 'Hold these prices' }).click();
  await page.getByRole('dialog', { name: 'Hold these prices' }).waitFor();
}

type Make = (promise: LinkedPromise) => LinkedPromise;
const linked = (
  name: string,
  day: number,
  make: Make = (it) => it,
  then?: (page: Page) => Promise<unknown>,
): Screen => ({
  name: `25-promise-${name}`,
  open: async (page, world) => {
    await openLink(page, world, make(await promiseOf(world, day)));
    await then?.(page);
  },
});

const own = (name: string, day: number, make: Make = (it) => it, link = true): Screen => ({
  name: `25-promise${name}`,
  as: 'customer',
  open: async (page, world) => openOwn(page, ofCustomer(make(await promiseOf(world, day))), link),
});

const discounted: Make = (promise) => {
  const total = promise.amount - 80;
  const discount = total * 0.3;
  return {
    ...promise,
    today: total,
    ways: [{ way: 'all', total, guard: 0, discount, amount: total - discount, less: 80 }],
  };
};

export const promiseScreens: readonly Screen[] = [
  screen('22-order-list-hold', 'newcomer', async (page, world) => {
    await openHold(page, world);
    await page.getByRole('dialog').getByRole('textbox').fill(NOTE);
  }),
  screen('22-order-list-hold-wrong', 'newcomer', async (page, world) => {
    await openHold(page, world);
    await page.getByRole('dialog').getByRole('textbox').fill('x'.repeat(301));
    await page.getByRole('dialog').getByRole('button', { name: 'Hold these prices' }).click();
    await page.getByText('The note may have 300 characters at most.').waitFor();
  }),
  screen('25-promises', 'customer', async (page) => {
    await openAll(page, ROWS);
    await page.getByRole('link', { name: 'PP-0318', exact: true }).waitFor();
  }),
  screen('25-promises-empty', 'customer', async (page) => {
    await openAll(page, []);
    await page.getByText('No price promises yet').waitFor();
  }),
  screen('25-promises-loading', 'customer', async (page) => {
    await hold(page, CALL);
    await page.goto('/dashboard/promises');
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  ...(['failed', 'offline'] as const).map(
    (how): Screen => ({
      name: `25-promises-${how}`,
      as: 'customer',
      open: async (page) => {
        await (how === 'failed' ? fail : drop)(page, CALL);
        await page.goto('/dashboard/promises');
        await page.getByText('Your price promises did not load').waitFor();
      },
    }),
  ),
  own('', 0),
  own('-no-link', 0, (it) => it, false),
  own('-own-short', 2, short),
  own('-own-expired', 9, (it) => over(it, 'expired')),
  own('-own-withdrawn', 2, (it) => over(it, 'withdrawn')),
  own('-own-paid', 2, paid),
  screen('25-promise-withdraw', 'customer', async (page, world) => {
    await openOwn(page, ofCustomer(await promiseOf(world, 1)));
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('alertdialog', { name: 'Withdraw PP-0318?' }).waitFor();
  }),
  screen('25-promise-gone', 'customer', async (page) => {
    await page.goto('/dashboard/promises/PP-999999');
    await page.getByText('There is no such price promise among yours').waitFor();
  }),
  linked(
    'link',
    0,
    (it) => it,
    (page) => page.getByLabel('Card number').waitFor(),
  ),
  linked('link-last-day', 7, discounted, (page) => page.getByLabel('Card number').waitFor()),
  linked(
    'link-invalid',
    3,
    (it) => it,
    async (page) => {
      await page.getByLabel('Your email').fill('sam');
      await page.getByRole('button', { name: /^Approve and pay \$/ }).click();
      await page.getByText('Email is Invaild').waitFor();
    },
  ),
  linked(
    'elsewhere',
    1,
    (it) => ({ ...it, paying: true }),
    (page) => page.getByLabel('Card number').waitFor(),
  ),
  linked('expired', 9, (it) => over(it, 'expired')),
  linked('withdrawn', 2, (it) => over(it, 'withdrawn')),
  linked('stock-gone', 3, short),
  linked('stock-chosen', 3, short, async (page) => {
    await page.getByRole('radio', { name: /^Only what is there/ }).check();
    await page.getByRole('button', { name: /^Go on to pay/ }).click();
    await page.getByLabel('Card number').waitFor();
  }),
  linked('paid', 2, paid, (page) => page.getByRole('link', { name: 'Invoice, PDF' }).waitFor()),
  linked('paid-invoice-coming', 2, (it) => withoutInvoice(paid(it))),
  linked('refunded', 2, (it) => refunded(paid(it))),
  screen('25-promise-link-offline', 'visitor', async (page, world) => {
    await drop(page, '/promise-links/');
    await page.goto(`/promise/${await linkIn(world)}`);
    await page.getByText('The price promise did not load').waitFor();
  }),
  screen('25-promise-link-loading', 'visitor', async (page, world) => {
    await hold(page, '/promise-links/');
    await page.goto(`/promise/${await linkIn(world)}`);
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  screen('25-promise-unknown', 'visitor', async (page) => {
    await page.goto(`/promise/${TOKEN}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }),
];
