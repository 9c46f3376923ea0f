import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { UNDO_ACCEPTED_SECONDS, UNDO_SECONDS } from '#model/orders/order-life.ts';
import { workMails } from '#services/kernel/send-messages.ts';
import { breachesQuery } from '#services/reports/invariants.ts';
import { begun, ordered, payments } from '../../../../tests/harness/own-payments.ts';
import { type CallInput, ownShop, type Person, SENDERS } from '../../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../../tests/harness/paid-purchase.ts';
import { setState } from '../../../../tests/harness/purchase-rows.ts';
import { shopState } from '../../../../tests/harness/shop-state.ts';

const shop = await ownShop();
const tool = await shop.tool({ available: 1_000 });
const [buyer, first, second] = [await shop.person(), await shop.person('admin'), await shop.person('admin')];

const ship = async (id: string, admin = first) => shop.call('shipOrder', { params: { id } }, await shop.renewed(admin));
const undo = async (id: string, admin = first) =>
  shop.call('undoShipping', { params: { id } }, await shop.renewed(admin));
const shown = async (id: string) =>
  (await shop.call('getOrder', { params: { id } }, await shop.renewed(buyer))).body as Record<string, unknown>;
const toldOfShipping = () => shop.mailbox.mails().filter((mail) => mail.subject.endsWith('has shipped')).length;
const deeds = async (id: string) =>
  (await shop.sql`select action, actor from audit where target = ${id} and action like 'order.ship%' order by id`).map(
    (it) => [it.action, it.actor],
  );

async function paidOrder(by: Person = buyer): Promise<string> {
  const who = await shop.renewed(by);
  const order = await ordered(shop, who, tool);
  const { clientSecret, intentId } = await begun(shop, who, order);
  await payments(shop).confirm(clientSecret);
  const confirm = { params: { id: order.id }, body: { order_id: order.id, transactionId: intentId } };
  expect((await shop.call('confirmPayment', confirm, who)).status).toBe(200);
  return order.id;
}

test('undone in time: paid again, no mail, both deeds in the audit, and it may be shipped anew with one mail', async () => {
  const id = await paidOrder();
  const before = toldOfShipping();
  expect((await ship(id)).body).toMatchObject({ acknowledged: true, modifiedCount: 1 });
  shop.passTime(UNDO_SECONDS * 1000);
  await shop.work();
  expect(toldOfShipping()).toBe(before);
  expect((await undo(id)).body).toEqual({ acknowledged: true, modifiedCount: 1 });
  expect(await shown(id)).toMatchObject({ state: 'paid', paid: true, shipping: false, shippedAt: null });
  shop.passTime(3_600_000);
  await shop.work();
  expect(toldOfShipping()).toBe(before);

  expect((await ship(id, second)).body).toMatchObject({ modifiedCount: 1 });
  shop.passTime(UNDO_ACCEPTED_SECONDS * 1000);
  await shop.work();
  expect(toldOfShipping()).toBe(before + 1);
  expect(await deeds(id)).toEqual([
    ['order.shipped', first.id],
    ['order.shipping_undone', first.id],
    ['order.shipped', second.id],
  ]);
  expect((await shop.context.db.execute(breachesQuery(shop.context.clock()))).rows).toEqual([]);
});

test('undone twice by the same shipment, the one before it stays shipped', async () => {
  const id = await paidOrder();
  const send = async (pieces: number) =>
    (
      await shop.call(
        'shipPurchase',
        { params: { id }, body: { lines: [{ order: id, pieces }] } },
        await shop.renewed(first),
      )
    ).body.insertedId as string;
  await send(2);
  const second = await send(1);
  const undoThis = async () =>
    (await shop.call('undoShipping', { params: { id }, query: { shipment: second } }, await shop.renewed(first))).body;
  expect(await undoThis()).toMatchObject({ modifiedCount: 1 });
  expect(await undoThis()).toMatchObject({ modifiedCount: 0 });
  expect(await shop.sql`select shipped_quantity as shipped from orders where id = ${id}`).toEqual([{ shipped: 2 }]);
});

test('what one admin ships and undoes is no shipment of another, made of the rest meanwhile', async () => {
  const wanted = { tool: await shop.tool({ available: 100 }), quantity: 10 };
  const { id, lines } = await paidPurchase(shop, [wanted, { ...wanted, tool: await shop.tool({ available: 100 }) }]);
  const [one = '', other = ''] = lines;
  const stateOf = (...ids: string[]) =>
    Promise.all(ids.map(async (it) => (await shop.sql`select state from orders where id = ${it}`)[0]?.state));
  const as = async (who: Person, name: 'shipOrder' | 'shipPurchase' | 'undoShipping', its: CallInput) =>
    (await shop.call(name, its, await shop.renewed(who))).body;
  expect(await as(second, 'shipOrder', { params: { id: one } })).toMatchObject({ modifiedCount: 1 });
  const mine = await as(first, 'shipPurchase', { params: { id }, body: {} });
  expect(mine.lines).toEqual([{ order: other, pieces: 10 }]);
  const undone = { params: { id: other }, query: { shipment: mine.insertedId } };
  expect(await as(first, 'undoShipping', undone)).toMatchObject({ modifiedCount: 1 });
  expect(await stateOf(one, other)).toEqual(['shipped', 'paid']);
  const { shipment } = await as(first, 'shipOrder', { params: { id: other } });
  await as(second, 'undoShipping', { params: { id: other } });
  await as(second, 'shipOrder', { params: { id: other } });
  expect(await as(first, 'undoShipping', { params: { id: other }, query: { shipment } })).toMatchObject({
    ...{ modifiedCount: 0, already: { by: second.name } },
  });
  expect(await stateOf(other)).toEqual(['shipped']);
});

test('once the time is over the order stays shipped, whether or not the mail has left yet', async () => {
  const id = await paidOrder();
  await ship(id);
  shop.passTime(UNDO_ACCEPTED_SECONDS * 1000);
  const before = await shopState(shop.sql);
  expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'shipping_final' } });
  expect(await shopState(shop.sql)).toBe(before);
  expect(await shown(id)).toMatchObject({ state: 'shipped' });
});

test('a mail that is just leaving, or was tried in vain, is not taken back: it may have arrived', async () => {
  const id = await paidOrder();
  await shop.work();
  await ship(id);
  // Another process whose clock is ahead of this one's.
  const ahead = { ...shop.context, clock: () => new Date(shop.context.clock().getTime() + 3_600_000) };
  let tried: unknown;
  const slow = {
    ...SENDERS,
    'mail.order-sent': async () => {
      tried = await undo(id);
      return 'the answer was lost';
    },
  };
  await workMails(ahead, slow);
  expect(tried).toMatchObject({ status: 409, body: { code: 'shipping_final' } });
  expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'shipping_final' } });
  expect(await shown(id)).toMatchObject({ state: 'shipped' });
});

test('an undo that has begun keeps the mail from leaving', async () => {
  const id = await paidOrder();
  await shop.work();
  await ship(id);
  const before = toldOfShipping();
  const ahead = { ...shop.context, clock: () => new Date(shop.context.clock().getTime() + 3_600_000) };
  await shop.sql.begin(async (tx) => {
    await tx`delete from job where kind = 'mail.order-sent' and payload ->> 'orderId' = ${id}`;
    await workMails(ahead, SENDERS);
  });
  expect(toldOfShipping()).toBe(before);
});

test('two admins at once: one order, one state, and each undo or shipping counts once', async () => {
  const id = await paidOrder();
  const shipped = await Promise.all([ship(id, first), ship(id, second)]);
  expect(shipped.map((it) => it.body.modifiedCount).toSorted()).toEqual([0, 1]);
  const undone = await Promise.all([undo(id, first), undo(id, second)]);
  expect(undone.map((it) => it.body.modifiedCount).toSorted()).toEqual([0, 1]);
  expect((await deeds(id)).map(([action]) => action)).toEqual(['order.shipped', 'order.shipping_undone']);
  expect(await shown(id)).toMatchObject({ state: 'paid' });
});

test('neither an unpaid, a cancelled nor a disputed order comes to paid this way, nor one that never was', async () => {
  const refused = async (id: string) => {
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'order_not_shipped' } });
  };
  const who = await shop.renewed(buyer);
  const unpaid = await ordered(shop, who, tool);
  await refused(unpaid.id);
  await shop.call('cancelOrder', { params: { id: unpaid.id } }, who);
  await refused(unpaid.id);
  const disputed = await paidOrder();
  await ship(disputed);
  await setState(shop.sql, disputed, 'review', { review_reason: 'dispute' });
  await refused(disputed);
  expect(await undo(randomUUID())).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
});
