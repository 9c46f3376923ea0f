import { beforeEach, expect, test } from 'vitest';
import { success } from '#model/kernel/outcome.ts';
import { DAY } from '#model/kernel/utc-day.ts';
import type { Payments } from '#outside/payments/payments.ts';
import type { ProviderPayment } from '#outside/payments/provider.ts';
import { ordered } from '../../../tests/harness/own-payments.ts';
import { payPalOf } from '../../../tests/harness/own-paypal.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { findings } from '../../../tests/harness/purchases.ts';
import { settleAbsentPayment, settlePayment } from './settle-payment.ts';
import { takePayment } from './take-payment.ts';

const shop = await ownShop();
const paypal = await payPalOf(shop);
const tool = await shop.tool({ price: 50, available: 1_000 });
const keeper = await shop.person('admin');
let id = '';
let its: ProviderPayment;

/** An order of 10 whose money PayPal has taken a week ago and does not hand over. */
beforeEach(async () => {
  const buyer = await shop.person();
  const order = await ordered(shop, buyer, tool);
  id = order.id;
  its = await paypal.look(await paypal.approved(buyer, order));
  expect(await take()).toEqual({ waits: 'pending' });
  shop.passTime(7 * DAY);
  expect(await take()).toEqual({ waits: 'pending' });
  shop.passTime(1);
  expect(await take()).toBeUndefined();
});

async function take() {
  const look = async () => success({ ...its, status: 'processing' as const });
  const asking = { ...shop.context.payments, look } as unknown as Payments;
  const job = { key: 'take-key', attempts: 2 } as Parameters<typeof takePayment>[2];
  return takePayment({ ...shop.context, payments: asking }, { orderId: id, attempt: 1 }, job);
}

// A session is over by then.
const admin = () => shop.person('admin');
const seen = async () => (await shop.call('getOrderCase', { params: { id: id as never } }, await admin())).body;
const decide = async (decision: string) =>
  shop.call(
    'decideOrder',
    { params: { id: id as never }, body: { review: 1, decision, reason: 'PayPal says so.' } },
    await admin(),
  );
const held = async () => (await shop.sql`select hold_quantity from orders where id = ${id}`)[0]?.hold_quantity;

test('it is put aside once, which admins are mailed, keeps its pieces, and is not decided about', async () => {
  expect(await take()).toBeUndefined();
  expect(await seen()).toMatchObject({
    order: { state: 'review' },
    review: { reason: 'pending', no: 1, decisions: [] },
  });
  expect(await held()).toBeGreaterThan(0);
  // As the queue ends what has nothing left to wait for.
  await shop.sql`update job set done_at = ${shop.context.clock()} where kind = 'take-payment'`;
  expect(await decide('close')).toMatchObject({ status: 409, body: { code: 'decision_not_open' } });
  expect(await findings(shop)).toEqual([]);
  await shop.work();
  const [mail, ...others] = shop.mailbox.mails().filter(({ recipients }) => recipients.includes(keeper.email));
  expect(mail?.text).toContain('not handed it over for a week');
  expect(others).toEqual([]);
});

test('once it has come an admin keeps the order, which is paid then, with its receipt', async () => {
  const captured = { ...its, status: 'captured' as const, amountReceived: its.amount };
  expect(await settlePayment(shop.context, captured)).toBe('review');
  expect(await settlePayment(shop.context, captured)).toBe('review');
  expect((await seen()).order.paidAt).toBeNull();
  expect(await findings(shop)).toEqual([]);
  expect((await seen()).review.decisions).toEqual(['keep', 'refund', 'close']);
  expect((await decide('keep')).status).toBe(200);
  expect(await seen()).toMatchObject({
    order: { state: 'paid', paid: true, paidAt: shop.context.clock().toISOString() },
  });
  const [receipt] = await shop.sql`select count(*)::int from job where key = ${`mail.receipt:${its.id}`}`;
  expect(receipt?.count).toBe(1);
  expect(await findings(shop)).toEqual([]);
});

test('once it has come an admin gives it back', async () => {
  await settlePayment(shop.context, { ...its, status: 'captured', amountReceived: its.amount });
  expect((await decide('refund')).status).toBe(200);
  expect(await seen()).toMatchObject({ order: { state: 'refund_due' } });
  expect(await held()).toBe(0);
});

test('once PayPal says that it never comes the order is closed, and its pieces are for sale again', async () => {
  expect(await settlePayment(shop.context, { ...its, status: 'closed' })).toBe('cancelled');
  expect((await seen()).review.decisions).toEqual(['close']);
  expect((await decide('close')).status).toBe(200);
  expect(await held()).toBe(0);
  expect([...(await shop.sql`select id from refund where purchase_id = ${id}`)]).toEqual([]);
  await shop.work();
  const [letter] = shop.mailbox.mails().filter(({ subject }) => subject.includes('is closed'));
  expect(letter?.text).toContain('nothing was charged');
  expect(letter?.text).not.toMatch(/went back|Returned/);
  expect(await findings(shop)).toEqual([]);
});

test.each(['approved', 'awaiting_buyer', undefined] as const)('shown as %s, it never comes', async (status) => {
  if (status) await settlePayment(shop.context, { ...its, status });
  else await settleAbsentPayment(shop.context, its.id);
  expect((await seen()).review.decisions).toEqual(['close']);
});
