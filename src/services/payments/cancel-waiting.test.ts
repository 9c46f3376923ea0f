import { afterAll, describe, expect, test } from 'vitest';
import { payments } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { type PaidPurchase, paidPurchase } from '../../../tests/harness/paid-purchase.ts';
import { CONTACT, findings, placed, type Tool } from '../../../tests/harness/purchases.ts';
import { cancelWaiting } from './refund-purchase.ts';

const shop = await ownShop();
// Jobs that the database writes are due by its own clock.
shop.passTime(3_600_000);
const pay = payments(shop);
const admin = await shop.person('admin');
const day = new Date(shop.context.clock().getTime() + 10 * 86_400_000).toISOString().slice(0, 10);

afterAll(async () => {
  await shop.work();
  expect(await findings(shop)).toEqual([]);
  expect(shop.troubles).toEqual([]);
});

const awaited = (available: number) => shop.tool({ available, restockAt: day, backorderLimit: 200, minQuantity: 1 });
/** 250 pieces at $10, of which 180 are there: $1,750 with the offer, $7 a piece. */
async function bought() {
  const tool = await awaited(180);
  const its = await paidPurchase(shop, [{ tool, quantity: 250, mayWait: true }]);
  return { ...its, tool };
}
const cancel = (its: { id: string; buyer: Person }, lines: object[], amount: number, key?: string, who = its.buyer) =>
  shop.call(
    'cancelWaiting',
    { params: { id: its.id }, body: { lines, amount }, ...(key && { headers: { 'idempotency-key': key } }) },
    who,
  );
const waits = (pieces: number, order: string) => [{ order, pieces }];
const refund = (its: { id: string }, body: object) =>
  shop.call('refundPurchase', { params: { id: its.id }, body: { reason: 'Damaged', ...body } }, admin);
const restock = (tool: Tool, pieces: number) =>
  shop.call('changeStock', { params: { id: tool.id }, body: { kind: 'restock', pieces, reason: 'Delivery' } }, admin);
const stock = async ({ id }: Tool) => {
  const [row] = await shop.sql`select available, waiting from tool where id = ${id}`;
  return [row?.available, row?.waiting];
};
const pieces = async (id: string) => {
  const [row] = await shop.sql`select hold_quantity, waiting, given_up from orders where id = ${id}`;
  return [row?.hold_quantity, row?.waiting, row?.given_up];
};
const see = async ({ id, buyer }: Pick<PaidPurchase, 'id' | 'buyer'>) =>
  (await shop.call('getPurchase', { params: { id } }, buyer)).body;
const atProvider = async (intentId: string) => (await pay.refunds(intentId)).map(({ amount }) => amount);

describe('the customer cancels what waits', () => {
  test('its money goes back, what is held stays, and whoever is behind moves up', async () => {
    const its = await bought();
    const behind = await placed(shop, await shop.person(), [
      { toolId: its.tool.id, quantity: 10, price: 10, mayWait: true },
    ]);
    expect(await cancel(its, waits(70, its.id), 490)).toMatchObject({ status: 200, body: { no: 1 } });
    expect([await pieces(its.id), await stock(its.tool)]).toEqual([
      [180, 0, 70],
      [0, 10],
    ]);
    await shop.work();
    expect(await atProvider(its.intentId)).toEqual([49_000]);
    const seen = await see(its);
    expect(seen).toMatchObject({ state: 'paid', amount: 1750, refunded: 490, refunds: [{ state: 'succeeded' }] });
    expect(seen.lines[0]).toMatchObject({ state: 'paid', given_up: 70 });
    expect(seen.lines[0]).not.toHaveProperty('waiting');
    // It ships as any other from now on.
    const [days] = [(Date.parse(seen.lines[0].shipBy) - Date.parse(seen.paidAt)) / 86_400_000];
    expect(days).toBeLessThan(8);
    await restock(its.tool, 10);
    await shop.work();
    expect(await pieces(behind.id)).toEqual([10, 0, 0]);
    expect((await shop.call('shipOrder', { params: { id: its.id } }, admin)).status).toBe(200);
    expect((await see(its)).lines[0].state).toBe('shipped');
    const [row] = await shop.sql`
      select refund_line.quantity, of_shipped, of_waiting, back_in_stock, queue_no
        from refund_line join orders on orders.id = order_id where order_id = ${its.id}`;
    expect(row).toEqual({ quantity: 70, of_shipped: 0, of_waiting: 70, back_in_stock: 0, queue_no: null });
  });

  test('some of it keeps the place of the others', async () => {
    const its = await bought();
    const behind = await placed(shop, await shop.person(), [
      { toolId: its.tool.id, quantity: 10, price: 10, mayWait: true },
    ]);
    expect((await cancel(its, waits(30, its.id), 210)).status).toBe(200);
    const later = { pieces: 40, shipBy: expect.any(String) };
    expect((await see(its)).lines[0]).toMatchObject({ given_up: 30, waiting: { pieces: 40 }, later });
    await restock(its.tool, 45);
    await shop.work();
    expect([await pieces(its.id), await pieces(behind.id)]).toEqual([
      [220, 0, 30],
      [5, 5, 0],
    ]);
  });

  test('all of it ends a purchase of which nothing is here, and leaves the other orders of another', async () => {
    const [tool, other] = [await awaited(0), await awaited(5)];
    const lone = await paidPurchase(shop, [{ tool, quantity: 20, mayWait: true }]);
    expect((await cancel(lone, waits(20, lone.id), 140)).status).toBe(200);
    expect((await see(lone)).state).toBe('refund_due');
    const both = await paidPurchase(shop, [
      { tool, quantity: 20, mayWait: true },
      { tool: other, quantity: 8, mayWait: true },
    ]);
    const [first, second] = both.lines.map((order, n) => ({ order, pieces: n === 0 ? 20 : 3 }));
    expect((await cancel(both, [first as object, second as object], 161)).status).toBe(200);
    await shop.work();
    expect((await see(lone)).state).toBe('refunded');
    const seen = await see(both);
    expect(seen.lines.map((line: { state: string }) => line.state)).toEqual(['refunded', 'paid']);
    expect(seen).toMatchObject({ state: 'paid', refunded: 161, refunds: [{ reason: 'Cancelled before it arrived' }] });
    expect([await stock(tool), await stock(other)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('the same request gives back once, also pressed twenty times at once', async () => {
    const its = await bought();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => cancel(its, waits(70, its.id), 490, n < 10 ? 'one-press-of-it' : undefined)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await shop.work();
    expect([await pieces(its.id), await atProvider(its.intentId)]).toEqual([[180, 0, 70], [49_000]]);
    expect(await cancel(its, waits(10, its.id), 70, 'one-press-of-it')).toMatchObject({
      ...{ status: 422, body: { code: 'idempotency_key_reused' } },
    });
  });

  test('nothing happens for another amount, another buyer, or more than waits', async () => {
    const its = await bought();
    const stranger = await shop.person();
    const other = await bought();
    const refusals = [
      [await cancel(its, waits(70, its.id), 489.99), 409, 'amount_changed'],
      [await cancel(its, waits(70, its.id), 490, undefined, stranger), 404, 'order_not_found'],
      [await cancel(its, waits(70, its.id), 490, undefined, admin), 403, 'customer_only'],
      [await cancel(its, waits(70, other.id), 490), 404, 'order_not_found'],
      [await cancel(its, waits(71, its.id), 497), 409, 'fewer_wait'],
      [await cancel(its, [], 0), 400, 'invalid_request'],
      [await cancel(its, [...waits(35, its.id), ...waits(35, its.id)], 490), 400, 'invalid_request'],
    ] as const;
    for (const [answer, status, code] of refusals) expect(answer).toMatchObject({ status, body: { code } });
    const theirs = { lines: [{ order: its.id, pieces: 70 }], amount: 490 };
    const asStranger = await cancelWaiting(shop.context, stranger.id, its.id, theirs);
    expect(asStranger).toEqual({ ok: false, failure: { code: 'order_not_found' } });
    expect(refusals[4][0].body).toMatchObject({ figures: { waiting: 70 } });
    expect(await pieces(its.id)).toEqual([180, 70, 0]);
    await restock(its.tool, 200);
    await shop.work();
    expect((await cancel(its, waits(70, its.id), 490)).body).toMatchObject({
      ...{ code: 'fewer_wait', figures: { waiting: 0 } },
      detail: 'None of them waits any more: they have arrived, or were given back. Nothing was cancelled.',
    });
    await shop.work();
    expect(await atProvider(its.intentId)).toEqual([]);
  });

  test('nothing happens before the payment, and while it is being looked into', async () => {
    const tool = await awaited(5);
    const buyer = await shop.person();
    const lines = [{ tools_id: tool.id, quantity: 8, tools_price: 10, mayWait: true }];
    const { body } = await shop.call('placePurchase', { body: { ...CONTACT, lines } }, buyer);
    const unpaid = { id: body.insertedId as string, buyer };
    expect((await cancel(unpaid, waits(3, unpaid.id), 21)).body.code).toBe('not_refundable');
    const its = await bought();
    await shop.sql`update purchase set state = 'review', review_no = 1, review_reason = 'dispute', review_intent = paid_intent
                    where id = ${its.id}`;
    expect((await cancel(its, waits(70, its.id), 490)).body.code).toBe('not_refundable');
    await shop.sql`update purchase set state = 'paid', review_reason = null, review_intent = null
                    where id = ${its.id}`;
    expect([await pieces(unpaid.id), await pieces(its.id)]).toEqual([
      [5, 3, 0],
      [180, 70, 0],
    ]);
  });
});

describe('an admin gives pieces back', () => {
  test('of what waits first, then of what is held; what has left only when it is named', async () => {
    const its = await bought();
    const ship = { lines: [{ order: its.id, pieces: 100 }] };
    expect((await shop.call('shipPurchase', { params: { id: its.id }, body: ship }, admin)).status).toBe(200);
    expect((await refund(its, { lines: [{ order: its.id, pieces: 5, shipped: 5 }], amount: 35 })).status).toBe(200);
    expect(await pieces(its.id)).toEqual([175, 70, 5]);
    expect((await refund(its, { lines: waits(50, its.id), amount: 350 })).status).toBe(200);
    expect([await pieces(its.id), await stock(its.tool)]).toEqual([
      [175, 20, 55],
      [0, 20],
    ]);
    expect((await refund(its, { lines: waits(30, its.id), amount: 210 })).status).toBe(200);
    expect([await pieces(its.id), await stock(its.tool)]).toEqual([
      [165, 0, 85],
      [10, 0],
    ]);
    expect((await refund(its, { lines: [{ order: its.id, pieces: 71, shipped: 0 }], amount: 497 })).body).toMatchObject(
      {
        ...{ code: 'nothing_to_refund', figures: { line: 1, left: 70 } },
      },
    );
    expect((await refund(its, { amount: 490 })).status).toBe(200);
    await shop.work();
    expect([await pieces(its.id), (await see(its)).lines[0].state]).toEqual([[95, 0, 155], 'shipped']);
  });

  test('all that has not left, with what waits: the purchase ends', async () => {
    const its = await bought();
    expect((await refund(its, { amount: 1750 })).status).toBe(200);
    await shop.work();
    expect([(await see(its)).state, await pieces(its.id), await stock(its.tool)]).toEqual([
      'refunded',
      [0, 0, 250],
      [180, 0],
    ]);
  });
});
