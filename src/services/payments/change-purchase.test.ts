import { describe, expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import { begun, paid, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { placePurchase } from '../orders/place-purchase.ts';
import { breachesQuery } from '../reports/invariants.ts';
import { cancelOrder } from './cancel-order.ts';
import { expireHolds } from './expire-holds.ts';
import { settlePayment } from './settle-payment.ts';

const shop = await ownShop();
const pay = payments(shop);
const saws = await shop.tool({ name: 'Saw', available: 10_000, price: 7 });
const axes = await shop.tool({ name: 'Axe', available: 10_000, price: 11 });
const mauls = await shop.tool({ name: 'Maul', available: 10_000, price: 13 });
const admin = await shop.person('admin');
const MINUTE = 60_000;

/** A purchase of 30 saws, 20 axes and 10 mauls of somebody who has not ordered yet: $560, $392 with the offer. */
async function placed() {
  const buyer = await shop.person();
  const lines = [
    { toolId: saws.id, quantity: 30, price: 7 },
    { toolId: axes.id, quantity: 20, price: 11 },
    { toolId: mauls.id, quantity: 10, price: 13 },
  ];
  const customer = { id: buyer.id, name: buyer.name, email: buyer.email as never, network: '10.0.0.1' };
  const made = await placePurchase(
    shop.context,
    customer,
    { phone: '5550142200', address: '1 Yard', lines },
    undefined,
  );
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  const [saw, axe, maul] = made.value.lines as [OrderId, OrderId, OrderId];
  return { buyer, id: made.value.id, saw, axe, maul };
}
const cancel = (id: string, who: Person) => shop.call('cancelOrder', { params: { id } }, who);
const purchaseOf = async (id: string) =>
  (
    await shop.sql`select state::text, lines, version, goods_cents::int as goods, discount_cents::int as discount,
                         amount_cents::int as amount, hold_until is not null as held from purchase where id = ${id}`
  )[0];
const linesOf = async (id: string) =>
  (
    await shop.sql`select state::text, hold_quantity as held from orders where purchase_id = ${id} order by line_no`
  ).map((it) => [it.state, it.held]);
const amountOf = async (id: string) => (await purchaseOf(id))?.amount / 100;
const availableOf = async (id: string) => (await shop.sql`select available from tool where id = ${id}`)[0]?.available;
const kinds = async (id: string) =>
  (await shop.sql`select kind from job where payload ->> 'orderId' = ${id} order by id`).map((it) => it.kind);
const wishes = async () => (await shop.sql`select count(*)::int as open from purchase_wish`)[0]?.open;
/** The doctor finds nothing. */
const sound = async () => {
  const { rows } = await shop.context.db.execute(breachesQuery(shop.context.clock()));
  expect(rows).toEqual([]);
};

describe('a line of an unpaid purchase is taken out', () => {
  test('alone: its stock goes back, what is to be paid is less by its share of the offer too', async () => {
    const { buyer, id, saw, axe } = await placed();
    const before = await availableOf(axes.id);
    expect((await cancel(axe, buyer)).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await cancel(axe, buyer)).body).toEqual({ acknowledged: true, deletedCount: 0 });
    expect(await availableOf(axes.id)).toBe(before + 20);
    expect(await linesOf(id)).toEqual([
      ['unpaid', 30],
      ['cancelled', 0],
      ['unpaid', 10],
    ]);
    const left = { state: 'unpaid', lines: 2, version: 2, goods: 34_000, discount: 10_200, amount: 23_800, held: true };
    expect(await purchaseOf(id)).toEqual(left);
    expect(await kinds(axe)).toEqual(['mail.line-dropped']);
    const list = await shop.call('listMyOrders', { params: { email: buyer.email } }, buyer);
    expect(list.body.map((it: { _id: string }) => it._id)).not.toContain(axe);
    expect((await shop.call('getOrder', { params: { id: saw } }, buyer)).body).toMatchObject({ state: 'unpaid' });
    await paid(shop, buyer, { id, amount: 238 });
    const { body: bought } = await shop.call('getPurchase', { params: { id } }, buyer);
    expect(bought.paidAt).toBeTruthy();
    // What was taken out before was never paid.
    expect(bought.lines.map((it: { paidAt: string | null }) => it.paidAt)).toEqual([
      bought.paidAt,
      null,
      bought.paidAt,
    ]);
    await sound();
  });

  test('beside an attempt that the provider has not made yet: that one ends, and the next is for what is left', async () => {
    const { buyer, id, axe } = await placed();
    await begun(shop, buyer, { id, amount: 392 });
    await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${id}`;
    expect((await cancel(axe, buyer)).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect(await shop.sql`select state::text from payment where order_id = ${id}`).toEqual([{ state: 'cancelled' }]);
    await paid(shop, buyer, { id, amount: 238 });
    await sound();
  });

  test('two at once: one mail names both, what they cost, and what is to be paid now', async () => {
    const { buyer, id, axe, maul } = await placed();
    await shop.call('changePurchase', { params: { id }, body: { drop: [maul, axe] } }, buyer);
    shop.passTime(2 * MINUTE);
    await shop.work();
    const told = shop.mailbox.mails().filter((mail) => mail.recipients.includes(buyer.email));
    expect(told.map((mail) => mail.subject)).toContain('2 tools were taken out of your Toolyard order');
    expect(told).toHaveLength(2);
    const text = told.find((mail) => mail.subject.startsWith('2 tools'))?.text;
    for (const line of ['Axe: 20 × $11', 'Maul: 10 × $13', 'Not charged: $245', 'New amount to pay: $147'])
      expect(text).toContain(line);
  });

  test('one after the other: each has a mail of its own', async () => {
    const { buyer, axe, maul } = await placed();
    for (const line of [axe, maul]) await cancel(line, buyer);
    const mails = await shop.sql`
      select key, payload from job where kind = 'mail.line-dropped' and payload ->> 'orderId' in (${axe}, ${maul}) order by id`;
    expect([...mails]).toEqual(
      [axe, maul].map((id) => ({ key: `mail.line-dropped:${id}`, payload: { orderId: id, lines: [id] } })),
    );
  });

  test('the first as well, though the purchase has its id', async () => {
    const { buyer, id, saw, axe } = await placed();
    await cancel(saw, buyer);
    expect(await linesOf(id)).toEqual([
      ['cancelled', 0],
      ['unpaid', 20],
      ['unpaid', 10],
    ]);
    // As the links of its mails name it.
    const { clientSecret, intentId } = await begun(shop, buyer, { id, amount: await amountOf(id) });
    await pay.confirm(clientSecret);
    const body = { order_id: axe, transactionId: intentId };
    expect((await shop.call('confirmPayment', { params: { id: axe }, body }, buyer)).status).toBe(200);
    expect(await linesOf(id)).toEqual([
      ['cancelled', 0],
      ['paid', 20],
      ['paid', 10],
    ]);
    await sound();
  });

  test('the last that is left ends the purchase, and the offer comes back', async () => {
    const { buyer, id, saw, axe, maul } = await placed();
    for (const line of [maul, saw, axe]) expect((await cancel(line, buyer)).status).toBe(200);
    expect(await purchaseOf(id)).toMatchObject({ state: 'cancelled', lines: 1, held: false });
    expect(await linesOf(id)).toEqual([
      ['cancelled', 0],
      ['cancelled', 0],
      ['cancelled', 0],
    ]);
    expect(await kinds(id)).toEqual(['mail.order-placed', 'mail.line-dropped', 'mail.order-cancelled']);
    await sound();
  });

  test('once: asked again, by its buyer or an admin, the last line that is left stays', async () => {
    const { buyer, id, saw, axe, maul } = await placed();
    for (const line of [saw, axe]) await cancel(line, buyer);
    const boss = await shop.renewed(admin);
    expect((await cancel(axe, buyer)).body).toEqual({ acknowledged: true, deletedCount: 0 });
    expect((await shop.call('deleteOrder', { params: { id: saw } }, boss)).body).toMatchObject({ deletedCount: 0 });
    expect(await purchaseOf(id)).toMatchObject({ state: 'unpaid', lines: 1 });
    await begun(shop, buyer, { id: maul, amount: await amountOf(id) });
    expect((await cancel(axe, buyer)).body).toEqual({ acknowledged: true, deletedCount: 0 });
    expect(await purchaseOf(id)).toMatchObject({ state: 'unpaid' });
  });

  test('whose stock was given up: nothing goes back a second time', async () => {
    const { buyer, id, axe } = await placed();
    shop.passTime(61 * MINUTE);
    await expireHolds(shop.context);
    const before = await availableOf(axes.id);
    expect((await cancel(axe, await shop.renewed(buyer))).status).toBe(200);
    expect(await availableOf(axes.id)).toBe(before);
    expect(await purchaseOf(id)).toMatchObject({ state: 'unpaid', lines: 2, held: false });
    await sound();
  });

  test("by an admin too; not somebody else's", async () => {
    const { id, axe, maul } = await placed();
    const stranger = await shop.person();
    expect(await cancel(axe, stranger)).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
    const boss = await shop.renewed(admin);
    expect((await shop.call('deleteOrder', { params: { id: maul } }, boss)).body).toMatchObject({ deletedCount: 1 });
    expect(await purchaseOf(id)).toMatchObject({ lines: 2 });
  });

  test('of ten presses at once one does it', async () => {
    const { buyer, id, axe } = await placed();
    const before = await availableOf(axes.id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(axe, buyer)));
    expect(
      answers
        .map((it) => it.body.deletedCount)
        .toSorted()
        .at(-1),
    ).toBe(1);
    expect(answers.filter((it) => it.body.deletedCount === 1)).toHaveLength(1);
    expect(await availableOf(axes.id)).toBe(before + 20);
    expect(await purchaseOf(id)).toMatchObject({ lines: 2, version: 2 });
    await sound();
  });
});

describe('while a payment is open', () => {
  const opened = async () => {
    const its = await placed();
    const { clientSecret, intentId } = await begun(shop, its.buyer, { id: its.id, amount: await amountOf(its.id) });
    return { ...its, clientSecret, intentId };
  };
  const troubled = <T>(work: () => Promise<T>): Promise<T> => {
    shop.setTrouble(() => 'fail-before');
    return work().finally(() => shop.setTrouble(() => 'none'));
  };

  test('it is closed first; the old secret pays nothing, a new one pays what is left', async () => {
    const { buyer, id, axe, clientSecret } = await opened();
    expect((await cancel(axe, buyer)).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect(await purchaseOf(id)).toMatchObject({ state: 'unpaid', lines: 2, version: 2, amount: 23_800 });
    expect(await pay.confirm(clientSecret)).toMatchObject({ status: 400 });
    const again = await begun(shop, buyer, { id, amount: 238 });
    await pay.confirm(again.clientSecret);
    for (const event of await pay.events(again.intentId)) await pay.deliver(event);
    await shop.work();
    expect(await purchaseOf(id)).toMatchObject({ state: 'paid' });
    expect(await wishes()).toBe(0);
    await sound();
  });

  test('the provider is away: the wish waits, is there once, and is done when it answers', async () => {
    const { buyer, id, saw, axe } = await opened();
    await troubled(async () => {
      expect((await cancel(axe, buyer)).body).toEqual({ acknowledged: true, deletedCount: 1, pending: true });
      expect((await cancel(axe, buyer)).body).toMatchObject({ pending: true });
      expect((await cancel(saw, buyer)).body).toMatchObject({ pending: true });
    });
    expect(await purchaseOf(id)).toMatchObject({ state: 'changing', lines: 3 });
    expect(await linesOf(id)).toEqual([
      ['unpaid', 30],
      ['unpaid', 20],
      ['unpaid', 10],
    ]);
    shop.passTime(10 * MINUTE);
    await shop.work();
    expect(await purchaseOf(id)).toMatchObject({ state: 'unpaid', lines: 1, version: 2, goods: 13_000 });
    expect(await wishes()).toBe(0);
    await sound();
  });

  test('its last two lines wished away one after the other, asked again meanwhile, leave the third', async () => {
    const { buyer, id, saw, axe } = await opened();
    await troubled(async () => void (await cancel(axe, buyer)));
    shop.passTime(10 * MINUTE);
    await shop.work();
    const later = await shop.renewed(buyer);
    await cancel(saw, later);
    for (const line of [axe, saw, axe]) expect((await cancel(line, later)).body).toMatchObject({ deletedCount: 0 });
    expect(await purchaseOf(id)).toMatchObject({ state: 'unpaid', lines: 1 });
    await sound();
  });

  test('money of the payment before comes after all, when what is left is paid: it goes back by itself', async () => {
    const { buyer, id, axe, intentId } = await opened();
    const late = await pay.retrieve(intentId);
    await cancel(axe, buyer);
    const again = await begun(shop, buyer, { id, amount: 238 });
    await pay.confirm(again.clientSecret);
    for (const event of await pay.events(again.intentId)) await pay.deliver(event);
    await shop.work();
    const settled = await settlePayment(shop.context, { ...late, status: 'captured', amountReceived: late.amount });
    expect(settled).toBe('refund_due');
    expect(await purchaseOf(id)).toMatchObject({ state: 'paid' });
    expect(await kinds(id)).toContain('send-refund');
  });

  test('all lines are wished away: the purchase ends', async () => {
    const { buyer, id, saw, axe, maul } = await opened();
    await troubled(async () => {
      for (const line of [saw, axe, maul]) await cancel(line, buyer);
    });
    shop.passTime(10 * MINUTE);
    await shop.work();
    expect(await purchaseOf(id)).toMatchObject({ state: 'cancelled', lines: 3, goods: 56_000, held: false });
    expect(await linesOf(id)).toEqual([
      ['cancelled', 0],
      ['cancelled', 0],
      ['cancelled', 0],
    ]);
    const mails =
      await shop.sql`select kind from job where key = any(string_to_array(${[saw, axe, maul].flatMap((line) => [`mail.line-dropped:${line}`, `mail.order-cancelled:${line}`]).join()}, ','))`;
    expect(mails.map(({ kind }) => kind)).toEqual(['mail.order-cancelled']);
    expect(await wishes()).toBe(0);
    await sound();
  });

  test('the buyer paid a moment before: all lines are paid, the wish is forgotten and said', async () => {
    const { buyer, id, axe, clientSecret } = await opened();
    await pay.confirm(clientSecret);
    expect(await cancel(axe, buyer)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    expect(await purchaseOf(id)).toMatchObject({ state: 'paid', lines: 3, amount: 39_200 });
    const told = await shop.sql`select actor from audit where target = ${id} and action = 'order.change_too_late'`;
    expect(told.map((it) => it.actor)).toEqual([buyer.id]);
    expect(await wishes()).toBe(0);
    await sound();
  });

  test('Pay is pressed while it is closed: the page is told what is left to pay', async () => {
    const { buyer, id, axe } = await opened();
    await troubled(() => cancel(axe, buyer));
    const body = { price: await amountOf(id), order_id: id };
    const answer = await shop.call('createPaymentIntent', { body }, buyer);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'price_changed', detail: expect.stringContaining('$238') },
    });
    expect(await purchaseOf(id)).toMatchObject({ state: 'unpaid', lines: 2, amount: 23_800 });
    const open =
      await shop.sql`select amount_cents::int as amount from payment where order_id = ${id} and state in ('creating', 'open')`;
    expect(open).toEqual([]);
    await sound();
  });

  test('its hold ends, a line is wished away, then the whole: nothing of the wish is left', async () => {
    const { buyer, id, saw, axe, maul } = await opened();
    shop.passTime(61 * MINUTE);
    await troubled(async () => {
      await expireHolds(shop.context);
      await cancelOrder(shop.context, { customerId: buyer.id }, axe);
      const body = { drop: [saw, axe, maul] };
      await shop.call('changePurchase', { params: { id }, body }, await shop.renewed(buyer));
      expect(await purchaseOf(id)).toMatchObject({ state: 'cancelling' });
    });
    shop.passTime(10 * MINUTE);
    await shop.work();
    expect(await purchaseOf(id)).toMatchObject({ state: 'cancelled' });
    expect(await wishes()).toBe(0);
    await sound();
  });

  test('its hold ends: the stock goes back, then the line is taken out', async () => {
    const { buyer, id, axe } = await opened();
    shop.passTime(61 * MINUTE);
    await troubled(async () => {
      await expireHolds(shop.context);
      expect(await purchaseOf(id)).toMatchObject({ state: 'expiring' });
      const answer = await cancelOrder(shop.context, { customerId: buyer.id }, axe);
      expect(answer).toEqual({ ok: true, value: { changed: true, pending: true } });
    });
    shop.passTime(10 * MINUTE);
    await shop.work();
    expect(await purchaseOf(id)).toMatchObject({ state: 'unpaid', lines: 2, held: false });
    await sound();
  });
});
