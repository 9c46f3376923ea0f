import { afterAll, expect, test } from 'vitest';
import { paid } from '../../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../../tests/harness/own-shop.ts';
import { findings, line, placed } from '../../../../tests/harness/purchases.ts';

const shop = await ownShop();
const admin = await shop.person('admin');

afterAll(async () => {
  expect(await findings(shop)).toEqual([]);
  expect(shop.troubles).toEqual([]);
});

async function bought() {
  const buyer = await shop.person();
  return { buyer, ...(await placed(shop, buyer, [line(await shop.tool()), line(await shop.tool())])) };
}
const change = (id: string, body: object, who: Person) => shop.call('changeShipTo', { params: { id }, body }, who);
const see = async (id: string, who: Person) => (await shop.call('getPurchase', { params: { id } }, who)).body;
const THERE = { address: '7 Dock Road', phone: '5550142201' };

test('a buyer sends an unpaid purchase elsewhere, which is told on its page and by no mail', async () => {
  const { id, buyer } = await bought();
  expect(await change(id, THERE, buyer)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  const seen = await see(id, buyer);
  expect(seen).toMatchObject(THERE);
  for (const order of seen.lines) expect(order).toMatchObject(THERE);
  const told = { what: 'ship_to', at: expect.any(String), orders: [], changed: 'both', own: true };
  expect(seen.changes).toEqual([told]);
  expect((await see(id, admin)).changes).toEqual([told]);
  expect((await change(id, THERE, buyer)).body).toEqual({ acknowledged: true, modifiedCount: 0 });
  shop.passTime(2_000);
  await shop.work();
  const mails = shop.mailbox.mails().filter(({ recipients }) => recipients.includes(buyer.email));
  expect(mails.filter(({ subject }) => /address/.test(subject))).toEqual([]);
});

test('what somebody else changed meanwhile stays, and no buyer reads who that was', async () => {
  const { id, buyer } = await bought();
  const { address } = await see(id, buyer);
  await change(id, { address: '9 Mill Lane' }, admin);
  const refused = await change(id, { address: THERE.address, was: { address } }, buyer);
  expect(refused).toMatchObject({ status: 409, body: { code: 'ship_to_conflict' } });
  expect(refused.body).not.toHaveProperty('figures');
  expect((await see(id, buyer)).address).toBe('9 Mill Lane');
});

test('once it is paid, or has ended, only the shop changes where it goes', async () => {
  const { id, buyer } = await bought();
  await paid(shop, buyer, { id, amount: (await see(id, buyer)).amount });
  const refused = (why: string) => ({ status: 409, body: { code: 'ship_to_final', figures: { why } } });
  expect(await change(id, THERE, buyer)).toMatchObject(refused('paid'));
  expect((await change(id, THERE, admin)).status).toBe(200);
  const other = await bought();
  const drop = (await see(other.id, other.buyer)).lines.map(({ _id }: { _id: string }) => _id);
  await shop.call('changePurchase', { params: { id: other.id }, body: { drop } }, other.buyer);
  const ended = await change(other.id, THERE, other.buyer);
  expect(ended).toMatchObject(refused('ended'));
  expect(ended.body.figures).toEqual({ why: 'ended' });
});

test('a buyer changes only their own purchases, and 60 times an hour at most', async () => {
  const { id, buyer } = await bought();
  expect((await change(id, THERE, await shop.person())).status).toBe(404);
  const answers = [];
  for (let n = 0; n < 61; n += 1) answers.push(await change(id, { address: `${n} Dock Road` }, buyer));
  expect(answers.map(({ status }) => status)).toEqual([...Array(60).fill(200), 429]);
  expect((await see(id, buyer)).address).toBe('59 Dock Road');
});
