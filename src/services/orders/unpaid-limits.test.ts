import { sql, TransactionRollbackError } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { UnpaidLimits } from '#model/orders/order-life.ts';
import { type CallAnswer, ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { linked, payByLink, promised } from '../../../tests/harness/promises.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { shopState } from '../../../tests/harness/shop-state.ts';
import { type Customer, placeOrder } from './place-purchase.ts';

const shop = await ownShop({ orders: 3, stockPercent: 50 });
const tools = await Promise.all([1, 2, 3, 4, 5].map(() => shop.tool()));

const order = (who: Person, toolId: string | undefined, quantity = 5): Promise<CallAnswer> =>
  shop.call(
    'placeOrder',
    { body: { phone: '5550142200', address: '1 Main Street', quantity, tools_price: 10, tools_id: toolId } },
    who,
  );
const statuses = (answers: CallAnswer[]) => answers.map((it) => it.status).toSorted();

describe('how many unpaid orders', () => {
  test('the fourth is refused in words that say what to do, takes nothing, and is taken once one is cancelled', async () => {
    const buyer = await shop.person();
    const placed = [];
    for (const { id } of tools.slice(0, 3)) placed.push(await order(buyer, id));
    const before = await shopState(shop.sql);
    expect(await order(buyer, tools[3]?.id)).toMatchObject({
      status: 409,
      body: {
        code: 'too_many_unpaid',
        detail: 'You have 3 unpaid orders. Pay or cancel one of them, then order again.',
      },
    });
    expect(await shopState(shop.sql)).toBe(before);
    await shop.call('cancelOrder', { params: { id: placed[1]?.body.insertedId } }, buyer);
    expect((await order(buyer, tools[3]?.id)).status).toBe(200);
    expect((await order(buyer, tools[4]?.id)).body.code).toBe('too_many_unpaid');
  });

  test('an order whose hold or whose life is just being ended is still one of them', async () => {
    const buyer = await shop.person();
    const placed = [];
    for (const { id } of tools.slice(0, 3)) placed.push((await order(buyer, id)).body.insertedId);
    for (const state of ['expiring', 'cancelling'] as const) {
      await setState(shop.sql, placed[0], state);
      expect((await order(buyer, tools[3]?.id)).body.code).toBe('too_many_unpaid');
    }
    await setState(shop.sql, placed[0], 'cancelled');
    expect((await order(buyer, tools[3]?.id)).status).toBe(200);
  });

  test('holds for 20 orders of 5 tools at once too', async () => {
    const buyer = await shop.person();
    const many = Array.from({ length: 20 }, (_, n) => order(buyer, tools[n % 5]?.id));
    expect(statuses(await Promise.all(many))).toEqual([200, 200, 200, ...Array(17).fill(409)]);
    const places = await shop.sql`select unpaid_place from purchase where person_id = ${buyer.id} order by 1`;
    expect(places.map((it) => it.unpaid_place)).toEqual([1, 2, 3]);
  });

  test("one customer's orders are not another's", async () => {
    const [one, other] = [await shop.person(), await shop.person()];
    for (const who of [one, other, one, other, one, other])
      expect((await order(who, (await shop.tool()).id)).status).toBe(200);
  });
});

describe('how much of a tool', () => {
  test('one order may take all there is', async () => {
    const { id } = await shop.tool({ available: 40 });
    expect((await order(await shop.person(), id, 40)).status).toBe(200);
  });

  test('a second may not take the first beyond half', async () => {
    const { id } = await shop.tool({ available: 40 });
    const buyer = await shop.person();
    expect((await order(buyer, id, 10)).status).toBe(200);
    expect(await order(buyer, id, 11)).toMatchObject({
      status: 409,
      body: {
        code: 'too_much_unpaid',
        detail:
          'Your unpaid orders already hold 10 pieces of this tool. Enter 10 or fewer, or pay or cancel one of them first.',
      },
    });
    expect((await order(buyer, id, 10)).status).toBe(200);
    expect((await order(buyer, id, 5)).body.detail).toBe(
      'Your unpaid orders already hold 20 pieces of this tool. Pay or cancel one of them, then order again.',
    );
    expect((await order(await shop.person(), id, 20)).status).toBe(200);
  });

  test('nor by a promise that its customer orders, who is told of which line; whoever has its link pays at once', async () => {
    const [buyer, tool] = [await shop.person(), await shop.tool({ available: 530 })];
    const { number, token } = await promised(shop, buyer, [
      { tool: await shop.tool(), quantity: 10 },
      { tool, quantity: 300 },
    ]);
    expect((await order(buyer, tool.id, 30)).status).toBe(200);
    const [way] = (await linked(shop, token)).ways;
    const body = { way: 'all', amount: way?.amount };
    expect(await shop.call('orderPromise', { params: { number }, body }, buyer)).toMatchObject({
      status: 409,
      body: { code: 'lines_refused', lines: [{ line: 2, code: 'too_much_unpaid', figures: { held: 30, left: 235 } }] },
    });
    expect(await payByLink(shop, token)).toMatchObject({ status: 200, body: { amount: way?.amount } });
  });

  test('what is held of another tool does not count', async () => {
    const [one, other] = [await shop.tool({ available: 40 }), await shop.tool({ available: 40 })];
    const buyer = await shop.person();
    expect((await order(buyer, one.id, 40)).status).toBe(200);
    expect((await order(buyer, other.id, 40)).status).toBe(200);
  });

  test('holds for orders at once too', async () => {
    const { id } = await shop.tool({ available: 40 });
    const buyer = await shop.person();
    const answers = await Promise.all([1, 2, 3].map(() => order(buyer, id, 10)));
    expect(statuses(answers)).toEqual([200, 200, 409]);
  });

  test('what is sold out says so, whatever the limits', async () => {
    const { id } = await shop.tool({ available: 8 });
    const buyer = await shop.person();
    await order(buyer, id, 5);
    expect((await order(buyer, id, 5)).body.code).toBe('out_of_stock');
  });
});

describe('which limit an order would break', () => {
  test('is said with its figures, and is none when it is not broken', async () => {
    const buyer = await shop.person();
    const tool = await shop.tool({ available: 40 });
    await order(buyer, tool.id, 10);
    const tried = async (quantity: number, limits: UnpaidLimits, available: number, toolId: string) => {
      const request = { phone: '5550142200', address: '1 Main Street', quantity, tools_price: 10, tools_id: toolId };
      const who = { ...buyer, network: 'of a test' } as unknown as Customer;
      const { db } = shop.context;
      let placed: Awaited<ReturnType<typeof placeOrder>> | undefined;
      const undone = db.transaction(async (tx) => {
        await tx.execute(sql`update tool set available = ${available} where id = ${toolId}`);
        const within = { ...shop.context, db: tx as unknown as typeof db, limits };
        placed = await placeOrder(within, who, request as never, undefined);
        tx.rollback();
      });
      await expect(undone).rejects.toThrow(TransactionRollbackError);
      return placed?.ok === false ? placed.failure : undefined;
    };
    const asked = (quantity: number, its: Partial<UnpaidLimits> = {}, available = 30) =>
      tried(quantity, { orders: 3, stockPercent: 50, ...its }, available, tool.id);
    expect(await asked(10)).toBeUndefined();
    const { minQuantity: least } = tool;
    expect(await asked(11)).toEqual({ code: 'too_much_unpaid', figures: { held: 10, left: 10, least } });
    expect(await asked(30, { stockPercent: 0 })).toBeUndefined();
    expect(await asked(6, {}, 20)).toMatchObject({ figures: { held: 10, left: 5, least } });
    expect(await asked(5, {}, 18)).toMatchObject({ figures: { held: 10, left: 4, least } });
    const unheld = await shop.tool({ available: 40 });
    expect(await tried(40, { orders: 3, stockPercent: 50 }, 40, unheld.id)).toBeUndefined();
    expect(await asked(5, { orders: 1 })).toMatchObject({ code: 'too_many_unpaid' });
    expect(await asked(5, { orders: 2 })).toBeUndefined();
  });

  test('is told although the order asked for all there is', async () => {
    const buyer = await shop.person();
    for (const { id } of tools.slice(0, 3)) await order(buyer, id);
    const { id } = await shop.tool({ available: 5 });
    expect((await order(buyer, id, 5)).body.code).toBe('too_many_unpaid');
  });
});

test.each([
  [{ orders: 2, stockPercent: 0 }, 1],
  [{ orders: 0, stockPercent: 50 }, 1],
  [{ orders: 0, stockPercent: 0 }, null],
])('with the limits %j an unpaid order has the place %s among those of its customer', async (limits, place) => {
  const buyer = await shop.person();
  const request = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10 };
  const { id } = await shop.tool();
  const context = { ...shop.context, limits };
  await placeOrder(
    context,
    { ...buyer, network: '' } as unknown as Customer,
    { ...request, tools_id: id } as never,
    undefined,
  );
  const rows = await shop.sql`select unpaid_place as place from purchase where person_id = ${buyer.id}`;
  expect([...rows]).toEqual([{ place }]);
});

test('no order of locks was ever crossed', async () => {
  const [row] = await shop.sql`select deadlocks from pg_stat_database where datname = current_database()`;
  expect(row?.deadlocks).toBe(0);
});
