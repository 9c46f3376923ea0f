import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { examine } from '#server/examine.ts';
import { PAYLOADS, packed } from '../attacks/payloads/corpus.ts';
import { fillShop } from '../attacks/payloads/filled-shop.ts';
import { harmAt, type Place } from '../attacks/payloads/visit-all.ts';
import { launchChromium } from '../harness/launch.ts';
import { newCustomer, type Somebody, send, theAdmin } from '../harness/people.ts';
import { runningShopSql } from '../harness/running-shop-sql.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { expectOk, payFor, toolNamed } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';

const night = import.meta.env.MODE === 'night';
const LONG = night ? 1_800_000 : 300_000;

/** Without the policy a page is on its own: by day that is enough, for what the policy stops is fewer. */
const POLICIES = night ? [true, false] : [false];

/** By day some addresses stand for all. */
const share = (payloads: readonly string[], of: number) => payloads.filter((_, at) => night || at % of === 0);

let browser: Browser;
let shop: ShopProcess;
let customer: Somebody;
let admin: Somebody;
let filled: { tools: string[]; orders: string[]; lists: string[] };
let mails: number;
let promise: { number: string; token: string };

beforeAll(async () => {
  browser = await launchChromium();
  shop = await startShopProcess({ folder: await shopFolder(theShop().folder) });
  customer = await newCustomer(shop.origin);
  admin = await theAdmin(shop.origin);
  promise = await makePromise();
  filled = await fillShop(shop.folder, {
    ...{ customer: customer.email, admin: admin.email, promise: promise.number },
  });
  mails = await sendMails();
}, LONG);
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

async function makePromise(): Promise<typeof promise> {
  const tool = await toolNamed(shop.origin, 'Claw Hammer');
  const line = { tools_id: tool._id, quantity: tool.min_quantity, tools_price: tool.price };
  const body = { phone: '5550142200', address: '1 Main', lines: [line] };
  return expectOk(await customer.call('POST', '/promises', body));
}

/** Every mail that the shop writes about orders and people. Answers how many the mailbox has then. */
async function sendMails(): Promise<number> {
  const buyer = await newCustomer(shop.origin);
  const order = async () => {
    const body = { phone: '5550142200', address: '1 Main', quantity: 5, tools_price: 10, tools_id: filled.tools[0] };
    const placed = expectOk(await buyer.call('POST', '/orders', body));
    return expectOk(await buyer.call('GET', `/orders/${placed.insertedId}`));
  };
  const paid = await order();
  await payFor(shop.origin, buyer, paid);
  expectOk(await admin.call('PUT', `/manageOrder/${paid._id}`));
  expectOk(await buyer.call('DELETE', `/myorders/${(await order())._id}`));
  expectOk(await admin.call('PUT', `/makeAdmin/${(await newCustomer(shop.origin)).email}`));
  await send(shop.origin, 'POST', '/auth/request-reset', { email: buyer.email });
  const list = async () => (await fetch(`${shop.origin}/sandbox/mailbox/`)).text();
  const count = async () => (await list()).match(/<li>/g)?.length ?? 0;
  return vi.waitFor(
    async () => {
      const mails = await count();
      expect(mails).toBeGreaterThanOrEqual(6);
      return mails;
    },
    { timeout: 60_000, interval: 200 },
  );
}

test('the corpus has at least 500 payloads, each another one', () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(500);
  expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
});

test.each(POLICIES)(
  'all payloads in all texts, policy %s: read as text, and none does anything',
  async (policy) => {
    const its = { origin: shop.origin, policy };
    const shows = true;
    const ofCustomer: Place[] = [
      ...[...filled.tools.slice(0, night ? undefined : 2)].map((id) => ({ path: `/purchase/${id}` })),
      { path: '/dashboard', shows },
      { path: '/dashboard/myorders', shows, press: [/^Cancel/] },
      { path: '/dashboard/lists', shows },
      ...filled.lists.slice(0, night ? undefined : 2).map((id) => ({ path: `/dashboard/lists/${id}/again` })),
      { path: '/dashboard/review', shows },
      { path: '/dashboard/promises', shows },
      { path: `/dashboard/promises/${promise.number}`, shows, press: [/^Withdraw/] },
      ...filled.orders.slice(0, night ? undefined : 2).map((id) => ({ path: `/dashboard/payment/${id}` })),
    ];
    const ofAdmin: Place[] = [
      { path: '/dashboard', shows },
      { path: '/dashboard/manageTools', shows, press: [/^Delete/, /^Stock/] },
      { path: '/dashboard/makeAdmin', shows, press: [/^Make Admin/] },
      { path: '/dashboard/manageAllOrders', shows, press: [/^Delete/] },
    ];
    const linked = { path: `/promise/${promise.token}`, shows };
    const letters = Array.from({ length: mails }, (_, at) => at + 1).flatMap((id) => [
      { path: `/sandbox/mailbox/${id}` },
      { path: `/sandbox/mailbox/${id}?view=text` },
      { path: `/sandbox/mailbox/${id}/html` },
    ]);
    expect(
      await harmAt(browser, { ...its, places: [{ path: '/', shows }, { path: '/docs' }, linked, ...letters] }),
    ).toEqual([]);
    expect(await harmAt(browser, { ...its, as: customer, places: ofCustomer })).toEqual([]);
    expect(await harmAt(browser, { ...its, as: admin, places: ofAdmin })).toEqual([]);
  },
  LONG,
);

/** Every address of the shop that takes a word of a stranger, `@` being the word. */
const ADDRESSES = [
  '/?q=@',
  '/?price=@&min_order=@&in_stock=@&sort=@&view=@',
  '/@',
  '/purchase/@',
  '/promise/@',
  '/dashboard/promises/@',
  '/login?google=@',
  '/login?next=@&email=@',
  '/reset-password?token=@#token=@',
  '/signup?email=@#@',
  '/tools/@',
  '/tools?q=@&sort=@',
  '/images/@/1200.webp',
  '/auth/google/callback?state=@&code=@&error=@&error_description=@',
  '/sandbox/google/auth?client_id=@&redirect_uri=@&scope=@&state=@',
  '/sandbox/mailbox/1?view=@',
  '/sandbox/mailbox/@',
  '/dashboard/@?search=@',
  '/assets/@',
];

/** With what a search may have, and what every other word may. */
const address = (pattern: string, word: string) => pattern.replaceAll('@', encodeURIComponent(word.slice(0, 100)));

test.each(POLICIES)(
  'payloads in addresses, policy %s: none does anything',
  async (policy) => {
    const words = share(
      PAYLOADS.filter((it) => /^["'</-].*alert\(1\)/.test(it)),
      300,
    );
    const places = ADDRESSES.flatMap((pattern) => words.map((word) => ({ path: address(pattern, word) })));
    expect(await harmAt(browser, { origin: shop.origin, policy, places })).toEqual([]);
  },
  LONG,
);

test(
  'no answer gives markup of an address back as markup',
  async () => {
    const found: string[] = [];
    for (const [at, word] of share(PAYLOADS, 4).entries()) {
      const path = address(ADDRESSES[at % ADDRESSES.length] ?? '', word);
      const answer = await fetch(`${shop.origin}${path}`, { redirect: 'manual' });
      const body = await answer.text();
      const markup = word.slice(0, 100);
      const html = answer.headers.get('content-type')?.startsWith('text/html');
      // A busy shop refuses, and says when to come back.
      const refused = answer.status === 503 && answer.headers.has('retry-after');
      if (answer.status >= 500 && !refused) found.push(`${path}: ${answer.status}`);
      if (html && /<[a-z!/?]/i.test(markup) && body.includes(markup)) found.push(`${path}: ${markup}`);
      if (!html && answer.headers.get('x-content-type-options') !== 'nosniff') found.push(`${path}: may be sniffed`);
    }
    expect(found).toEqual([]);
  },
  LONG,
);

test(
  'every field takes a payload as text or refuses it, and addresses of pages and pictures are never payloads',
  async () => {
    // At night the tests before take longer than a token lasts.
    const [writer, itsAdmin] = [await newCustomer(shop.origin), await theAdmin(shop.origin)];
    const kept = { education: 'x', location: 'x', phone: '5550142200' };
    const tool = { name: 'x', min_quantity: 1, available_quantity: 1, price: 1 };
    const statuses = new Set<number>();
    const taken: string[] = [];
    const hear = async (what: string, may: readonly number[], sent: Promise<{ status: number }>) => {
      const { status } = await sent;
      statuses.add(status);
      if (!may.includes(status)) taken.push(`${what}: ${status}`);
    };
    for (const word of share(PAYLOADS, 6)) {
      const profile = { ...kept, photo: word, linkedin: word };
      await hear(`profile ${word}`, [400], writer.call('PUT', `/profile/${writer.email}`, profile));
      await hear(`picture ${word}`, [400, 409], itsAdmin.call('POST', '/addTool', { ...tool, image: word }));
      await hear(`number ${word}`, [400], itsAdmin.call('POST', '/addTool', { ...tool, image: 'x', sku: `${word}<` }));
      await hear(`sign-in ${word}`, [400], send(shop.origin, 'POST', '/auth/sign-in', { email: word, password: word }));
      await hear(`reset ${word}`, [400], send(shop.origin, 'POST', '/auth/request-reset', { email: word }));
      await hear(`search ${word}`, [200, 400], send(shop.origin, 'GET', `/tools?q=${encodeURIComponent(word)}`));
    }
    for (const text of packed(PAYLOADS, 2_000).slice(0, 5))
      await hear('review', [200], writer.call('POST', '/addreview', { review: text, star: 5 }));
    expect(taken).toEqual([]);
    expect(Math.max(...statuses)).toBeLessThan(500);
  },
  LONG,
);

test(
  'the corpus is live: a quarter of it and more runs by itself where it is taken for markup',
  async () => {
    const tried = share(PAYLOADS, 3);
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.route('**', (route) =>
      route.request().url() === 'http://blank.example/'
        ? route.fulfill({ contentType: 'text/html', body: '<body>' })
        : route.abort(),
    );
    await page.addInitScript(() => {
      const frame = Number(window.name);
      window.alert = () => void (top as unknown as { ran: Set<number> }).ran?.add(frame);
    });
    await page.goto('http://blank.example/');
    const ran = await page.evaluate(async (payloads) => {
      const hits = new Set<number>();
      Object.assign(window, { ran: hits });
      for (const [at, payload] of payloads.entries()) {
        const frame = document.createElement('iframe');
        frame.name = String(at);
        frame.srcdoc = payload;
        const loaded = new Promise((done) => frame.addEventListener('load', done, { once: true }));
        document.body.append(frame);
        await Promise.race([loaded, new Promise((done) => setTimeout(done, 500))]);
        if (at % 20 === 19) document.body.replaceChildren();
      }
      return hits.size;
    }, tried);
    expect(ran).toBeGreaterThan(tried.length / 4);
    await context.close();
  },
  LONG,
);

test.each([true, false])('a page that takes one of them for markup is heard, policy %s', async (policy) => {
  const plants = [
    '<img src=x onerror=alert(1)>',
    '<script>globalThis.__pwned = 1</script>',
    '<img src=//evil.example/x.png>',
    '<svg><animate onbegin=Object.prototype.polluted=1 attributeName=x dur=1s></svg>',
  ];
  for (const plant of plants) {
    const harm = await harmAt(browser, { origin: shop.origin, policy, places: [{ path: '/login', plant }] });
    expect([plant, harm.length > 0]).toEqual([plant, true]);
  }
});

test('nothing of all this was an error to the shop, nor is an address that the router knows no page for', async () => {
  expect((await fetch(`${shop.origin}/a%0Ab`)).status).toBe(404);
  expect(shop.said()).not.toMatch(/"level":"error"/);
});

test('nor did it break a promise of the shop', async () => {
  const sql = await runningShopSql(shop.folder);
  expect(await examine(sql)).toEqual([]);
  await sql.end();
});
