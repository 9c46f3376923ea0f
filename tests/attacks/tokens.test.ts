import { expect, test } from 'vitest';
import { ownShop } from '../harness/own-shop.ts';
import { shopState } from '../harness/shop-state.ts';
import { algorithmAttacks } from './tokens/algorithms.ts';
import { carrierAttacks } from './tokens/carriers.ts';
import { claimAttacks } from './tokens/claims.ts';
import { damageAttacks } from './tokens/damage.ts';
import { type Attack, bearer, createForger } from './tokens/forger.ts';
import { headerAttacks } from './tokens/headers.ts';

const shop = await ownShop();
const victim = await shop.person();
const tool = await shop.tool();
const forger = await createForger(shop, victim, await shop.person());

const GROUPS: [string, Attack[]][] = [
  ['another algorithm', algorithmAttacks(forger)],
  ['another header', headerAttacks(forger)],
  ['other claims', claimAttacks(forger)],
  ['damage', damageAttacks(forger)],
  ['another carrier', carrierAttacks(forger)],
];

const contact = { phone: '5550142200', address: '1 Main Street' };
const CALLS = [
  ['listMyOrders', { params: { email: victim.email } }],
  ['placeOrder', { body: { ...contact, quantity: 5, tools_price: 10, tools_id: tool.id } }],
] as const;

/** What a read and a write answer to these headers, where it is anything but a plain refusal. */
async function letIn(headers: Record<string, string>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, input] of CALLS) {
    const { status, body, headers: told } = await shop.call(name, { ...input, headers });
    const refused = status === 401 && body.code === 'signed_out';
    if (!refused || told.get('content-type') !== 'application/problem+json') wrong.push(`${name} answered ${status}`);
  }
  return wrong;
}

test('the token itself is good for both calls', async () => {
  expect(await letIn(bearer(victim.token))).toEqual(['listMyOrders answered 200', 'placeOrder answered 200']);
  expect(await letIn(bearer(forger.signed()))).toEqual(['listMyOrders answered 200', 'placeOrder answered 200']);
});

test('there are 300 attacks, no two of them the same', () => {
  const attacks = GROUPS.flatMap(([, group]) => group);
  expect(repeated(attacks.map(([name]) => name))).toEqual([]);
  expect(repeated(attacks.map(([, headers]) => JSON.stringify(headers)))).toEqual([]);
  expect(attacks.length).toBeGreaterThanOrEqual(300);
});

test.each(GROUPS)('%s lets nobody in and changes nothing', async (_group, attacks) => {
  const before = await shopState(shop.sql);
  const through: string[] = [];
  for (const [name, headers] of attacks) for (const wrong of await letIn(headers)) through.push(`${name}: ${wrong}`);
  expect(through).toEqual([]);
  expect(await shopState(shop.sql)).toBe(before);
});

const repeated = (texts: string[]) => texts.filter((text, at) => texts.indexOf(text) !== at);
