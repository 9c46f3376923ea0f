import { expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { toCents } from '#model/kernel/money.ts';
import { isPaidBefore } from '#model/orders/order-life.ts';
import { ordered } from '../../../tests/harness/own-payments.ts';
import { payPalOf } from '../../../tests/harness/own-paypal.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { examineShop } from '../reports/examine-shop.ts';

const shop = await ownShop();
const paypal = await payPalOf(shop);
const tool = await shop.tool({ price: 50 });
// Jobs are due by the database's clock, and the shop's stands still.
shop.passTime(60_000);

const rowOf = async (id: string) => {
  const [row] = await shop.sql`
    select purchase.state, hold_until is not null as held, payment.state as payment
      from purchase join payment on order_id = purchase.id where purchase.id = ${id}`;
  return row;
};

/** A payment that the shop knows nothing of, as after a restore. */
async function paidUnknown(id: string, amount: number) {
  const { payments } = shop.context;
  const its = { orderId: id, attempt: 1, invoice: id, amount: toCents(amount * 100), idempotencyKey: `lost ${id}` };
  const made = await payments.create({ ...its, provider: 'paypal', returnTo: 'http://shop.test/back' });
  if (!made.ok) throw new Error('not made');
  await paypal.approve(made.value.id);
  expect(await payments.take(made.value.id, `lost ${id}`)).toMatchObject({ ok: true });
}

test('a purchase that PayPal reports as paid before cannot be paid again: admins are told, and decide', async () => {
  const [buyer, admin] = [await shop.person(), await shop.person('admin')];
  const its = await ordered(shop, buyer, tool);
  const params = { id: its.id as OrderId };
  await paidUnknown(its.id, its.amount);
  const before = shop.troubles.length;
  const id = await paypal.approved(buyer, its);
  await shop.work();
  expect(await rowOf(its.id)).toEqual({ state: 'review', held: true, payment: 'cancelled' });
  expect(shop.troubles.slice(before).join()).toMatch(/"level":50.*PayPal says that a purchase was paid before/);
  expect((await paypal.look(id)).status).toBe('approved');

  expect((await paypal.back(buyer, its.id, id)).body).toMatchObject({ paid: false, payable: false });
  expect((await paypal.begin(buyer, its)).body.code).toBe('not_payable');
  expect(isPaidBefore((await shop.call('getOrder', { params }, buyer)).body)).toBe(true);

  shop.passTime(60_000);
  await shop.work();
  const mails = shop.mailbox.mails().filter(({ recipients }) => recipients.includes(admin.email));
  expect(mails.map(({ text }) => text.replace(/\s+/g, ' ')).join()).toContain(
    'PayPal says that it was paid before, by a payment that the shop does not know.',
  );
  const found = await shop.call('getOrderCase', { params }, admin);
  expect(found.body.review).toMatchObject({ reason: 'provider', transactionId: id, decisions: ['close'] });
  const body = { review: 1, decision: 'close', reason: 'Given back at PayPal' };
  expect((await shop.call('decideOrder', { params, body }, admin)).status).toBe(200);
  await shop.work();
  expect(await rowOf(its.id)).toMatchObject({ state: 'refunded', payment: 'cancelled' });
  expect(await shop.sql`select 1 from refund where purchase_id = ${its.id}`).toHaveLength(0);
  expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);
});
