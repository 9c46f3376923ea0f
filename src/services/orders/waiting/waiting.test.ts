import { afterAll, describe, expect, test } from 'vitest';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { begun, paid, payments } from '../../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../../tests/harness/own-shop.ts';
import { CONTACT, findings, placed, type Tool } from '../../../../tests/harness/purchases.ts';
import { expireHolds } from '../../payments/expire-holds.ts';

const shop = await ownShop();
shop.toNextDay();
const admin = await shop.person('admin');
const HOUR = 3_600_000;
const day = (days: number) => new Date(shop.context.clock().getTime() + days * 24 * HOUR).toISOString().slice(0, 10);

afterAll(async () => {
  await shop.work();
  expect(await findings(shop)).toEqual([]);
  expect(shop.troubles).toEqual([]);
});

const awaited = (its: Parameters<typeof shop.tool>[0] = {}) =>
  shop.tool({ available: 180, restockAt: day(10), backorderLimit: 200, minQuantity: 1, ...its });
const wish = (tool: Tool, quantity: number, mayWait = true) => ({
  toolId: tool.id,
  quantity,
  price: tool.price,
  mayWait,
});
const buy = async (tool: Tool, quantity: number, who?: Person) => {
  const buyer = who ?? (await shop.person());
  const { id } = await placed(shop, buyer, [wish(tool, quantity)]);
  return { id, buyer };
};
const asked = async (lines: object[], who?: Person) =>
  shop.call('placePurchase', { body: { ...CONTACT, lines } }, who ?? (await shop.person()));
const stock = async ({ id }: { id: string }) => {
  const [row] = await shop.sql`select available, waiting from tool where id = ${id}`;
  return [row?.available, row?.waiting];
};
/** Held, waiting, holds taken. */
const pieces = async (id: string) => {
  const [row] = await shop.sql`select hold_quantity, waiting, hold_no, queue_no from orders where id = ${id}`;
  expect(Number(row?.waiting) > 0 && row?.queue_no === null).toBe(false);
  return [row?.hold_quantity, row?.waiting, row?.hold_no];
};
const restock = (tool: Tool, count: number) =>
  shop.call(
    'changeStock',
    { params: { id: tool.id }, body: { kind: 'restock', pieces: String(count), reason: 'Delivery' } },
    admin,
  );
const expire = async (id: string) => {
  await shop.sql`update purchase set hold_until = now() - interval '1 day' where id = ${id}`;
  await expireHolds(shop.context);
};
const orderOf = async ({ id, buyer }: { id: string; buyer: Person }) =>
  (await shop.call('getOrder', { params: { id } }, buyer)).body;
const press = async (order: { id: string; buyer: Person }) => {
  const { amount: price } = await orderOf(order);
  return shop.call('createPaymentIntent', { body: { price, order_id: order.id } }, order.buyer);
};

describe('placing', () => {
  test('a line takes what is there and waits for the rest, where its buyer says so and the tool allows it', async () => {
    const tool = await awaited();
    const line = { tools_id: tool.id, quantity: 250, tools_price: 10 };
    const refused = { status: 409, body: { code: 'lines_refused', lines: [{ code: 'out_of_stock' }] } };
    const figures = { available: 180, least: 1, pack: 1 };
    for (const one of [line, { ...line, mayWait: false }]) {
      const answer = await asked([one]);
      expect(answer).toMatchObject(refused);
      expect(answer.body.lines[0].figures).toEqual(figures);
    }
    expect((await asked([{ ...line, mayWait: 'yes' }])).status).toBe(400);
    expect((await asked([{ ...line, quantity: 381, mayWait: true }])).body.lines).toEqual([
      {
        ...{ line: 1, code: 'out_of_stock' },
        figures: { available: 180, least: 1, pack: 1, waits: 'limit', day: day(10), later: 200, most: 380 },
        detail: expect.stringMatching(
          /^Only 180 pieces are available, and 200 may wait for the delivery of .+\. Enter 1 to 380\.$/,
        ),
      },
    ]);
    const { status, body } = await asked([{ ...line, mayWait: true }]);
    expect(status).toBe(200);
    expect(await pieces(body.insertedId)).toEqual([180, 70, 1]);
    expect(await stock(tool)).toEqual([0, 70]);
    const [row] = await shop.sql`
      select promised_at::text as day, (select delta from stock_move where order_id = orders.id) as moved from orders
       where id = ${body.insertedId}`;
    expect(row).toEqual({ day: day(10), moved: -180 });
    // Nothing is left of the stock: a line may wait as a whole, within the limit.
    expect(await asked([{ ...line, quantity: 131, mayWait: true }])).toMatchObject(refused);
    const behind = await asked([{ ...line, quantity: 130, mayWait: true }]);
    expect(await pieces(behind.body.insertedId)).toEqual([0, 130, 0]);
    expect((await asked([{ ...line, quantity: 1, mayWait: true }])).body.lines).toMatchObject([
      { code: 'out_of_stock', figures: { available: 0 } },
    ]);
  });

  test('a buyer may say how many may wait at most, and until when', async () => {
    const tool = await awaited();
    const line = { tools_id: tool.id, quantity: 250, tools_price: 10, mayWait: true };
    const most = {
      waits: 'wait_most',
      later: 69,
      most: 249,
      said: /, and 69 may wait for .+ as you allow\. Enter 1 to 249\.$/,
    };
    const until = {
      waits: 'wait_until',
      most: 180,
      said: /, and the delivery of .+ comes later than you allow\. Enter 1 to 180\.$/,
    };
    for (const [its, { said, ...figures }] of [
      [{ waitMost: 69 }, most],
      [{ waitUntil: day(9) }, until],
      [{ waitMost: 69, waitUntil: day(11) }, most],
    ] as const) {
      const { status, body } = await asked([{ ...line, ...its }]);
      expect(status).toBe(409);
      expect(body.lines).toMatchObject([
        { code: 'out_of_stock', figures: { available: 180, day: day(10), ...figures } },
      ]);
      expect(body.lines[0].detail).toMatch(said);
    }
    for (const wrong of [{ waitMost: 0 }, { waitUntil: 'soon' }])
      expect((await asked([{ ...line, ...wrong }])).status).toBe(400);
    expect(await stock(tool)).toEqual([180, 0]);
    expect((await asked([{ ...line, waitMost: 70, waitUntil: day(10) }])).status).toBe(200);
    expect(await stock(tool)).toEqual([0, 70]);
  });

  test.each([
    ['no day is known', { restockAt: null }],
    ['the day is over', { restockAt: '2020-01-01' }],
    ['nothing may be sold ahead', { backorderLimit: 0 }],
  ])('nothing waits where %s', async (_, its) => {
    const tool = await awaited(its);
    const answer = await asked([{ tools_id: tool.id, quantity: 250, tools_price: 10, mayWait: true }]);
    expect(answer.body.lines).toMatchObject([
      { code: 'out_of_stock', detail: 'Only 180 pieces are available. Enter 1 to 180.' },
    ]);
    expect(answer.body.lines[0].figures).toEqual({ available: 180, least: 1, pack: 1 });
    expect(await stock(tool)).toEqual([180, 0]);
  });

  test('what may wait and need not does not; of what waits whole packs are taken', async () => {
    const tool = await awaited({ available: 188, pack: 12, minQuantity: 12 });
    const whole = await buy(tool, 24);
    expect(await pieces(whole.id)).toEqual([24, 0, 1]);
    const part = await buy(tool, 252);
    expect(await pieces(part.id)).toEqual([156, 96, 1]);
    expect(await stock(tool)).toEqual([8, 96]);
    expect((await shop.call('getTool', { params: { id: tool.id } })).body).toMatchObject({
      ...{ available_quantity: 0, restock: { left: 104 } },
    });
    // 8 of them are no whole pack, and of the 104 that may wait 96 are.
    const more = await asked([{ tools_id: tool.id, quantity: 108, tools_price: 10, mayWait: true }]);
    expect(more.body.lines[0].figures).toMatchObject({ waits: 'limit', later: 96, most: 96 });
  });
});

describe('who waits comes first', () => {
  test('pieces that come serve those who wait in the order in which they asked, in parts if need be', async () => {
    const tool = await awaited({ available: 0 });
    const [first, second, third] = [await buy(tool, 50), await buy(tool, 40), await buy(tool, 30)];
    await restock(tool, 60);
    // Before the job has run, nobody else is offered any of them.
    expect((await asked([{ tools_id: tool.id, quantity: 1, tools_price: 10 }])).status).toBe(409);
    await shop.work();
    expect(await pieces(first.id)).toEqual([50, 0, 1]);
    expect(await pieces(second.id)).toEqual([10, 30, 1]);
    expect(await pieces(third.id)).toEqual([0, 30, 0]);
    expect((await orderOf(third)).waiting).toEqual({ pieces: 30, date: day(10), undated: true, place: 2 });
    const [listed] = (await shop.call('listMyOrders', { params: { email: third.buyer.email } }, third.buyer)).body;
    expect(listed.waiting).toEqual({ pieces: 30, date: day(10), undated: true, place: 2 });
    await restock(tool, 65);
    await shop.work();
    expect([await pieces(second.id), await pieces(third.id)]).toEqual([
      [40, 0, 2],
      [30, 0, 1],
    ]);
    expect(await stock(tool)).toEqual([5, 0]);
    const served =
      await shop.sql`select meta from audit where action = 'order.served' and target = ${second.id} order by id`;
    expect(served.map(({ meta }) => meta)).toEqual([
      { pieces: 10, waiting: 30 },
      { pieces: 30, waiting: 0 },
    ]);
  });

  test('the end of a hold, a cancelled order and a line taken out serve them as well', async () => {
    const tool = await awaited({ available: 60 });
    const other = await awaited();
    const [ends, cancelled] = [await buy(tool, 20), await buy(tool, 20)];
    const buyer = await shop.person();
    const { lines } = await placed(shop, buyer, [wish(other, 1), wish(tool, 20)]);
    const waits = await buy(tool, 60);
    expect(await pieces(waits.id)).toEqual([0, 60, 0]);
    await expire(ends.id);
    await shop.work();
    expect(await pieces(waits.id)).toEqual([20, 40, 1]);
    await shop.call('cancelOrder', { params: { id: cancelled.id } }, cancelled.buyer);
    await shop.work();
    expect(await pieces(waits.id)).toEqual([40, 20, 2]);
    await shop.call('cancelOrder', { params: { id: lines[1] ?? '' } }, buyer);
    await shop.work();
    expect(await pieces(waits.id)).toEqual([60, 0, 3]);
    expect(await stock(tool)).toEqual([0, 0]);
  });

  test('a place that is given up makes room where only whole packs are served', async () => {
    const tool = await awaited({ available: 0 });
    const buyer = await shop.person();
    const { lines } = await placed(shop, buyer, [wish(await awaited(), 1), wish(tool, 12)]);
    const behind = await buy(tool, 5);
    await shop.sql`update tool set pack = 12, min_quantity = 12 where id = ${tool.id}`;
    await restock(tool, 8);
    await shop.work();
    expect([await pieces(lines[1] ?? ''), await pieces(behind.id)]).toEqual([
      [0, 12, 0],
      [0, 5, 0],
    ]);
    await shop.call('cancelOrder', { params: { id: lines[1] ?? '' } }, buyer);
    await shop.work();
    expect([await pieces(lines[1] ?? ''), await pieces(behind.id)]).toEqual([
      [0, 0, 0],
      [5, 0, 1],
    ]);
    expect(await stock(tool)).toEqual([3, 0]);
  });

  test('whoever gives up a place makes room for those behind, also where only whole packs are served', async () => {
    const tool = await awaited({ available: 8, pack: 12, minQuantity: 12 });
    const [first, second] = [await buy(tool, 12), await buy(tool, 12)];
    expect(await pieces(first.id)).toEqual([0, 12, 0]);
    await shop.sql`update tool set pack = 1 where id = ${tool.id}`;
    await shop.work();
    expect(await pieces(first.id)).toEqual([8, 4, 1]);
    await shop.call('cancelOrder', { params: { id: first.id } }, first.buyer);
    await shop.work();
    expect(await pieces(first.id)).toEqual([0, 0, 1]);
    expect(await pieces(second.id)).toEqual([8, 4, 1]);
    expect(await stock(tool)).toEqual([0, 4]);
  });

  test('the end of its hold gives back pieces and place; it waits again, at the end of the queue', async () => {
    const tool = await awaited({ available: 10 });
    const [early, late] = [await buy(tool, 30), await buy(tool, 30)];
    await expire(early.id);
    await shop.work();
    expect([await pieces(early.id), await pieces(late.id)]).toEqual([
      [0, 0, 1],
      [10, 20, 1],
    ]);
    await restock(tool, 25);
    await shop.sql`update tool set restock_at = ${day(10)} where id = ${tool.id}`;
    // 20 of those that have come are for who waits.
    expect((await press(early)).status).toBe(200);
    expect(await pieces(early.id)).toEqual([5, 25, 2]);
    await shop.work();
    expect([await pieces(early.id), await pieces(late.id)]).toEqual([
      [5, 25, 2],
      [30, 0, 2],
    ]);
  });

  test('it does not wait again for a later day than was promised, nor beyond the limit', async () => {
    const tool = await awaited({ available: 10 });
    const order = await buy(tool, 30);
    await expire(order.id);
    for (const change of [{ restockAt: day(11) }, { restockAt: null }, { backorderLimit: 19 }]) {
      await shop.sql`update tool set restock_at = ${day(10)}, backorder_limit = 200 where id = ${tool.id}`;
      for (const [column, value] of Object.entries(change))
        if (column === 'restockAt')
          await shop.sql`update tool set restock_at = ${value as string} where id = ${tool.id}`;
        else await shop.sql`update tool set backorder_limit = ${value as number} where id = ${tool.id}`;
      expect((await press(order)).body).toMatchObject({ code: 'out_of_stock' });
      expect(await pieces(order.id)).toEqual([0, 0, 1]);
    }
    await shop.sql`update tool set restock_at = ${day(9)} where id = ${tool.id}`;
    await shop.sql`update tool set backorder_limit = 200 where id = ${tool.id}`;
    expect((await press(order)).status).toBe(200);
    expect(await pieces(order.id)).toEqual([10, 20, 2]);
  });
});

describe('paying and shipping', () => {
  test('pieces that came after a list was shown do not leave with those that it showed', async () => {
    const tool = await awaited();
    const order = await buy(tool, 250);
    await paid(shop, order.buyer, { ...(await orderOf(order)), id: order.id });
    await restock(tool, 70);
    await shop.work();
    const press = (query: Record<string, string>) => shop.call('shipOrder', { params: { id: order.id }, query }, admin);
    const shown = { pieces: '180', sent: '0' };
    expect((await press({ ...shown, pieces: '251' })).body).toMatchObject({
      ...{ code: 'pieces_not_here', figures: { left: 250 } },
    });
    expect((await press(shown)).body).toMatchObject({ modifiedCount: 1, shipped: 180, waiting: 0 });
    expect((await press(shown)).body).toMatchObject({ code: 'shipped_meanwhile', figures: { sent: 180 } });
    expect((await press({ pieces: '70', sent: '180' })).body).not.toHaveProperty('shipped');
    expect(await orderOf(order)).toMatchObject({ state: 'shipped' });
  });

  test('an order is paid with what waits; what is here ships, and the rest when it comes', async () => {
    const tool = await awaited();
    const order = await buy(tool, 250);
    const view = await orderOf(order);
    expect(view).toMatchObject({
      ...{ state: 'unpaid', quantity: 250, holdUntil: expect.any(String) },
      waiting: { pieces: 70, date: day(10), place: 1 },
    });
    await paid(shop, order.buyer, { ...view, id: order.id });
    const promise = new Date(`${day(10 + SHOP_FACTS.shippingDays)}T10:00:00Z`).toISOString();
    const { paidAt, shipBy } = await orderOf(order);
    expect((Date.parse(shipBy) - Date.parse(paidAt)) / 86_400_000).toBe(SHOP_FACTS.shippingDays);
    shop.passTime(2_000);
    await shop.work();
    const receipts = shop.mailbox.mails().filter(({ subject }) => subject.startsWith('Receipt'));
    expect(receipts[0]?.text).toMatch(/Of its 250 pieces 180 ship by .*, 70 by .*\. What waits/);
    const ship = () => shop.call('shipOrder', { params: { id: order.id } }, admin);
    const shipAll = (lines?: object[]) =>
      shop.call('shipPurchase', { params: { id: order.id }, body: lines ? { lines } : {} }, admin);
    expect((await shipAll([{ order: order.id, pieces: 181 }])).body).toMatchObject({
      ...{ code: 'pieces_not_here', figures: { line: 1, left: 180 } },
    });
    expect((await ship()).body).toMatchObject({ acknowledged: true, modifiedCount: 1, shipped: 180, waiting: 70 });
    expect(await orderOf(order)).toMatchObject({ state: 'paid', shipped: 180, shipBy: promise });
    const awaits = (waiting: number) => ({
      ...{ status: 409, body: { code: 'pieces_awaited', figures: { waiting } } },
    });
    expect(await ship()).toMatchObject(awaits(70));
    expect(await shipAll()).toMatchObject(awaits(70));
    expect((await shipAll([{ order: order.id, pieces: 1 }])).body.code).toBe('pieces_not_here');
    await restock(tool, 69);
    await shop.work();
    expect((await ship()).status).toBe(200);
    expect(await ship()).toMatchObject(awaits(1));
    await restock(tool, 1);
    await shop.work();
    expect((await shipAll()).status).toBe(200);
    expect(await orderOf(order)).toMatchObject({ state: 'shipped', shipBy: promise });
    expect(await orderOf(order)).not.toHaveProperty('waiting');
    expect((await ship()).body).toMatchObject({ modifiedCount: 0 });
  });

  test('whoever has paid when the hold ends keeps pieces and place', async () => {
    const tool = await awaited({ available: 5 });
    const order = await buy(tool, 10);
    const { clientSecret } = await begun(shop, order.buyer, { ...(await orderOf(order)), id: order.id });
    await payments(shop).confirm(clientSecret);
    await expire(order.id);
    await shop.work();
    expect((await orderOf(order)).state).toBe('paid');
    expect(await pieces(order.id)).toEqual([5, 5, 1]);
  });
});
