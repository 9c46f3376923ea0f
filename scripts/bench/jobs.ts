import { randomUUID } from 'node:crypto';
import type { Row } from '../../platform/postgres/sql.ts';
import { writeToolCursor } from '../../src/model/catalogue/tool-cursor.ts';
import { LINES_EACH, newCustomers, ORDERS_EACH } from './customers.ts';
import { type Client, requestOf } from './http-client.ts';
import { randomFrom, type Unit } from './load.ts';
import type { RunningShop } from './running-shop.ts';
import { type StockedTool, stockTools } from './stocked-tools.ts';

export type Floor = { kind: 'bytes'; path: string } | { kind: 'rows' } | OrderFloorOf;

/** `lines`: a purchase of so many instead of an order, of tools that are made where they lack. */
export interface OrderFloorOf {
  readonly kind: 'order';
  readonly tools: number;
  readonly lines?: number;
}

export interface Job {
  readonly name: string;
  /** What `--only` may say instead, for all of them. */
  readonly group?: string;
  readonly about: string;
  /** Concurrency while capacity is measured. */
  readonly atOnce: number;
  /** Upper limit of pieces a second: as many are prepared. */
  readonly most: number;
  readonly floor?: Floor;
  readonly goal?: { readonly ratio?: number; readonly p99?: number; readonly rate?: number };
  readonly prepare: (shop: RunningShop, client: Client, pieces: number) => Promise<Unit> | Unit;
}

const SPREAD = 200;
const MANY_TOOLS = 1_000;
const DISTINCT_LISTS = 40_000;
const PAGE = '/tools?limit=24';
const PAD_LINES = 500;

export const JOBS: readonly Job[] = [
  {
    name: 'home',
    about: 'home page, HTML',
    atOnce: 16,
    most: 20_000,
    floor: { kind: 'bytes', path: '/' },
    goal: { ratio: 0.7 },
    prepare: (shop, client) => getting(shop, client, () => '/'),
  },
  {
    name: 'tools',
    about: `GET ${PAGE}, warm`,
    atOnce: 32,
    most: 20_000,
    floor: { kind: 'bytes', path: PAGE },
    goal: { ratio: 0.7 },
    prepare: (shop, client) => getting(shop, client, () => PAGE),
  },
  {
    name: 'tools-uncached',
    about: 'GET /tools, never the same page',
    atOnce: 32,
    most: 20_000,
    floor: { kind: 'rows' },
    goal: { ratio: 0.8 },
    prepare: (shop, client) => getting(shop, client, (n) => `/tools?limit=20&${neverAsked(n)}`),
  },
  {
    name: 'tools-deep',
    about: 'GET /tools, from the middle of each order',
    atOnce: 32,
    most: 20_000,
    prepare: deepPages,
  },
  {
    name: 'search',
    about: 'typing in search, nothing kept',
    atOnce: 32,
    most: 20_000,
    goal: { p99: 100 },
    prepare: typing,
  },
  {
    name: 'pad',
    about: `POST /tools/match, ${PAD_LINES} lines, half of them names`,
    atOnce: 4,
    most: 2_000,
    goal: { p99: 300 },
    prepare: matching,
  },
  {
    name: 'orders',
    about: `POST /orders, ${SPREAD} tools`,
    atOnce: 32,
    most: 3_000,
    floor: { kind: 'order', tools: SPREAD },
    goal: { ratio: 0.6, p99: 100 },
    prepare: (shop, client, pieces) => ordering(shop, client, pieces, SPREAD),
  },
  {
    name: 'orders-hot',
    about: 'POST /orders, one tool',
    atOnce: 32,
    most: 3_000,
    floor: { kind: 'order', tools: 1 },
    goal: { ratio: 0.6, p99: 250 },
    prepare: (shop, client, pieces) => ordering(shop, client, pieces, 1),
  },
  {
    name: 'orders-lists',
    about: `POST /orders, beside ${DISTINCT_LISTS.toLocaleString('en')} distinct lists`,
    atOnce: 32,
    most: 3_000,
    floor: { kind: 'order', tools: SPREAD },
    prepare: orderingBesideLists,
  },
  {
    name: 'purchase',
    about: 'order, intent, card, settled',
    atOnce: 12,
    most: 500,
    goal: { rate: 60, p99: 500 },
    prepare: (shop, client, pieces) => purchasing(shop, client, pieces, 1),
  },
  {
    name: 'purchase-50',
    about: 'purchase of 50 lines, intent, card, settled',
    atOnce: 6,
    most: 100,
    prepare: (shop, client, pieces) => purchasing(shop, client, pieces, 50),
  },
  purchases({ lines: 1, atOnce: 32, most: 3_000 }),
  purchases({ lines: 10, atOnce: 32, most: 1_000 }),
  purchases({ lines: 50, atOnce: 16, most: 400, p99: 250 }),
  // As many as the shop places at once.
  purchases({ lines: 200, atOnce: 4, most: 100, p99: 1_000 }),
];

function purchases({ lines, atOnce, most, p99 }: { lines: number; atOnce: number; most: number; p99?: number }): Job {
  return {
    ...{ name: `purchases-${lines}`, group: 'purchases', atOnce, most, ...(p99 && { goal: { p99 } }) },
    about: `POST /purchases, ${lines === 1 ? '1 line' : `${lines} lines`}`,
    floor: { kind: 'order', tools: MANY_TOOLS, lines },
    prepare: (shop, client, pieces) => placingPurchases(shop, client, pieces, lines),
  };
}

/** Differs between runs, so that no cached answer is used. */
let asked = Date.now() % 1_000_000_000;

/** A filter that limits nothing and makes the address unique: no answer is cached for it. */
const neverAsked = (n: number): string => `price=-${1_000_000 + (n % 8_999_999)}`;

function getting(shop: RunningShop, client: Client, pathOf: (n: number) => string): Unit {
  return async () => {
    asked += 1;
    return (await client.send(requestOf(shop, 'GET', pathOf(asked), {}))).status === 200;
  };
}

async function deepPages(shop: RunningShop, client: Client): Promise<Unit> {
  const rows = await shop.sql`
    select seq, price, min_quantity, lower(name) as name from tool where deleted_at is null order by md5(id::text) limit 500`;
  const keys = {
    oldest: () => null,
    newest: () => null,
    'price-asc': price,
    'price-desc': price,
    name,
    'min-order': least,
  };
  const paths = Object.entries(keys).flatMap(([sort, keyOf]) =>
    rows.map((row) => {
      const cursor = writeToolCursor({ sort: sort as keyof typeof keys, key: keyOf(row), seq: row.seq });
      return `/tools?limit=20&sort=${sort}&after=${encodeURIComponent(cursor)}`;
    }),
  );
  const random = randomFrom(7);
  return getting(shop, client, (n) => `${paths[Math.floor(random() * paths.length)]}&${neverAsked(n)}`);
}

const price = (row: Row) => row.price ?? null;
const least = (row: Row) => row.min_quantity ?? null;
const name = (row: Row) => row.name ?? null;

async function typing(shop: RunningShop, client: Client): Promise<Unit> {
  const rows = await shop.sql`select name from tool where deleted_at is null order by md5(id::text) limit 300`;
  const random = randomFrom(11);
  const typed = rows.flatMap(({ name }) => {
    const word = random() < 0.1 ? name.replace(/^(..)(.)(.)/, '$1$3$2') : name;
    return Array.from({ length: 12 }, (_, end) => word.slice(0, end + 1).trim());
  });
  return getting(shop, client, (n) => `${PAGE}&q=${encodeURIComponent(typed[n % typed.length])}&${neverAsked(n)}`);
}

const CONTACT = { phone: '5550142200', address: '48 Foundry Lane, Dock 3, Leeds LS9 8AG' };

async function ordering(shop: RunningShop, client: Client, pieces: number, spread: number): Promise<Unit> {
  const customers = await newCustomers(shop, Math.ceil(pieces / ORDERS_EACH));
  const tools = await stockTools(shop.sql, spread);
  const random = randomFrom(5);
  let next = 0;
  return async () => {
    const tool = tools[Math.floor(random() * tools.length)] as StockedTool;
    return (await placeOrder(shop, client, customerOf(customers, next++), tool)).status === 200;
  };
}

/** Orders while the cache is full, which must not slow an order (decision 0014). */
async function orderingBesideLists(shop: RunningShop, client: Client, pieces: number): Promise<Unit> {
  const list = getting(shop, client, (n) => `/tools?limit=1&${neverAsked(n)}`);
  for (let sent = 0; sent < DISTINCT_LISTS; sent += 32) await Promise.all(Array.from({ length: 32 }, () => list()));
  return ordering(shop, client, pieces, SPREAD);
}

async function placingPurchases(shop: RunningShop, client: Client, pieces: number, lines: number): Promise<Unit> {
  const place = await placerOf(shop, client, pieces, lines);
  return async () => (await place()).placed.status === 200;
}

/** Places one purchase after the other, each of `lines` tools that stand in no order of their ids. */
async function placerOf(shop: RunningShop, client: Client, pieces: number, lines: number) {
  const each = Math.min(ORDERS_EACH, Math.floor(LINES_EACH / lines));
  const customers = await newCustomers(shop, Math.ceil(pieces / each));
  const tools = await stockTools(shop.sql, MANY_TOOLS, { added: true });
  const random = randomFrom(5);
  let next = 0;
  return async () => {
    const first = Math.floor(random() * tools.length);
    const some = Array.from({ length: lines }, (_, n) => tools[(first + n) % tools.length] as StockedTool);
    const body = { ...CONTACT, lines: some.map(lineOf) };
    const authorization = customerOf(customers, next++, each);
    return { authorization, placed: await sendOnce(shop, client, '/purchases', authorization, body) };
  };
}

const lineOf = ({ id, quantity, price }: StockedTool) => ({ quantity, tools_price: price, tools_id: id });

/** Item numbers and whole names in turns, other ones in each list. */
async function matching(shop: RunningShop, client: Client): Promise<Unit> {
  const tools =
    await shop.sql`select name, sku from tool where deleted_at is null and sku is not null order by md5(id::text) limit 5000`;
  const lineAt = (place: number) => {
    const { name, sku } = tools[place % tools.length] ?? {};
    return place % 2 === 0 ? { words: '', numbers: [sku] } : { words: name, numbers: [] };
  };
  const headers = { 'content-type': 'application/json' };
  let sent = 0;
  return async () => {
    const n = sent++;
    const lines = Array.from({ length: PAD_LINES }, (_, place) => lineAt(n * PAD_LINES + place));
    return (
      (await client.send(requestOf(shop, 'POST', '/tools/match', headers, JSON.stringify({ lines })))).status === 200
    );
  };
}

function customerOf(customers: readonly string[], n: number, each = ORDERS_EACH): string {
  if (n >= customers.length * each) throw new Error('There are no customers left: raise `most` of the job');
  return customers[n % customers.length] as string;
}

function placeOrder(shop: RunningShop, client: Client, authorization: string, tool: StockedTool) {
  return sendOnce(shop, client, '/orders', authorization, { ...CONTACT, ...lineOf(tool) });
}

function sendOnce(shop: RunningShop, client: Client, path: string, authorization: string, body: object) {
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  return client.send(requestOf(shop, 'POST', path, headers, JSON.stringify(body)));
}

/** One line is ordered by the call of the specification. */
async function purchasing(shop: RunningShop, client: Client, pieces: number, lines: number): Promise<Unit> {
  const place = await (lines === 1 ? ordererOf(shop, client, pieces) : placerOf(shop, client, pieces, lines));
  return async () => {
    const { authorization, placed } = await place();
    if (placed.status !== 200) return false;
    const { insertedId } = JSON.parse(placed.text());
    const [purchase] = await shop.sql`select amount_cents from purchase where id = ${insertedId}`;
    const call = async (method: string, path: string, body: object) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await client.send(requestOf(shop, method, path, headers, JSON.stringify(body)));
      return answer.status === 200 ? JSON.parse(answer.text()) : undefined;
    };
    const price = Number(purchase?.amount_cents) / 100;
    const intent = await call('POST', '/create-payment-intent', { price, order_id: insertedId });
    if (!intent) return false;
    const transactionId = await confirmCard(shop, client, intent.clientSecret);
    if (!transactionId) return false;
    const paid = await call('PATCH', `/paymentOrders/${insertedId}`, { order_id: insertedId, transactionId });
    return paid?.paid === true;
  };
}

async function ordererOf(shop: RunningShop, client: Client, pieces: number) {
  const customers = await newCustomers(shop, Math.ceil(pieces / ORDERS_EACH));
  const tools = await stockTools(shop.sql, SPREAD);
  const random = randomFrom(6);
  let next = 0;
  return async () => {
    const tool = tools[Math.floor(random() * tools.length)] as StockedTool;
    const authorization = customerOf(customers, next++);
    return { authorization, placed: await placeOrder(shop, client, authorization, tool) };
  };
}

/** The card form calls the provider, not the shop. */
async function confirmCard(shop: RunningShop, client: Client, clientSecret: string): Promise<string | undefined> {
  const [id] = clientSecret.split('_secret_');
  const headers = { authorization: 'Bearer pk_test_sandbox', 'content-type': 'application/x-www-form-urlencoded' };
  const card = { payment_method: 'pm_card_visa', return_url: 'http://localhost' };
  const body = new URLSearchParams({ client_secret: clientSecret, ...card }).toString();
  const path = `/sandbox/stripe/v1/payment_intents/${id}/confirm`;
  return (await client.send(requestOf(shop, 'POST', path, headers, body))).status === 200 ? id : undefined;
}
