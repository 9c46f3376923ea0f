import { describe, expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { begun, CARDS, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { confirmPayment } from './confirm-payment.ts';
import { sweepPayments } from './sweep-payments.ts';

const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ available: 10_000 });
const buyer = await shop.person();
const stranger = await shop.person();
const MINUTE = 60_000;

async function ready(who: Person = buyer) {
  const order = await ordered(shop, who, tool);
  return { order, ...(await begun(shop, who, order)) };
}

const stateOf = async (id: string) => (await shop.call('getOrder', { params: { id } }, buyer)).body;
const patch = (id: string, transactionId: unknown, who = buyer) =>
  shop.call('confirmPayment', { params: { id }, body: { order_id: id, transactionId } }, who);
const sweep = async () => {
  shop.passTime(MINUTE);
  return sweepPayments(shop.context);
};
const webhooks = async (intentId: string) => {
  for (const event of await pay.events(intentId)) expect((await pay.deliver(event)).status).toBe(200);
  await shop.work();
};

/** The order is paid by this payment, once: one row of money, one of the audit, nothing to give back. */
async function expectPaidOnce(id: string, intentId: string) {
  expect(await stateOf(id)).toMatchObject({ paid: true, state: 'paid', transactionId: intentId });
  const [row] = await shop.sql`
    select (select count(*)::int from audit where target = ${id} and action = 'order.paid') as deeds,
           (select count(*)::int from payment where order_id = ${id} and state = 'succeeded') as paid,
           (select count(*)::int from job where payload ->> 'orderId' = ${id} and kind = 'refund') as refunds`;
  expect(row).toEqual({ deeds: 1, paid: 1, refunds: 0 });
}

describe('an order is paid', () => {
  test("by the browser's PATCH alone", async () => {
    const { order, clientSecret, intentId } = await ready();
    await pay.confirm(clientSecret);
    expect(await patch(order.id, intentId)).toMatchObject({ status: 200, body: { acknowledged: true, paid: true } });
    await expectPaidOnce(order.id, intentId);
  });

  test('by the webhook alone, the browser having closed right after the card was confirmed', async () => {
    const { order, clientSecret, intentId } = await ready();
    await pay.confirm(clientSecret);
    await webhooks(intentId);
    await expectPaidOnce(order.id, intentId);
  });

  test('by the sweep alone, when neither webhook nor PATCH ever comes', async () => {
    const { order, clientSecret, intentId } = await ready();
    await pay.confirm(clientSecret);
    await sweep();
    await expectPaidOnce(order.id, intentId);
  });

  test('also while the provider does not answer, once that was seen, and when it was sent', async () => {
    const { order, clientSecret, intentId } = await ready();
    await pay.confirm(clientSecret);
    await patch(order.id, intentId);
    shop.setTrouble(() => 'fail-before');
    const answers = [await patch(order.id, intentId)];
    await setState(shop.sql, order.id, 'shipped');
    answers.push(await patch(order.id, intentId));
    shop.setTrouble(() => 'none');
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { paid: true } });
    await setState(shop.sql, order.id, 'review');
    expect(await patch(order.id, intentId)).toMatchObject({ status: 409, body: { code: 'not_payable' } });
  });

  test('not twice at once: while its hold is being ended, Pay may not be pressed again', async () => {
    const { order, intentId } = await ready();
    expect(await patch(order.id, intentId)).toMatchObject({ status: 202, body: { paid: false, payable: true } });
    await setState(shop.sql, order.id, 'expiring');
    expect(await patch(order.id, intentId)).toMatchObject({ status: 202, body: { paid: false, payable: false } });
  });

  test('after a declined card, by another card on the same order and the same payment', async () => {
    const { order, clientSecret, intentId } = await ready();
    expect((await pay.confirm(clientSecret, CARDS.declined)).status).toBe(402);
    expect((await patch(order.id, intentId)).status).toBe(202);
    await webhooks(intentId);
    expect(await stateOf(order.id)).toMatchObject({ paid: false, state: 'unpaid' });
    expect((await begun(shop, buyer, order)).clientSecret).toBe(clientSecret);
    await pay.confirm(clientSecret);
    expect((await patch(order.id, intentId)).status).toBe(200);
    await expectPaidOnce(order.id, intentId);
  });

  test('with 3-D Secure when the challenge is passed, and not when it is failed', async () => {
    const { order, clientSecret, intentId } = await ready();
    await pay.confirm(clientSecret, CARDS.challenge);
    // The bank's page was left: nothing is charged, and the buyer may try again at once.
    expect(await patch(order.id, intentId)).toMatchObject({ status: 202, body: { paid: false, payable: true } });
    await pay.answerChallenge(clientSecret, 'fail');
    expect(await patch(order.id, intentId)).toMatchObject({ status: 202, body: { paid: false, payable: true } });
    expect(await stateOf(order.id)).toMatchObject({ paid: false });
    await pay.confirm(clientSecret, CARDS.challenge);
    await pay.answerChallenge(clientSecret, 'pass');
    expect((await patch(order.id, intentId)).status).toBe(200);
    await expectPaidOnce(order.id, intentId);
  });

  test('only once the bank has decided, and no second card is taken meanwhile', async () => {
    const { order, clientSecret, intentId } = await ready();
    await pay.confirmSlowly(clientSecret);
    expect(await patch(order.id, intentId)).toMatchObject({ status: 202, body: { paid: false, payable: false } });
    const again = await shop.call('createPaymentIntent', { body: { price: order.amount, order_id: order.id } }, buyer);
    const detail = 'A payment of this order is being processed. Wait for its result.';
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'in_progress', detail, figures: { transactionId: intentId } },
    });
    await pay.settle(intentId, 'pass');
    await webhooks(intentId);
    await expectPaidOnce(order.id, intentId);
  });

  test('and then begins no other payment; that it is paid is learnt from the provider even before any event', async () => {
    const { order, clientSecret, intentId } = await ready();
    await pay.confirm(clientSecret);
    for (let n = 0; n < 2; n += 1) {
      const again = await shop.call(
        'createPaymentIntent',
        { body: { price: order.amount, order_id: order.id } },
        buyer,
      );
      expect(again).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    }
    await expectPaidOnce(order.id, intentId);
    expect(await pay.ofOrder(order.id)).toHaveLength(1);
  });

  test.each(['paid', 'shipped'] as const)(
    'and is said to be, once it is %s, to an old page with another price too',
    async (state) => {
      const { order } = await ready();
      await setState(shop.sql, order.id, state);
      const again = await shop.call('createPaymentIntent', { body: { price: 1, order_id: order.id } }, buyer);
      expect(again).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    },
  );
});

test('the sweep leaves a payment alone that was opened or looked at within 20 seconds', async () => {
  const { order } = await ready();
  const second = 1_000;
  const ago = (ms: number) => new Date(shop.context.clock().getTime() - ms).toISOString();
  const swept = async (opened: number, looked: number) => {
    await shop.sql`update payment set state = 'cancelled' where order_id <> ${order.id} and state = 'open'`;
    await shop.sql`update payment set created_at = ${ago(opened)}, looked_at = ${ago(looked)} where order_id = ${order.id}`;
    return sweepPayments(shop.context);
  };
  expect(await swept(19 * second, 60 * second)).toBe(0);
  expect(await swept(60 * second, 19 * second)).toBe(0);
  expect(await swept(21 * second, 21 * second)).toBe(1);
});

describe('the word of the browser pays nothing', () => {
  test('fourteen forged confirmations leave the order unpaid', async () => {
    const { order, clientSecret, intentId } = await ready();
    const other = await ready();
    await pay.confirm(other.clientSecret);
    const reused = await ready();
    await pay.confirm(reused.clientSecret);
    expect((await patch(reused.order.id, reused.intentId)).status).toBe(200);
    const foreign = (await pay.foreign({ 'metadata[order_id]': order.id })).body;
    await pay.confirm(foreign.client_secret);
    const strangers = await ready(stranger);
    await pay.confirm(strangers.clientSecret);

    const forged: [string, unknown, number][] = [
      ['unpaid', intentId, 202],
      ['paid, of another of the same person', other.intentId, 409],
      ['paid and already used for another order', reused.intentId, 409],
      ['paid, of another program that names this order', foreign.id, 409],
      ['paid, of a stranger', strangers.intentId, 409],
      ['made up', 'pi_3OaBcDeFgHiJkLmNoPqRsTuV', 409],
      ['of another kind', 'seti_1OaBcDeFgHiJkLmN', 409],
      ['the secret', clientSecret, 409],
      ['of 10 kB', 'pi_'.repeat(3_400), 400],
      ['SQL', "' or '1'='1", 409],
      ['with a NUL', `${other.intentId}\u0000`, 409],
      ['an array', [other.intentId], 400],
      ['null', null, 400],
      ['an object', { $ne: null }, 400],
    ];
    expect(forged).toHaveLength(14);
    for (const [what, transactionId, status] of forged) {
      expect((await patch(order.id, transactionId)).status, what).toBe(status);
      expect(await stateOf(order.id), what).toMatchObject({ paid: false, state: 'unpaid', transactionId: null });
    }
    const theirs = await patch(order.id, intentId, stranger);
    expect([theirs.status, theirs.body.code]).toEqual([404, 'order_not_found']);
    expect(await confirmPayment(shop.context, stranger.id, order.id as OrderId, intentId)).toEqual({
      ok: false,
      failure: { code: 'order_not_found' },
    });
    const otherPath = { params: { id: order.id }, body: { order_id: other.order.id, transactionId: other.intentId } };
    expect((await shop.call('confirmPayment', otherPath, buyer)).status).toBe(400);
    expect(await stateOf(order.id)).toMatchObject({ paid: false });
  });

  test('a price never changes what is charged', async () => {
    const order = await ordered(shop, buyer, tool, 7);
    const cents = order.amount * 100;
    const total = 7 * tool.price;
    const { intentId } = await begun(shop, buyer, order);
    const prices = [
      0,
      -1,
      1,
      total - 1,
      total + 1,
      1e9,
      1e300,
      -1e300,
      0.001,
      String(total),
      null,
      [],
      [total],
      {},
      true,
    ];
    for (const price of prices) {
      const body = { price, order_id: order.id };
      const answer = await shop.call('createPaymentIntent', { body }, buyer);
      expect([400, 409], JSON.stringify(price)).toContain(answer.status);
    }
    expect((await pay.retrieve(intentId)).amount).toBe(cents);
    expect(await pay.ofOrder(order.id)).toHaveLength(1);
  });

  test('the price before the first-order offer is understood too, and what is charged is the offer', async () => {
    const fresh = await shop.person();
    const order = await ordered(shop, fresh, tool, 10);
    expect(order.amount).toBe(70);
    const answer = await shop.call('createPaymentIntent', { body: { price: 100 } }, fresh);
    expect(answer.status).toBe(200);
    expect((await pay.retrieve(answer.body.clientSecret.split('_secret_')[0])).amount).toBe(7_000);
  });

  test.each([71, 0, -70, 1e15, 1e300])(
    "another price for an order is refused with the order's own: %d",
    async (price) => {
      const fresh = await shop.person();
      const order = await ordered(shop, fresh, tool, 10);
      const answer = await shop.call('createPaymentIntent', { body: { price, order_id: order.id } }, fresh);
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'price_changed', detail: expect.stringContaining('This order costs $70,') },
      });
    },
  );

  test('without order_id the newest unpaid order of this price is meant, and only one of the caller', async () => {
    const fresh = await shop.person();
    await ordered(shop, fresh, tool, 11);
    const older = await ordered(shop, fresh, tool, 12);
    const newer = await ordered(shop, fresh, tool, 12);
    expect((await shop.call('createPaymentIntent', { body: { price: 120 } }, fresh)).status).toBe(200);
    expect(await pay.ofOrder(newer.id)).toHaveLength(1);
    expect(await pay.ofOrder(older.id)).toHaveLength(0);
    const theirs = await shop.call('createPaymentIntent', { body: { price: 120 } }, stranger);
    expect(theirs).toMatchObject({ status: 409, body: { code: 'price_changed' } });
  });

  test('what cannot be paid says why, and no payment is opened', async () => {
    const order = await ordered(shop, buyer, tool);
    const press = async (who: Person, its: { price?: number; order_id?: string | undefined } = {}) => {
      const body = { price: order.amount, order_id: order.id, ...its };
      const { status, body: said } = await shop.call('createPaymentIntent', { body }, who);
      return [status, said.code, said.detail];
    };
    const absent = [404, 'order_not_found', 'There is no such order among yours.'];
    expect(await press(stranger)).toEqual(absent);
    const noneCosts = [
      409,
      'price_changed',
      'No unpaid order of yours has this price. Open My Orders and pay from there.',
    ];
    expect(await press(buyer, { price: 1, order_id: undefined })).toEqual(noneCosts);
    await shop.call('cancelOrder', { params: { id: order.id } }, buyer);
    const over = [409, 'not_payable', 'This order can no longer be paid. Nothing was charged.'];
    expect(await press(buyer)).toEqual(over);
    expect(await pay.ofOrder(order.id)).toEqual([]);
  });

  test('twenty presses of Pay at once open one payment', async () => {
    const order = await ordered(shop, buyer, tool);
    const secrets = await Promise.all(
      Array.from({ length: 20 }, () => begun(shop, buyer, order).catch(() => undefined)),
    );
    expect(new Set(secrets.map((it) => it?.clientSecret).filter(Boolean)).size).toBe(1);
    expect(await pay.ofOrder(order.id)).toHaveLength(1);
  });
});

test('at the end the stock is what was held and sold, and the tables agree', async () => {
  const [row] = await shop.sql`
    select available, (select sum(delta)::int from stock_move where tool_id = tool.id) as moved,
           10000 - (select sum(hold_quantity)::int from orders where tool_id = tool.id) as left
      from tool where id = ${tool.id}`;
  expect(row?.available).toBe(row?.moved);
  expect(row?.available).toBe(row?.left);
  const [deadlocks] = await shop.sql`select deadlocks from pg_stat_database where datname = current_database()`;
  expect(deadlocks?.deadlocks).toBe(0);
});
