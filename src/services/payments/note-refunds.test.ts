import { describe, expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { lockWaits } from '../../../tests/harness/overtaken.ts';
import { begun, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { CONTACT } from '../../../tests/harness/purchases.ts';
import { sawsAndAxes } from '../../../tests/harness/saws-and-axes.ts';
import { cancelLines } from './cancel-order.ts';
import { comparePayments } from './compare-payments.ts';
import { expireHolds } from './expire-holds.ts';
import { noteRefunds } from './note-refunds.ts';
import { readEvents } from './read-events.ts';

const shop = await ownShop();
// What is written is due by the database's clock: the shop's stays ahead of it.
shop.passTime(600_000);
const pay = payments(shop);
const admin = await shop.person('admin');
const { saws, axes, bought, refund, ship, available, see, atProvider, lastMail, sound, worked, failing } = sawsAndAxes(
  shop,
  admin,
);

describe('money that was given back at the provider', () => {
  const byHand = async (intentId: string, amount?: number) => {
    const wish = { paymentId: intentId, idempotencyKey: `by hand ${Math.random()}` };
    expect((await shop.context.payments.refund({ ...wish, ...(amount && { amount: amount as never }) })).ok).toBe(true);
  };
  const heard = async () => {
    await readEvents(shop.context);
    await worked();
  };

  test('is written down and counted, and the rest goes back with the last pieces', async () => {
    const its = await bought();
    await byHand(its.intentId, 5_000);
    await heard();
    expect(await see(its)).toMatchObject({
      state: 'paid',
      refunded: 50,
      refunds: [{ state: 'succeeded', amount: 50, lines: [] }],
    });
    const all = { code: 'amount_changed', figures: { amount: 251 } };
    expect(await refund(its.id, { amount: 301 })).toMatchObject({ status: 409, body: all });
    expect((await refund(its.id, { amount: 251, kept: 251 })).status).toBe(200);
    await worked();
    expect(await see(its)).toMatchObject({ state: 'refunded', refunded: 301 });
    expect((await atProvider(its.intentId)).toSorted()).toEqual([25_100, 5_000]);
    expect(await available(its.saw)).toBe(100);
    await sound();
  });

  test('and unheard when the shop gives back all: what it counted shrinks to what was left', async () => {
    const its = await bought();
    await byHand(its.intentId, 5_000);
    expect((await refund(its.id, { amount: 301 })).status).toBe(200);
    await worked();
    await heard();
    expect(await see(its)).toMatchObject({ state: 'refunded', refunded: 301 });
    const told = (await see(its)).refunds.map(({ state, amount }: { state: string; amount: number }) => [
      state,
      amount,
    ]);
    expect(told.toSorted()).toEqual([
      ['succeeded', 251],
      ['succeeded', 50],
    ]);
    expect((await atProvider(its.intentId)).toSorted()).toEqual([25_100, 5_000]);
    await sound();
  });

  test.each([
    ['all of it', 30_100, [30_100]],
    ['so much that less than a part is left', 28_000, [2_100, 28_000]],
  ])('unheard, %s, when the shop gives back a part: it gives way to what is left', async (_, cents, back) => {
    const its = await bought();
    await byHand(its.intentId, cents);
    expect((await refund(its.id, { lines: [{ order: its.lines[0], pieces: 10 }], amount: 49 })).status).toBe(200);
    await worked();
    await heard();
    await worked();
    expect(await see(its)).toMatchObject({ state: 'refunded', refunded: 301 });
    expect((await atProvider(its.intentId)).toSorted()).toEqual(back);
    const open = await shop.sql`select 1 from refund where purchase_id = ${its.id} and state in ('due', 'sent')`;
    expect(open).toHaveLength(0);
    await sound();
  });

  test('is found by the daily comparison when nobody heard of it', async () => {
    const its = await bought();
    await byHand(its.intentId, 5_000);
    await comparePayments(shop.context);
    expect(await see(its)).toMatchObject({ state: 'paid', refunded: 50 });
    await comparePayments(shop.context);
    expect((await see(its)).refunds).toHaveLength(1);
    await sound();
  });

  test('all of it: what has not left ends, and cannot be shipped any more', async () => {
    const its = await bought();
    await byHand(its.intentId);
    await heard();
    expect(await see(its)).toMatchObject({ state: 'refunded', refunded: 301 });
    expect(await lastMail(its)).toContain('The payment for this order goes back. We have returned all of it');
    expect(await available(its.saw)).toBe(100);
    expect(await ship(its.id)).toMatchObject({ status: 409, body: { code: 'order_not_paid' } });
    await sound();
  });

  test('all of it, while somebody has a tool: its lines are free until then', async () => {
    const its = await bought();
    await byHand(its.intentId);
    const ending = await shop.sql.begin(async (faster) => {
      await faster`select from tool where id = ${its.axe.id} for no key update`;
      const noted = noteRefunds(shop.context, its.intentId);
      noted.catch(() => {});
      await expect.poll(() => lockWaits(shop), { timeout: 10_000 }).toBe(1);
      await faster`select from orders where purchase_id = ${its.id} for no key update nowait`;
      return { noted };
    });
    expect(await ending.noted).toBeUndefined();
    expect(await see(its)).toMatchObject({ state: 'refunded', refunded: 301 });
  });

  test('all of it, and pieces have left: people decide where they are', async () => {
    const its = await bought();
    expect((await ship(its.id, { lines: [{ order: its.lines[0], pieces: 10 }] })).status).toBe(200);
    await byHand(its.intentId);
    await heard();
    const known = (await shop.call('getOrderCase', { params: { id: its.id } }, admin)).body;
    expect(known.review).toMatchObject({ reason: 'returned', decisions: ['keep', 'close'], shipped: true });
    expect([known.payments[0].left, known.lines[0]]).toMatchObject([0, { held: 30, shipped: 10 }]);
    const wish = { review: known.review.no, decision: 'close', reason: 'All came back', pieces: 'back' };
    expect((await shop.call('decideOrder', { params: { id: its.id }, body: wish }, admin)).status).toBe(200);
    expect([(await see(its)).state, await available(its.saw)]).toEqual(['refunded', 100]);
    await sound();
  });

  test('a part that the bank sends back is handed to people, who give it by hand', async () => {
    const its = await bought();
    expect((await refund(its.id, { lines: [{ order: its.lines[0], pieces: 10 }], amount: 49 })).status).toBe(200);
    await worked();
    await noteRefunds(failing(), its.intentId);
    expect(await see(its)).toMatchObject({ state: 'review', refunded: 0 });
    const known = (await shop.call('getOrderCase', { params: { id: its.id } }, admin)).body;
    const wish = { review: known.review.no, decision: 'keep', reason: 'Paid by bank transfer' };
    expect((await shop.call('decideOrder', { params: { id: its.id }, body: wish }, admin)).status).toBe(200);
    expect(await see(its)).toMatchObject({ state: 'paid', refunded: 49, refunds: [{ state: 'by_hand', amount: 49 }] });
    // They gave it at the provider, as its list shows later: it is the same money.
    await byHand(its.intentId, 4_900);
    for (let n = 0; n < 2; n += 1)
      await noteRefunds(
        failing((it) => it.refundId),
        its.intentId,
      );
    const { refunded, refunds } = await see(its);
    expect([refunded, refunds]).toMatchObject([49, [{ state: 'succeeded', amount: 49 }]]);
    expect(refunds).toHaveLength(1);
    await sound();
  });

  test.each([
    ['cancelled', 'all', 'cancelled', [100, 100]],
    ['given less', 'a line', 'unpaid', [100, 80]],
    ['at the end of its hold', 'nothing', 'unpaid', [100, 100]],
  ])('before anybody heard that it was paid: a purchase that is being %s ends so', async (_, dropped, state, stock) => {
    const [saw, axe, buyer] = [await saws(), await axes(), await shop.person()];
    const lines = [
      { tools_id: saw.id, quantity: 30, tools_price: 7 },
      { tools_id: axe.id, quantity: 20, tools_price: 11 },
    ];
    const placed = (await shop.call('placePurchase', { body: { ...CONTACT, lines } }, buyer)).body;
    const id = placed.insertedId as OrderId;
    const { clientSecret, intentId } = await begun(shop, buyer, { id, amount: 301 });
    await pay.confirm(clientSecret);
    await byHand(intentId);
    shop.setTrouble(({ method }) => (method === 'POST' ? 'fail-before' : 'none'));
    if (dropped === 'nothing') {
      shop.passTime(3_600_001);
      await expireHolds(shop.context);
    } else {
      const orders = dropped === 'all' ? placed.lines : placed.lines.slice(0, 1);
      await cancelLines(shop.context, { customerId: buyer.id }, { purchase: id, orders });
    }
    shop.setTrouble(() => 'none');
    await noteRefunds(shop.context, intentId);
    await sound();
    await heard();
    const [found] = await shop.sql`select state::text from purchase where id = ${id}`;
    expect([found?.state, [await available(saw), await available(axe)]]).toEqual([state, stock]);
    await sound();
    // The bank sends that back: the money is here again, and of a purchase that it does not pay people decide.
    await noteRefunds(failing(), intentId);
    expect(await shop.sql`select state::text, review_reason as why from purchase where id = ${id}`).toEqual([
      { state: 'review', why: 'refund' },
    ]);
    await sound();
  });
});
