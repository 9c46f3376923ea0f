import { afterAll, describe, expect, test } from 'vitest';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { paid } from '../../../../tests/harness/own-payments.ts';
import { ownShop, type Person, SENDERS } from '../../../../tests/harness/own-shop.ts';
import { findings, placed, type Tool } from '../../../../tests/harness/purchases.ts';
import { workOutbox } from '../../kernel/send-messages.ts';
import { toReview } from '../../payments/to-review.ts';

const shop = await ownShop();
shop.toNextDay();
const admin = await shop.person('admin');
const day = (days: number) => new Date(shop.context.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);

afterAll(async () => {
  await shop.work();
  expect(await findings(shop)).toEqual([]);
  expect(shop.troubles).toEqual([]);
});

const awaited = (its: Parameters<typeof shop.tool>[0] = {}) =>
  shop.tool({ available: 180, restockAt: day(10), backorderLimit: 200, minQuantity: 1, ...its });
const buy = async (tool: Tool, quantity: number, who?: Person) => {
  const buyer = who ?? (await shop.person());
  const { id } = await placed(shop, buyer, [{ toolId: tool.id, quantity, price: tool.price, mayWait: true }]);
  return { id, buyer };
};
const restock = (tool: Tool, count: number, by = admin) =>
  shop.call(
    'changeStock',
    { params: { id: tool.id }, body: { kind: 'restock', pieces: String(count), reason: 'Delivery' } },
    by,
  );
const orderOf = async ({ id, buyer }: { id: string; buyer: Person }) =>
  (await shop.call('getOrder', { params: { id } }, await shop.renewed(buyer))).body;

test('what is here and what waits are promised for a day each, and neither moves when pieces come', async () => {
  const tool = await awaited();
  const [split, whole] = [await buy(tool, 240), await buy(tool, 40)];
  for (const order of [split, whole]) await paid(shop, order.buyer, { ...(await orderOf(order)), id: order.id });
  const late = `${day(10 + SHOP_FACTS.shippingDays)}T10:00:00.000Z`;
  const { paidAt, shipBy } = await orderOf(split);
  expect((Date.parse(shipBy) - Date.parse(paidAt)) / 86_400_000).toBe(SHOP_FACTS.shippingDays);
  const promised = async (order: Parameters<typeof orderOf>[0]) => {
    const its = await orderOf(order);
    return [its.shipBy, its.later];
  };
  const both = [shipBy, { pieces: 60, shipBy: late }];
  expect(await promised(split)).toEqual(both);
  expect(await promised(whole)).toEqual([late, undefined]);
  for (const count of [45, 15, 25, 15]) {
    await restock(tool, count);
    await shop.work();
    expect(await promised(split)).toEqual(both);
    expect(await promised(whole)).toEqual([late, undefined]);
  }
  const pieces = (count: number) => ({ lines: [{ order: split.id, pieces: count }] });
  await shop.call('shipPurchase', { params: { id: split.id }, body: pieces(179) }, admin);
  expect(await promised(split)).toEqual(both);
  await shop.call('shipPurchase', { params: { id: split.id }, body: pieces(1) }, admin);
  expect(await promised(split)).toEqual([late, undefined]);
  await shop.call('shipPurchase', { params: { id: split.id }, body: pieces(60) }, admin);
  expect(await promised(split)).toEqual([late, undefined]);
});

test('pieces that arrive are told to whoever has paid, once each time, and on the page of the purchase', async () => {
  const tool = await awaited({ available: 5 });
  const [order, unpaid] = [await buy(tool, 25), await buy(tool, 5)];
  await paid(shop, order.buyer, { ...(await orderOf(order)), id: order.id });
  for (const count of [8, 12, 5]) {
    await restock(tool, count);
    await shop.work();
    shop.passTime(1_000);
    await shop.work();
  }
  const told = ({ email }: Person) =>
    shop.mailbox
      .mails()
      .filter(({ recipients, subject }) => recipients.includes(email) && /has arrived$/.test(subject));
  expect(told(unpaid.buyer)).toEqual([]);
  const texts = told(order.buyer).map(({ text }) => text);
  expect(texts).toHaveLength(2);
  expect(texts.toReversed().map((text) => /(\d+) of 25/.exec(text)?.[1])).toEqual(['8', '12']);
  const page = await shop.call('getPurchase', { params: { id: order.id } }, order.buyer);
  const at = expect.any(String);
  expect(page.body.changes).toEqual([8, 12].map((pieces) => ({ what: 'arrived', at, orders: [order.id], pieces })));
});

test('pieces that arrive while people look into the payment are told like others', async () => {
  const tool = await awaited({ available: 5 });
  const order = await buy(tool, 25);
  await paid(shop, order.buyer, { ...(await orderOf(order)), id: order.id });
  await shop.context.db.transaction((tx) =>
    toReview(tx, { id: order.id, state: 'paid', reviewNo: 0 }, 'pi', 'dispute'),
  );
  await restock(tool, 20);
  await shop.work();
  shop.passTime(1_000);
  await shop.work();
  const mails = shop.mailbox.mails().filter(({ recipients }) => recipients.includes(order.buyer.email));
  expect(mails.filter(({ subject }) => /has arrived$/.test(subject))).toHaveLength(1);
});

test('no mail tells of pieces put aside that were refunded before it left', async () => {
  const tool = await awaited({ available: 5 });
  const order = await buy(tool, 25);
  await paid(shop, order.buyer, { ...(await orderOf(order)), id: order.id });
  await restock(tool, 20);
  shop.passTime(1_000);
  await workOutbox(shop.context, SENDERS);
  const { amount } = await orderOf(order);
  const body = { amount, reason: 'Called off' };
  expect(await shop.call('refundPurchase', { params: { id: order.id }, body }, admin)).toMatchObject({ status: 200 });
  await shop.work();
  const mails = shop.mailbox.mails().filter(({ recipients }) => recipients.includes(order.buyer.email));
  expect(mails.filter(({ subject }) => /has arrived$/.test(subject))).toEqual([]);
});

describe('a delivery on another day', () => {
  const edit = async (tool: Tool, restock_at: string | null) => {
    const [by, params] = [await shop.renewed(admin), { id: tool.id }];
    const { version } = (await shop.call('getManagedTool', { params }, by)).body;
    const answer = await shop.call('editTool', { params, body: { version, restock_at } }, by);
    expect(answer.status).toBe(200);
  };
  const told = ({ email }: Person) =>
    shop.mailbox.mails().filter(({ recipients, subject }) => recipients.includes(email) && / comes /.test(subject));
  const later = async () => {
    shop.passTime(120_000);
    await shop.work();
    shop.passTime(1_000);
    await shop.work();
  };

  test('everybody who waits is told once, with the new day and the way to cancel', async () => {
    const tool = await awaited({ available: 10, name: 'Bench Vise' });
    const one = await buy(tool, 30);
    const again = await buy(tool, 5, one.buyer);
    const other = await buy(tool, 40);
    const here = await buy(await awaited(), 1);
    await paid(shop, other.buyer, { ...(await orderOf(other)), id: other.id });
    const promised = (await orderOf(other)).shipBy;
    await edit(tool, day(20));
    // Pages say it at once, mails wait: the day may be a mistake.
    expect((await orderOf(other)).waiting.date).toBe(day(20));
    await shop.work();
    expect(told(other.buyer)).toEqual([]);
    await later();
    for (const { buyer } of [one, other]) expect(told(buyer).map(({ subject }) => subject)).toHaveLength(1);
    expect(told(here.buyer)).toEqual([]);
    const [mail] = told(one.buyer);
    expect(mail?.subject).toMatch(/^Bench Vise: what you wait for comes later, on /);
    for (const part of [
      '20 wait, until now for',
      '5 wait, until now for',
      'Nothing was charged for it',
      '/dashboard/myorders',
    ])
      expect(mail?.text).toContain(part);
    for (const part of ['cancel what waits on the page', '/dashboard/purchases/P-'])
      expect(told(other.buyer)[0]?.text).toContain(part);
    expect((await orderOf(again)).waiting.date).toBe(day(20));
    expect((await orderOf(other)).shipBy).toBe(promised.replace(day(17), day(27)));
    const deeds = await shop.sql`select meta from audit where action = 'order.delivery_moved' and target = ${other.id}`;
    expect(deeds.map(({ meta }) => meta)).toEqual([{ from: day(10), day: day(20) }]);
    const { changes } = (await shop.call('getPurchase', { params: { id: other.id } }, await shop.renewed(other.buyer)))
      .body;
    expect(changes).toMatchObject([{ what: 'delivery_moved', orders: [other.id], day: day(20) }]);
    await edit(tool, day(30));
    await later();
    expect(told(other.buyer)).toHaveLength(2);
    // Without a day nothing new is promised, and what was is kept.
    await edit(tool, null);
    await later();
    expect(told(other.buyer)).toHaveLength(2);
    expect((await orderOf(other)).waiting.date).toBe(day(30));
  });

  test('a new day that is undone within two minutes is told to nobody, and of two only the last is told', async () => {
    const tool = await awaited({ available: 0 });
    const order = await buy(tool, 30);
    await edit(tool, day(40));
    await edit(tool, day(10));
    await later();
    expect(told(order.buyer)).toEqual([]);
    await edit(tool, day(380));
    await edit(tool, day(15));
    await later();
    expect(told(order.buyer)).toHaveLength(1);
    await edit(tool, day(12));
    await later();
    expect(told(order.buyer).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('comes sooner'),
      expect.stringContaining('comes later'),
    ]);
  });
});

test('admins see what is sold ahead, where a restock goes, and what waits for a tool that they archive', async () => {
  const tool = await awaited({ available: 30 });
  const params = { id: tool.id };
  await buy(tool, 100);
  const seen = async () => {
    const by = await shop.renewed(admin);
    const { body: stock } = await shop.call('listStockMoves', { params }, by);
    const { body: managed } = await shop.call('getManagedTool', { params }, by);
    return [stock.available, stock.waiting, managed.tool.available_quantity, managed.sold_ahead];
  };
  expect(await seen()).toEqual([0, 70, 0, 70]);
  const by = await shop.renewed(admin);
  const body = { kind: 'restock', pieces: '50', reason: 'Delivery' };
  const restocked = await shop.call('changeStock', { params, body }, by);
  expect(restocked.body).toEqual({ acknowledged: true, available: 50, waiting: 70, restock_at: null });
  expect(await seen()).toEqual([50, 70, 0, 20]);
  await shop.work();
  expect(await seen()).toEqual([0, 20, 0, 20]);
  const deleted = { acknowledged: true, deletedCount: 1 };
  expect((await shop.call('deleteTool', { params }, by)).body).toEqual({ ...deleted, sold_ahead: 20 });
  const other = await awaited();
  expect((await shop.call('deleteTool', { params: { id: other.id } }, by)).body).toEqual(deleted);
});

test('tools whose sold pieces wait for no day, for one that is over or while archived are told to admins, and their buyers what was promised', async () => {
  const [short, over, archived] = [await awaited({ available: 30 }), await awaited(), await awaited({ available: 0 })];
  const orders = [await buy(short, 100), await buy(over, 185), await buy(archived, 9)];
  const by = await shop.renewed(admin);
  const listed = async () => {
    const { rows, total } = (await shop.call('listUndatedTools', {}, by)).body;
    expect(total).toBe(rows.length);
    return rows.filter(({ _id }: { _id: string }) => [short.id, over.id, archived.id].includes(_id));
  };
  const waits = () => Promise.all(orders.map(async (order) => (await orderOf(order)).waiting));
  expect(await listed()).toEqual([]);
  expect(await waits()).toEqual([70, 5, 9].map((pieces) => ({ pieces, date: day(10), place: 1 })));

  await restock(short, 50, by);
  await shop.sql`update tool set restock_at = '2026-01-02' where id = ${over.id}`;
  const [none, past, gone] = [
    { _id: short.id, name: short.name, pieces: 20, restock_at: null, archived: false },
    { _id: over.id, name: over.name, pieces: 5, restock_at: '2026-01-02', archived: false },
    { _id: archived.id, name: archived.name, pieces: 9, restock_at: day(10), archived: true },
  ];
  expect(await listed()).toEqual([none, past]);
  await shop.call('deleteTool', { params: { id: archived.id } }, by);
  expect(await listed()).toEqual([none, gone, past]);
  await shop.work();
  expect(await listed()).toEqual([none, gone, past]);
  expect(await waits()).toEqual([
    { pieces: 20, date: day(10), place: 1, undated: true },
    { pieces: 5, date: '2026-01-02', place: 1, undated: true },
    { pieces: 9, date: day(10), place: 1 },
  ]);

  for (const { id } of [short, over]) {
    const { version } = (await shop.call('getManagedTool', { params: { id } }, by)).body;
    await shop.call('editTool', { params: { id }, body: { version, restock_at: day(20) } }, by);
  }
  expect(await listed()).toEqual([gone]);
  await shop.call('restoreTool', { params: { id: archived.id } }, by);
  expect(await listed()).toEqual([]);
  expect((await waits()).slice(0, 2)).toEqual([20, 5].map((pieces) => ({ pieces, date: day(20), place: 1 })));
});
