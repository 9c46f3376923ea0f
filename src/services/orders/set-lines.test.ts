import { expect, test } from 'vitest';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { findings } from '../../../tests/harness/purchases.ts';

const shop = await ownShop();
const CHANGED = { status: 200, body: { acknowledged: true, modifiedCount: 1 } };

/** One piece of a tool of its own. */
const line = async () => {
  const { id } = await shop.tool({ available: 100, price: 3, minQuantity: 1 });
  return { tools_id: id, quantity: 1, tools_price: 3 };
};
async function placed(buyer?: Person) {
  const who = buyer ?? (await shop.person());
  const body = { phone: '5550142200', address: '1 Yard', lines: [await line()] };
  const { insertedId: id, lines } = (await shop.call('placePurchase', { body }, who)).body;
  return { buyer: who, id: id as string, lines: lines as string[] };
}
const change = (id: string, lines: readonly unknown[], who: Person) =>
  shop.call('changePurchase', { params: { id }, body: { lines } }, who);
const see = async (id: string, who: Person) => (await shop.call('getPurchase', { params: { id } }, who)).body;

test('two purchases of one customer that grow at once are judged together', async () => {
  const limits = shop.context.limits;
  Object.assign(shop.context, { limits: { orders: 4, stockPercent: 0 } });
  const first = await placed();
  const second = await placed(first.buyer);
  // Of other tools each, so that no tool makes one wait for the other.
  const [saw, rare, maul, scarce] = await Promise.all([1, 2, 3, 4].map(line));
  const grown = await Promise.all([
    change(first.id, [saw, rare], first.buyer),
    change(second.id, [maul, scarce], first.buyer),
  ]);
  expect(grown.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  Object.assign(shop.context, { limits });
});

test('a purchase has 200 tools at most, and no more than twice as many rows', async () => {
  const all = await Promise.all(Array.from({ length: 201 }, line));
  const { buyer, id, lines } = await placed();
  const full = { status: 409, body: { code: 'not_changeable', figures: { why: 'lines' } } };
  expect(await change(id, all.slice(0, 200), buyer)).toMatchObject(full);
  expect(await change(id, all.slice(0, 199), buyer)).toMatchObject(CHANGED);
  expect(await change(id, all.slice(200), buyer)).toMatchObject(full);
  const drop = async (orders: readonly string[]) =>
    expect(await shop.call('changePurchase', { params: { id }, body: { drop: orders } }, buyer)).toMatchObject(CHANGED);
  const rows = (await see(id, buyer)).lines.map((it: { _id: string }) => it._id);
  await drop(rows.filter((it: string) => it !== lines[0]));
  expect(await change(id, all.slice(0, 199), buyer)).toMatchObject(CHANGED);
  await drop([(await see(id, buyer)).lines.at(-1)._id]);
  expect(await change(id, all.slice(199, 200), buyer)).toMatchObject(CHANGED);
  await drop([(await see(id, buyer)).lines.at(-1)._id]);
  expect(await change(id, all.slice(200), buyer)).toMatchObject(full);
  expect(await findings(shop)).toEqual([]);
}, 120_000);
