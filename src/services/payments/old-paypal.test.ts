import { expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { toCents } from '#model/kernel/money.ts';
import { DAY } from '#model/kernel/utc-day.ts';
import { ordered } from '../../../tests/harness/own-payments.ts';
import { payPalOf } from '../../../tests/harness/own-paypal.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { examineShop } from '../reports/examine-shop.ts';

const shop = await ownShop();
const paypal = await payPalOf(shop);
const tool = await shop.tool({ price: 50, available: 1_000 });

/** A purchase of five pieces for $175, paid so long ago that PayPal shows its order no longer. */
async function paidLongAgo() {
  const buyer = await shop.person();
  const order = await ordered(shop, buyer, tool);
  const intentId = await paypal.approved(buyer, order);
  shop.passTime(60_000);
  await shop.work();
  const { captureId = '' } = await paypal.look(intentId);
  shop.passTime(100 * DAY);
  await expect(paypal.look(intentId)).rejects.toThrow();
  return { ...order, buyer, intentId, captureId };
}

async function refund(id: string, pieces: number) {
  const admin = await shop.person('admin');
  const body = { lines: [{ order: id as OrderId, pieces }], amount: pieces * 35, reason: 'Damaged' };
  expect((await shop.call('refundPurchase', { params: { id: id as OrderId }, body }, admin)).status).toBe(200);
}

async function later(ms = 60_000) {
  shop.passTime(ms);
  await shop.work();
}

const rows = (id: string) =>
  shop.sql`select no, state::text, tries, amount_cents as cents from refund where purchase_id = ${id} order by no`.then(
    (all) => all.map((it) => ({ ...it })),
  );

test('money goes back long after PayPal has stopped to show the order, and its event changes nothing', async () => {
  const its = await paidLongAgo();
  await refund(its.id, 2);
  await later();
  expect(await rows(its.id)).toEqual([{ no: 1, state: 'succeeded', tries: 1, cents: 7_000 }]);
  const told = (await paypal.events(its.captureId, 2)).filter(paypal.isRecent);
  for (const event of told) expect((await paypal.deliver(event)).status).toBe(200);
  await later();
  expect(await rows(its.id)).toHaveLength(1);
  expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);
});

test('what was given back at PayPal is heard by its event, though no order lists it', async () => {
  const its = await paidLongAgo();
  const byHand = { paymentId: its.intentId, captureId: its.captureId, amount: toCents(3_500), idempotencyKey: its.id };
  expect(await shop.context.payments.refund(byHand)).toMatchObject({ ok: true });
  const told = (await paypal.events(its.captureId, 2)).filter(paypal.isRecent);
  for (const event of told) await paypal.deliver(event);
  await later();
  expect(await rows(its.id)).toEqual([{ no: 1, state: 'by_hand', tries: 1, cents: 3_500 }]);
});

test('one that is not answered for hours is sent by its own key, which PayPal knows for 45 days', async () => {
  const its = await paidLongAgo();
  await refund(its.id, 1);
  shop.setTrouble(({ path }) => (path.endsWith('/refund') ? 'fail-after' : 'none'));
  await later();
  expect(await rows(its.id)).toMatchObject([{ state: 'sent' }]);
  await later(5 * 3_600_000);
  shop.setTrouble(() => 'none');
  await later(3_600_000);
  expect(await rows(its.id)).toEqual([{ no: 1, state: 'succeeded', tries: 1, cents: 3_500 }]);
  expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);
});
