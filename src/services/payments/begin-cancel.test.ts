import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { failure, success } from '#model/kernel/outcome.ts';
import type { PurchaseState } from '#model/purchases/purchase-life.ts';
import { begun } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../tests/harness/paid-purchase.ts';
import { placed, toolsOf } from '../../../tests/harness/purchases.ts';
import { beginCancel, type Canceller } from './begin-cancel.ts';

const shop = await ownShop();
const [admin, stranger] = [await shop.person('admin'), await shop.person()];
const byAdmin = { adminId: admin.id };
const tools = await toolsOf(shop, 3, { available: 10_000, minQuantity: 5 });

const cancel = (by: Canceller, its: string, orders: readonly string[] = [its]) =>
  shop.context.db.transaction((tx) => beginCancel(tx, by, { purchase: its, orders }));
const unchanged = success({ changed: false });
const changed = success({ changed: true });

/** Of three lines, that waits for its payment. */
async function unpaid() {
  const buyer = await shop.person();
  const { id, lines } = await placed(
    shop,
    buyer,
    tools.map((tool) => ({ toolId: tool.id, quantity: 5, price: tool.price })),
  );
  const [first, second, third] = lines as unknown as [string, string, string];
  return { id: id as string, first, second, third, buyer, byBuyer: { customerId: buyer.id } };
}
const put = (id: string, state: PurchaseState) =>
  shop.sql`update purchase set state = ${state}, paid_intent = ${`pi_${id}`}, paid_at = now(),
    review_reason = 'dispute', review_intent = ${`pi_${id}`}, review_no = 1 where id = ${id}`;
const stands = async (id: string) => {
  const [row] = await shop.sql`
    select state, lines, hold_until is not null as held,
           (select array_agg(state order by line_no) from orders where purchase_id = ${id}) as orders
      from purchase where id = ${id}`;
  return { ...row };
};
const written = async (id: string) =>
  (
    await shop.sql`select action, actor from audit where target = ${id} and action like 'order.cancel%' order by id`
  ).map((it) => ({ ...it }));

describe('of what may be cancelled', () => {
  test('all lines end the purchase, in one go or whoever asks; named twice a line counts once', async () => {
    const [mine, theirs, old] = [await unpaid(), await unpaid(), await unpaid()];
    const all = ({ first, second, third }: typeof mine) => [first, second, third, first];
    expect(await cancel(mine.byBuyer, mine.id, all(mine))).toEqual(changed);
    expect(await cancel(byAdmin, theirs.second, all(theirs))).toEqual(changed);
    // The line by whose id it is called was taken out before.
    await cancel(old.byBuyer, old.first);
    expect(await cancel('shop', old.id)).toEqual(changed);
    for (const { id } of [mine, theirs, old])
      expect(await stands(id)).toMatchObject({ state: 'cancelled', held: false });
    const by = [mine.buyer.id, admin.id, null];
    for (const [n, { id }] of [mine, theirs, old].entries())
      expect(await written(id)).toEqual([{ action: 'order.cancelled', actor: by[n] }]);
    expect(await cancel(mine.byBuyer, mine.id, all(mine))).toEqual(unchanged);
    expect(await cancel('shop', old.id)).toEqual(unchanged);
  });

  test('some lines leave the others', async () => {
    const its = await unpaid();
    expect(await cancel(its.byBuyer, its.first, [its.second])).toEqual(changed);
    expect(await cancel(its.byBuyer, its.first, [its.second])).toEqual(unchanged);
    expect(await stands(its.id)).toEqual({
      state: 'unpaid',
      lines: 2,
      held: true,
      orders: '{unpaid,cancelled,unpaid}',
    });
    expect(await cancel(byAdmin, its.first, [its.second, its.first, its.third])).toEqual(changed);
    expect(await stands(its.id)).toMatchObject({ state: 'cancelled' });
  });

  test('while a payment is open it is closed first, and asked again nothing is begun anew', async () => {
    const its = await unpaid();
    await begun(shop, its.buyer, { id: its.id, amount: 105 });
    const closing = { orderId: its.id, attempt: 1 };
    const all = [its.first, its.second, its.third];
    expect(await cancel(its.byBuyer, its.id, all)).toEqual(success({ changed: true, closing }));
    expect(await cancel(byAdmin, its.id, all)).toEqual(success({ changed: false, closing }));
    expect(await cancel(byAdmin, its.id, [its.first])).toEqual(success({ changed: false, closing }));
    expect(await stands(its.id)).toMatchObject({ state: 'cancelling', held: true });
    expect(await written(its.id)).toEqual([{ action: 'order.cancelling', actor: its.buyer.id }]);
    const jobs = await shop.sql`select kind, key, payload from job where payload ->> 'orderId' = ${its.id}
      and kind = 'cancel-intent'`;
    expect([...jobs]).toEqual([{ kind: 'cancel-intent', key: `cancel-intent:${its.id}:1`, payload: closing }]);
    // The payment ended, and no event has told the shop.
    await shop.sql`update payment set state = 'cancelled' where order_id = ${its.id}`;
    expect(await cancel(byAdmin, its.id, all)).toEqual(changed);
    expect(await stands(its.id)).toMatchObject({ state: 'cancelled', held: false });
  });

  test('while lines are being taken out, more may be, by all but the shop itself', async () => {
    const its = await unpaid();
    await begun(shop, its.buyer, { id: its.id, amount: 105 });
    const closing = { orderId: its.id, attempt: 1 };
    expect(await cancel(its.byBuyer, its.id, [its.third])).toEqual(success({ changed: true, closing }));
    expect((await stands(its.id)).state).toBe('changing');
    expect(await cancel('shop', its.id)).toEqual(failure({ code: 'not_cancellable' }));
    expect(await cancel(its.byBuyer, its.id, [its.third])).toEqual(success({ changed: false, closing }));
    expect(await cancel(byAdmin, its.id, [its.first, its.second])).toEqual(success({ changed: true, closing }));
    const [wish] =
      await shop.sql`select cardinality(drop_orders) as n, person_id from purchase_wish where purchase_id = ${its.id}`;
    expect({ ...wish }).toEqual({ n: 3, person_id: its.buyer.id });
  });
});

describe('refused is', () => {
  test('what is not there, or not of this customer, or a line of another purchase', async () => {
    const [its, other] = [await unpaid(), await unpaid()];
    const absent = failure({ code: 'order_not_found' });
    expect(await cancel(byAdmin, randomUUID())).toEqual(absent);
    expect(await cancel({ customerId: stranger.id }, its.id)).toEqual(absent);
    expect(await cancel(its.byBuyer, its.id, [its.first, other.first])).toEqual(absent);
    expect(await stands(its.id)).toMatchObject({ state: 'unpaid', lines: 3 });
  });

  test.each(['paid', 'review', 'refund_due', 'refunded', 'cancelled'] as const)(
    'what is %s: a purchase, a line that was taken out before, and what the shop would close',
    async (state) => {
      const its = await unpaid();
      await cancel(its.byBuyer, its.id, [its.third]);
      await put(its.id, state);
      const returned = failure({ code: 'not_cancellable', figures: { why: 'refunded' } });
      const answers = {
        paid: failure({ code: 'already_paid' }),
        review: failure({ code: 'not_cancellable' }),
        refund_due: returned,
        refunded: returned,
        cancelled: unchanged,
      };
      expect(await cancel(its.byBuyer, its.id, [its.first])).toEqual(answers[state]);
      expect(await cancel(byAdmin, its.id, [its.first, its.third])).toEqual(answers[state]);
      const before = { ...answers, paid: unchanged, review: unchanged };
      expect(await cancel(its.byBuyer, its.id, [its.third])).toEqual(before[state]);
      const closed = { ...answers, refunded: unchanged };
      expect(await cancel('shop', its.id, [its.first])).toEqual(closed[state]);
      expect((await stands(its.id)).state).toBe(state);
    },
  );

  test('a line of a paid purchase whose money went back', async () => {
    const its = await paidPurchase(
      shop,
      tools.map((tool) => ({ tool, quantity: 5 })),
    );
    const [first, second] = its.lines as unknown as [string, string];
    const wish = { lines: [{ order: first, pieces: 5 }], amount: 35, back: false, reason: 'Damaged' };
    expect((await shop.call('refundPurchase', { params: { id: its.id }, body: wish }, admin)).status).toBe(200);
    await shop.work();
    const by = { customerId: its.buyer.id };
    const returned = failure({ code: 'not_cancellable', figures: { why: 'refunded' } });
    expect(await cancel(by, its.id, [first])).toEqual(returned);
    expect(await cancel(by, its.id, [first, second])).toEqual(failure({ code: 'already_paid' }));
  });
});
