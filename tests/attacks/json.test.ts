import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { allPaths } from '#contract/kernel/call.ts';
import type { CallName } from '#contract/kernel/paths.ts';
import { Problem } from '#contract/kernel/problem.ts';
import { ordered } from '../harness/own-payments.ts';
import { keptPicture } from '../harness/own-picture.ts';
import { ORIGIN, ownShop, type Person } from '../harness/own-shop.ts';
import { shopState } from '../harness/shop-state.ts';
import { PATHOLOGIES } from './json-pathologies.ts';

const shop = await ownShop();
const customer = await shop.person();
const admin = await shop.person('admin');
const tool = await shop.tool({ available: 1_000 });
const order = await ordered(shop, customer, tool);
const image = await keptPicture(shop);

interface Victim {
  readonly name: CallName;
  readonly caller?: Person;
  readonly params?: Record<string, string>;
  readonly right: () => Record<string, unknown>;
}

const newAddress = () => `new-${randomUUID()}@example.com`;
const wish = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: tool.id };
const victims: readonly Victim[] = [
  { name: 'signUp', right: () => ({ name: 'Sam', email: newAddress(), password: 'secret of a test' }) },
  { name: 'requestReset', right: () => ({ email: customer.email }) },
  { name: 'placeOrder', caller: customer, right: () => wish },
  { name: 'createPaymentIntent', caller: customer, right: () => ({ price: order.amount, order_id: order.id }) },
  { name: 'addReview', caller: customer, right: () => ({ review: 'Good tools.', star: 4.5 }) },
  {
    name: 'addTool',
    caller: admin,
    right: () => ({
      ...{ name: 'Rasp', description: '', min_quantity: '5', available_quantity: '10' },
      ...{ price: '7', image },
    }),
  },
  {
    name: 'changeStock',
    caller: admin,
    params: { id: tool.id },
    right: () => ({ kind: 'restock', pieces: 5, reason: 'Delivery' }),
  },
  {
    name: 'updateProfile',
    caller: customer,
    params: { email: customer.email },
    right: () => ({
      education: 'Carpentry',
      location: 'Leeds',
      phone: '5550142200',
      photo: image,
      linkedin: 'linkedin.com/in/sam',
    }),
  },
];

async function send({ name, caller, params }: Victim, body: string | Uint8Array, type = 'application/json') {
  const [method, path] = allPaths[name];
  const headers = new Headers({ origin: ORIGIN });
  if (type) headers.set('content-type', type);
  if (caller) headers.set('authorization', `Bearer ${caller.token}`);
  const url = ORIGIN + path.replace(/\{(\w+)\}/, (_, key: string) => params?.[key] ?? '');
  return shop.app.request(url, {
    method,
    headers,
    body: typeof body === 'string' ? Buffer.from(body) : new Uint8Array(body),
  });
}

const allRows = async () => {
  const [rest] =
    await shop.sql`select (select count(*) from session) as sessions, (select count(*) from audit) as deeds`;
  return [await shopState(shop.sql), rest];
};

test.each(victims)('$name: no body of the corpus is taken, breaks anything or changes a row', async (victim) => {
  const before = await allRows();
  const through: string[] = [];
  for (const { name, body, type } of PATHOLOGIES) {
    const answer = await send(victim, body(victim.right()), type);
    const said = await answer.text();
    const refused = [400, 409, 413, 415].includes(answer.status);
    const kind = answer.headers.get('content-type');
    if (!refused || kind !== 'application/problem+json' || !Problem.safeParse(JSON.parse(said)).success)
      through.push(`${name}: ${answer.status} ${said.slice(0, 100)}`);
  }
  expect(through).toEqual([]);
  expect(await allRows()).toEqual(before);
});

test('the corpus has its size, and no entry twice', () => {
  expect(PATHOLOGIES).toHaveLength(98);
  expect(new Set(PATHOLOGIES.map((it) => it.name)).size).toBe(PATHOLOGIES.length);
  const bodies = PATHOLOGIES.map(({ body, type }) => `${type} ${Buffer.from(body({ a: 'b' })).toString('hex')}`);
  expect(new Set(bodies).size).toBe(bodies.length);
});

/** Odd, but right: taken, and read as if the odd part were not there. */
const HARMLESS: readonly (readonly [string, (right: string) => string])[] = [
  ['a byte order mark', (right) => `\ufeff${right}`],
  ['white space around it', (right) => ` \r\n\t${right}\n\n`],
  ['a name that all objects inherit', (right) => right.replace(/}$/, ',"__proto__":{"polluted":true,"quantity":500}}')],
  ['a constructor', (right) => right.replace(/}$/, ',"constructor":{"prototype":{"polluted":true}}}')],
  ['a name twice, the right one last', (right) => right.replace('{', '{"quantity":500,')],
  ['a name by its escapes', (right) => right.replace('"quantity"', '"\\u0071uantity"')],
];

test.each(HARMLESS)('an order with %s is the order without it', async (_what, oddly) => {
  const [victim] = victims.filter((it) => it.name === 'placeOrder');
  if (!victim) throw new Error('no call to place an order');
  const answer = await send(victim, oddly(JSON.stringify(wish)));
  expect(answer.status).toBe(200);
  const { insertedId } = await answer.json();
  const placed = await shop.call('getOrder', { params: { id: insertedId } }, customer);
  expect(placed.body).toMatchObject({ quantity: 5, tools_price: 10 });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('after all of it every call still does what it is for', async () => {
  for (const victim of victims) {
    const answer = await send(victim, JSON.stringify(victim.right()));
    expect([victim.name, answer.status]).toEqual([victim.name, 200]);
  }
});
