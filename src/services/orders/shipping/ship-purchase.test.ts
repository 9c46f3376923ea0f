import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { failure } from '#model/kernel/outcome.ts';
import { shippingFinalAt } from '#model/orders/order-life.ts';
import type { ShipPurchase } from '#model/purchases/shipment.ts';
import { ownShop } from '../../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../../tests/harness/paid-purchase.ts';
import { setState } from '../../../../tests/harness/purchase-rows.ts';
import { line, placed } from '../../../../tests/harness/purchases.ts';
import { shipPurchase } from './ship-purchase.ts';

const shop = await ownShop();
const [admin, other] = [await shop.person('admin'), await shop.person('admin')];
const tool = await shop.tool({ name: 'Saw', available: 10_000, minQuantity: 1 });

const ship = (id: string, wish: ShipPurchase = {}, key?: string, who = admin) =>
  shipPurchase(shop.context, who.id, id as OrderId, wish, key);
async function shipped(...its: Parameters<typeof ship>) {
  const answer = await ship(...its);
  if (!answer.ok) throw new Error(answer.failure.code);
  return answer.value;
}
/** Twenty pieces of each of two tools. */
async function bought() {
  const its = await paidPurchase(shop, [
    { tool: await shop.tool({ name: 'Axe', minQuantity: 1 }), quantity: 20 },
    { tool, quantity: 20 },
  ]);
  const [axes, saws] = its.lines as [OrderId, OrderId];
  return { ...its, axes, saws };
}
const left = async (id: string) =>
  (await shop.sql`select shipped_quantity as n from orders where purchase_id = ${id} order by line_no`).map(
    ({ n }) => n,
  );

describe('pieces leave', () => {
  test('together, each line once: what left, how and who sent it is kept, and its mail may still be taken back', async () => {
    const { id, axes, saws } = await bought();
    const lines = [
      { order: saws, pieces: 3 },
      { order: axes, pieces: 5 },
      { order: saws, pieces: 4 },
    ];
    const made = await shipped(id, { lines, carrier: 'UPS', tracking: '1Z 999' });
    expect(made.no).toBe(1);
    expect(made.lines.toSorted((one, it) => one.pieces - it.pieces)).toEqual([
      { order: axes, pieces: 5 },
      { order: saws, pieces: 7 },
    ]);
    expect(await left(id)).toEqual([5, 7]);
    const [row] = await shop.sql`select person_id, carrier, tracking, tells, at from shipment where id = ${made.id}`;
    const how = { carrier: 'UPS', tracking: '1Z 999', tells: true, at: shop.context.clock() };
    expect({ ...row }).toEqual({ person_id: admin.id, ...how });
    const deeds = await shop.sql`select target, actor, meta from audit where action = 'order.shipped'
      and target in (${axes}, ${saws}) order by meta ->> 'pieces'`;
    expect([...deeds]).toEqual([
      { target: axes, actor: admin.id, meta: { pieces: 5, no: 1 } },
      { target: saws, actor: admin.id, meta: { pieces: 7, no: 1 } },
    ]);
    const mails = await shop.sql`select kind, payload, run_at from job where key = ${`mail.order-sent:${made.id}`}`;
    const about = { orderId: id, shipmentId: made.id };
    expect([...mails]).toEqual([
      { kind: 'mail.order-sent', payload: about, run_at: shippingFinalAt(shop.context.clock()) },
    ]);
  });

  test('all that are here when none are named, and then none', async () => {
    const { id, axes, saws } = await bought();
    await ship(id, { lines: [{ order: axes, pieces: 20 }] });
    expect(await shipped(id)).toMatchObject({ no: 2, lines: [{ order: saws, pieces: 20 }] });
    expect(await left(id)).toEqual([20, 20]);
    expect(await ship(id)).toMatchObject({
      ok: false,
      failure: { code: 'nothing_to_ship', figures: { did: 'shipped' } },
    });
    const [row] =
      await shop.sql`select count(shipped_at)::int as n, max(shipped_at) as at from orders where purchase_id = ${id}`;
    expect({ ...row }).toEqual({ n: 2, at: shop.context.clock() });
  });

  test('without a mail where its customer is not to be told, and without a tracking number that is empty', async () => {
    const { id } = await bought();
    const made = await shipped(id, { tell: false, tracking: '' });
    expect(await shop.sql`select from job where key = ${`mail.order-sent:${made.id}`}`).toHaveLength(0);
    const [row] = await shop.sql`select carrier, tracking, tells from shipment where id = ${made.id}`;
    expect({ ...row }).toEqual({ carrier: null, tracking: null, tells: false });
  });

  test('once for a key, which stands for these pieces of this purchase and what is said of them, by this admin', async () => {
    const [{ id, axes, saws }, another] = [await bought(), await bought()];
    const wish = { lines: [{ order: axes, pieces: 5 }] };
    const made = await shipped(id, wish, 'a-key');
    expect(await shipped(id, wish, 'a-key')).toEqual(made);
    const reused = failure({ code: 'idempotency_key_reused', figures: {} });
    expect(await ship(id, { lines: [{ order: saws, pieces: 5 }] }, 'a-key')).toEqual(reused);
    expect(await ship(id, { lines: [{ order: axes, pieces: 6 }] }, 'a-key')).toEqual(reused);
    expect(await ship(another.id, { lines: [{ order: another.axes, pieces: 5 }] }, 'a-key')).toEqual(reused);
    for (const said of [{ carrier: 'UPS' }, { tracking: '1Z999AA10123456784' }, { tell: false }] as const)
      expect(await ship(id, { ...wish, ...said }, 'a-key')).toEqual(reused);
    expect([await left(id), await left(another.id)]).toEqual([
      [5, 0],
      [0, 0],
    ]);
    expect(await shipped(id, wish, 'a-key', other)).toMatchObject({ no: 2 });
    expect(await shipped(id, wish)).toMatchObject({ no: 3 });
    expect(await left(id)).toEqual([15, 0]);
  });
});

describe('nothing leaves', () => {
  test('of a purchase that there is not, or that is not paid, or not any more', async () => {
    expect(await ship(randomUUID())).toEqual(failure({ code: 'order_not_found' }));
    const { id } = await placed(shop, await shop.person(), [line(tool)]);
    expect(await ship(id)).toEqual(failure({ code: 'order_not_paid', figures: undefined }));
    const its = await bought();
    await shop.sql`insert into audit (actor, action, target) values (${other.id}, 'order.review', ${its.id})`;
    await setState(shop.sql, its.id, 'review', { review_reason: 'dispute', review_intent: its.intentId });
    expect(await ship(its.id)).toMatchObject({ failure: { code: 'order_not_paid', figures: { did: 'put_aside' } } });
  });

  test('of a line of another purchase, or more than is here, which names the line and its tool', async () => {
    const [{ id, axes, saws }, another] = [await bought(), await bought()];
    expect(await ship(id, { lines: [{ order: another.axes, pieces: 1 }] })).toEqual(
      failure({ code: 'order_not_found' }),
    );
    const lines = [
      { order: axes, pieces: 1 },
      { order: saws, pieces: 15 },
      { order: saws, pieces: 6 },
    ];
    const figures = { line: 3, left: 5, tool: 'Saw' };
    expect(await ship(id, { lines })).toEqual(failure({ code: 'pieces_not_here', figures }));
    expect(await left(id)).toEqual([0, 0]);
    await ship(id, { lines: [{ order: saws, pieces: 20 }] });
    const none = { line: 1, left: 0, tool: 'Saw' };
    const more = { lines: [{ order: saws, pieces: 1 }] };
    expect(await ship(id, more)).toEqual(failure({ code: 'pieces_not_here', figures: none }));
  });

  test('of what somebody else has sent or given back since its page was shown', async () => {
    const { id, axes } = await bought();
    const part = { lines: [{ order: axes, pieces: 2 }] };
    await ship(id, { ...part, sent: 0 }, undefined, other);
    const theirs = { did: 'shipped', by: other.name, at: expect.any(String) };
    expect(await ship(id, { ...part, sent: 0 })).toEqual(
      failure({ code: 'shipped_meanwhile', figures: { sent: 2, ...theirs } }),
    );
    await shop.sql`insert into audit (actor, action, target) values (${other.id}, 'refund.decided', ${id})`;
    const all = { lines: [{ order: axes, pieces: 19 }] };
    const figures = { line: 1, left: 18, tool: 'Axe' };
    expect(await ship(id, all)).toEqual(failure({ code: 'pieces_not_here', figures }));
    expect(await ship(id, { ...all, sent: 2 })).toEqual(
      failure({ code: 'pieces_not_here', figures: { ...figures, ...theirs, did: 'refunded' } }),
    );
  });

  test('while all that is left waits for a delivery', async () => {
    const day = new Date(shop.context.clock().getTime() + 10 * 86_400_000).toISOString().slice(0, 10);
    const awaited = await shop.tool({ available: 4, restockAt: day, backorderLimit: 200, minQuantity: 1 });
    const { id } = await paidPurchase(shop, [{ tool: awaited, quantity: 10, mayWait: true }]);
    expect(await shipped(id)).toMatchObject({ lines: [{ pieces: 4 }] });
    expect(await ship(id)).toEqual(failure({ code: 'pieces_awaited', figures: { waiting: 6 } }));
  });
});
