import { expect, test } from 'vitest';
import { overtaken } from '../../../tests/harness/overtaken.ts';
import { begun, ordered } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { expireHolds } from './expire-holds.ts';

const shop = await ownShop();
const buyer = await shop.person();
const HOUR = 3_600_000;
let woken = 0;
const context = { ...shop.context, wake: () => (woken += 1) };
const itsState = async (id: string) =>
  (await shop.sql`select state, hold_quantity as held from orders where id = ${id}`)[0];
const deeds = async (id: string) =>
  (await shop.sql`select action, actor from audit where target = ${id} order by id`).map((it) => ({ ...it }));
/** What `expireHolds` answers, and how often it woke who waits for work. */
const expired = async () => {
  woken = 0;
  return { moved: await expireHolds(context), woken };
};

test('whoever waits for the work is woken by a hold that ends, whose end is written down, and by nothing else', async () => {
  const order = await ordered(shop, buyer, await shop.tool());
  expect(await expired()).toEqual({ moved: 0, woken: 0 });
  shop.passTime(HOUR + 1);
  expect(await expired()).toEqual({ moved: 1, woken: 1 });
  expect(await itsState(order.id)).toEqual({ state: 'unpaid', held: 0 });
  expect(await deeds(order.id)).toEqual([
    { action: 'order.placed', actor: buyer.id },
    { action: 'order.hold_released', actor: null },
  ]);
  expect(await expired()).toEqual({ moved: 0, woken: 0 });
});

test('an order whose payment must be closed first counts too: somebody has to close it', async () => {
  const order = await ordered(shop, await shop.renewed(buyer), await shop.tool());
  await begun(shop, await shop.renewed(buyer), order);
  shop.passTime(HOUR + 1);
  expect(await expired()).toEqual({ moved: 1, woken: 1 });
  expect(await itsState(order.id)).toEqual({ state: 'expiring', held: 5 });
  expect((await deeds(order.id)).map((it) => it.action)).not.toContain('order.hold_released');
  expect(await expired()).toEqual({ moved: 0, woken: 0 });
});

test.each([
  ['comes to the payment page', 'unpaid'],
  ['pays', 'paid'],
] as const)('who %s at the moment the hold ends keeps it', async (_what, state) => {
  const order = await ordered(shop, await shop.renewed(buyer), await shop.tool());
  shop.passTime(HOUR + 1);
  const tomorrow = new Date(shop.context.clock().getTime() + 24 * HOUR);
  const columns = state === 'unpaid' ? { hold_until: tomorrow } : {};
  woken = 0;
  expect([await overtaken(shop, order.id, () => expireHolds(context), state, columns), woken]).toEqual([0, 0]);
  expect(await itsState(order.id)).toEqual({ state, held: 5 });
});

test('with the hold only the attempt ends that nobody was ever asked to pay', async () => {
  const who = await shop.renewed(buyer);
  const order = await ordered(shop, who, await shop.tool());
  await begun(shop, who, order);
  await shop.sql`update payment set state = 'refunded' where order_id = ${order.id}`;
  await begun(shop, who, order);
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${order.id} and attempt = 2`;
  shop.passTime(HOUR + 1);
  expect(await expired()).toEqual({ moved: 1, woken: 1 });
  const attempts = await shop.sql`select state from payment where order_id = ${order.id} order by attempt`;
  expect(attempts.map((it) => it.state)).toEqual(['refunded', 'cancelled']);
});
