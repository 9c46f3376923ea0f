import { expect, test } from 'vitest';
import type { OrderId } from '#model/kernel/ids.ts';
import type { Context } from '#services/kernel/context.ts';
import { workOutbox } from '#services/kernel/send-messages.ts';
import { examineShop } from '#services/reports/examine-shop.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person, SENDERS } from '../../../tests/harness/own-shop.ts';
import { comparePayments } from './compare-payments.ts';
import { decideOrder } from './decide-order.ts';

const shop = await ownShop();
const pay = payments(shop);
const [buyer, admin, other] = [await shop.person(), await shop.person('admin'), await shop.person('admin')];
const REFUND_FAILS = '4000000000005126';
const GOOD = '4242424242424242';

/** A paid order whose charge is then disputed, sent before that or not. */
async function disputed({ shipped = false } = {}) {
  const tool = await shop.tool({ available: 10 });
  const placed = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, placed);
  await pay.confirm(clientSecret, GOOD);
  const events = await pay.events(intentId);
  await tell(events);
  const { id } = placed;
  if (shipped) expect((await shop.call('shipOrder', { params: { id } }, admin)).status).toBe(200);
  const object = { id: `du_${intentId}`, object: 'dispute', payment_intent: intentId };
  await tell([{ ...events[0], id: `evt_${object.id}`, type: 'charge.dispute.created', data: { object } } as never]);
  return { id, tool: tool.id, intentId };
}

/** What is written is due by the database's clock, which the shop's is behind. */
async function workLater() {
  shop.passTime(30_000);
  await shop.work();
}
async function tell(events: Awaited<ReturnType<typeof pay.events>>) {
  for (const event of events) await pay.deliver(event);
  await shop.work();
}
async function orderOf(id: string) {
  const order = await shop.call('getOrder', { params: { id } }, buyer);
  return { ...order.body, id } as { id: string; amount: number; state: string };
}
const caseOf = async (id: string) => (await shop.call('getOrderCase', { params: { id } }, admin)).body;
const decide = (id: string, body: object, by: Person = admin) => shop.call('decideOrder', { params: { id }, body }, by);
const its = async (id: string) =>
  (
    await shop.sql`select state, hold_quantity as held, available from orders join tool on tool.id = tool_id
    where orders.id = ${id}`
  )[0];
const mailsOf = (id: string) =>
  shop.sql`select kind, payload from job where payload ->> 'orderId' = ${id} or key like ${`%${id}%`} order by id`;
const healthy = async () => expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);

test('an admin sees why an order is in review, what the shop knows, and what may be decided', async () => {
  const { id, intentId } = await disputed();
  const known = await caseOf(id);
  expect(known).toMatchObject({
    order: { state: 'review', reviewReason: 'dispute' },
    review: { no: 1, reason: 'dispute', transactionId: intentId, decisions: ['keep', 'refund', 'close'] },
    payments: [{ transactionId: intentId, state: 'succeeded', link: null, refund: null }],
  });
  expect(known.history.map((it: { action: string }) => it.action)).toEqual([
    'order.review',
    'order.paid',
    'order.placed',
  ]);
  expect(known.history.at(-1).by).toBe(buyer.name);
});

test.each([
  ['paid', false],
  ['shipped', true],
] as const)('the payment stands: an order that was %s is again', async (state, shipped) => {
  const { id } = await disputed({ shipped });
  const wish = { review: 1, decision: 'keep', reason: 'The bank decided for us' };
  expect((await decide(id, wish)).body).toEqual({ acknowledged: true, modifiedCount: 1 });
  expect(await its(id)).toEqual({ state, held: 5, available: 5 });
  expect(await orderOf(id)).toMatchObject({ state, paid: true, reviewReason: null });
  const [row] = await shop.sql`select actor, meta from audit where target = ${id} and action like 'order.resumed%'`;
  expect(row).toEqual({ actor: admin.id, meta: { ...wish, why: 'dispute' } });
  expect(await mailsOf(id)).toContainEqual({ kind: 'mail.order-resumed', payload: { orderId: id } });
  await healthy();
});

test('the money goes back: the pieces are free at once, and the customer hears when it is on its way', async () => {
  const { id, intentId } = await disputed();
  expect((await decide(id, { review: 1, decision: 'refund', reason: 'Agreed by phone' })).status).toBe(200);
  expect(await its(id)).toEqual({ state: 'refund_due', held: 0, available: 10 });
  const mails = (await mailsOf(id)).map(({ kind }) => kind);
  const toldWhy = { paid: false, transactionId: intentId, reviewReason: 'dispute' };
  expect(await orderOf(id)).toMatchObject({ state: 'refund_due', ...toldWhy });
  for (const early of ['resumed', 'closed']) expect(mails).not.toContain(`mail.order-${early}`);
  await healthy();
  await workLater();
  expect(await its(id)).toEqual({ state: 'refunded', held: 0, available: 10 });
  expect(await pay.refunds(intentId)).toHaveLength(1);
  expect(await orderOf(id)).toMatchObject({ state: 'refunded', ...toldWhy });
  expect(
    await shop.sql`select 1 from job join refund on job.key = 'mail.refunded:' || refund.id where purchase_id = ${id}`,
  ).toHaveLength(1);
  // Whatever is heard of the payment afterwards, that is how it stays.
  await comparePayments(shop.context);
  await tell(
    (await pay.events(intentId))
      .map((it) => ({ ...it, id: `${it.id}late` }))
      .filter((it) => it.type !== 'charge.dispute.created'),
  );
  expect(await its(id)).toMatchObject({ state: 'refunded' });
  expect(
    (await shop.call('confirmPayment', { params: { id }, body: { order_id: id, transactionId: intentId } }, buyer)).body
      .code,
  ).toBe('not_payable');
  await healthy();
});

test('pieces that were sent come back or are gone: an admin must say which', async () => {
  for (const [pieces, available] of [
    ['back', 10],
    ['gone', 5],
  ] as const) {
    const { id, tool } = await disputed({ shipped: true });
    const wish = { review: 1, decision: 'close', reason: 'The bank took the money back' };
    expect((await decide(id, wish)).body.errors).toMatchObject([{ field: 'pieces' }]);
    expect((await decide(id, { ...wish, pieces })).status).toBe(200);
    expect(await its(id)).toEqual({ state: 'refunded', held: 0, available });
    const moves =
      await shop.sql`select kind, delta, reason from stock_move where tool_id = ${tool} order by id desc limit 1`;
    expect(moves[0]).toEqual(
      pieces === 'gone'
        ? { kind: 'correction', delta: -5, reason: wish.reason }
        : { kind: 'release', delta: 5, reason: null },
    );
    expect(await mailsOf(id)).toContainEqual({ kind: 'mail.order-closed', payload: { orderId: id } });
    const deeds = await shop.sql`select action, actor, meta from audit
      where (target = ${id} and action = 'order.closed') or (target = ${tool} and action like 'tool.stock%') order by id`;
    const taken = { action: 'tool.stock_corrected', actor: admin.id, meta: { pieces: -5, available, order: id } };
    const closed = { action: 'order.closed', actor: admin.id, meta: { ...wish, pieces, why: 'dispute' } };
    expect([...deeds]).toEqual(pieces === 'gone' ? [taken, closed] : [closed]);
    await healthy();
  }
  const { id } = await disputed();
  const wish = { review: 1, decision: 'close', reason: 'Lost', pieces: 'gone' };
  expect((await decide(id, wish)).status).toBe(400);
});

test('of two admins who decide at once one wins; sent again a decision is the same one', async () => {
  const { id } = await disputed();
  const wish = (decision: string) => ({ review: 1, decision, reason: 'Looked into it' });
  const answers = await Promise.all([
    ...[1, 2, 3].map(() => decide(id, wish('keep'), admin)),
    ...[1, 2, 3].map(() => decide(id, wish('refund'), other)),
  ]);
  const winner = answers.findIndex((it) => it.body.modifiedCount === 1);
  const side = winner < 3 ? [0, 1, 2] : [3, 4, 5];
  expect(answers.filter((it) => it.body.modifiedCount === 1)).toHaveLength(1);
  for (const [n, { status, body }] of answers.entries())
    expect([status, body.code ?? body.modifiedCount]).toEqual(
      side.includes(n) ? [200, n === winner ? 1 : 0] : [409, 'review_over'],
    );
  expect((await decide(id, { ...wish('keep'), reason: 'Another' }, admin)).body.code).toBe('review_over');
  await workLater();
  expect((await its(id))?.state).toBe(winner < 3 ? 'paid' : 'refunded');
  await healthy();
});

test('the same decision is the same order, review, decision, reason and admin', async () => {
  const { id } = await disputed();
  const wish = { review: 1, decision: 'keep', reason: 'Looked into it' } as const;
  const decided = (its: object, by = admin) => decideOrder(shop.context, by.id, id as OrderId, { ...wish, ...its });
  expect(await decided({})).toEqual({ ok: true, value: { changed: true } });
  const kept = { did: 'kept', by: admin.name, at: expect.any(String) };
  const over = { ok: false, failure: { code: 'review_over', figures: kept } };
  for (const its of [{ review: 2 }, { decision: 'refund' }, { reason: 'Another' }])
    expect(await decided(its)).toEqual(over);
  expect(await decided({}, other)).toEqual(over);
  expect(await decided({})).toEqual({ ok: true, value: { changed: false } });
  expect((await its(id))?.state).toBe('paid');
});

test('an order that has lost its pieces ends with the money of all its payments', async () => {
  const { id, intentId } = await disputed();
  await shop.sql`insert into payment (order_id, attempt, idempotency_key, intent_id, amount_cents, state)
    values (${id}, 2, ${`second:${id}`}, ${`${intentId}-2`}, 100, 'cancelled')`;
  await shop.sql`update purchase set review_intent = ${`${intentId}-2`} where id = ${id}`;
  await shop.sql`with o as (update orders set hold_quantity = 0 where id = ${id}
                            returning tool_id, id, hold_no, quantity),
    m as (insert into stock_move (tool_id, order_id, hold_no, kind, delta)
          select tool_id, id, hold_no, 'release', quantity from o)
    update tool set available = available + o.quantity from o where tool.id = o.tool_id`;
  expect((await caseOf(id)).review).toMatchObject({ settled: false, extra: false, decisions: ['refund', 'close'] });
  expect((await decide(id, { review: 1, decision: 'close', reason: 'By bank transfer' })).status).toBe(200);
  expect(await its(id)).toEqual({ state: 'refunded', held: 0, available: 10 });
  const states = await shop.sql`select state from payment where order_id = ${id}`;
  expect(states.map((it) => it.state)).toEqual(['refunded', 'refunded']);
});

test('a payment that was given back before stays so when another one of its order is to go back', async () => {
  const { id, intentId } = await disputed();
  await shop.sql`insert into payment (order_id, attempt, idempotency_key, intent_id, amount_cents, state)
    values (${id}, 2, ${`second:${id}`}, ${`${intentId}-2`}, 100, 'refunded')`;
  const states = async () =>
    (await shop.sql`select state from payment where order_id = ${id} order by attempt`).map((it) => it.state);
  expect((await decide(id, { review: 1, decision: 'refund', reason: 'Agreed' })).status).toBe(200);
  expect(await states()).toEqual(['succeeded', 'refunded']);
  await workLater();
  expect(await states()).toEqual(['refunded', 'refunded']);
});

test('money that people have given back, disputed once more, goes back no second time, and the decision ends the order', async () => {
  const { id, intentId } = await disputed();
  expect((await decide(id, { review: 1, decision: 'close', reason: 'By bank transfer' })).status).toBe(200);
  const object = { id: 'du_again', object: 'dispute', payment_intent: intentId };
  const [event] = await pay.events(intentId);
  await tell([{ ...event, id: 'evt_again', type: 'charge.dispute.created', data: { object } } as never]);
  expect((await decide(id, { review: 2, decision: 'refund', reason: 'Never sent' })).status).toBe(200);
  await workLater();
  expect(await its(id)).toEqual({ state: 'refunded', held: 0, available: 10 });
  expect(await pay.refunds(intentId)).toEqual([]);
  expect((await caseOf(id)).history.slice(0, 2).map((it: { action: string }) => it.action)).toEqual([
    'order.refunded',
    'order.refund_decided',
  ]);
  await healthy();
});

test('what comes to light while somebody looks begins the look anew', async () => {
  const { id, intentId } = await disputed();
  await shop.sql`update payment set state = 'succeeded' where intent_id = ${intentId}`;
  const gone = {
    ...shop.context,
    payments: {
      ...shop.context.payments,
      look: async (of: string) => {
        const found = await shop.context.payments.look(of);
        return found.ok ? { ok: true as const, value: { ...found.value, status: 'closed' as const } } : found;
      },
      listPayments: async () => ({ ok: true as const, value: { items: [], hasMore: false } }),
    },
  };
  // The doctor would hold it against what the provider's events said of all these payments.
  await shop.sql`delete from job where queue = 'inbox'`;
  for (let n = 0; n < 2; n += 1) await comparePayments(gone as never);
  const known = await caseOf(id);
  expect(known.review).toMatchObject({ no: 2, reason: 'provider', decisions: ['keep', 'close'] });
  const again = { review: 1, decision: 'refund', reason: 'Too late' };
  expect((await decide(id, again)).body.code).toBe('review_over');
  expect((await decide(id, { ...again, review: 2 })).body.code).toBe('decision_not_open');
  expect((await decide(id, { ...again, review: 2, decision: 'keep' })).status).toBe(200);
  // The first trouble was not decided with the second.
  expect((await decide(id, { ...again, decision: 'keep' })).body.code).toBe('review_over');
  // That it is there was decided by people, who have looked.
  await comparePayments(gone as never);
  expect((await its(id))?.state).toBe('paid');
  await healthy();
});

test('money that does not fit its order goes back, and nothing brings it back to review', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await shop.sql`update payment set amount_cents = amount_cents - 100 where intent_id = ${intentId}`;
  await pay.confirm(clientSecret, GOOD);
  await tell(await pay.events(intentId));
  await shop.sql`update payment set amount_cents = amount_cents + 100 where intent_id = ${intentId}`;
  const known = (await shop.call('getOrderCase', { params: { id: order.id } }, admin)).body;
  expect(known.review).toMatchObject({ reason: 'amount', decisions: ['refund', 'close'], settled: false });
  expect(known.history[0].details).toMatchObject({ received: order.amount, currency: 'usd' });
  expect((await decide(order.id, { review: 1, decision: 'refund', reason: 'Wrong amount' })).status).toBe(200);
  await comparePayments(shop.context);
  await tell((await pay.events(intentId)).map((it) => ({ ...it, id: `${it.id}again` })));
  await workLater();
  expect(await its(order.id)).toEqual({ state: 'refunded', held: 0, available: 10 });
  expect(await pay.refunds(intentId)).toHaveLength(1);
  await healthy();
});

test('a second payment that could not be given back is given back again, and its order goes on', async () => {
  const tool = await shop.tool({ available: 10 });
  const order = await ordered(shop, buyer, tool);
  const first = await begun(shop, buyer, order);
  await shop.sql`update payment set state = 'cancelled' where intent_id = ${first.intentId}`;
  const second = await begun(shop, buyer, order);
  await pay.confirm(second.clientSecret, GOOD);
  await pay.confirm(first.clientSecret, REFUND_FAILS);
  await tell(await pay.events(second.intentId));
  await tell(await pay.events(first.intentId));
  await workLater();
  await tell((await pay.events(first.intentId)).map((it) => ({ ...it, id: `${it.id}again` })));
  const known = (await shop.call('getOrderCase', { params: { id: order.id } }, admin)).body;
  expect(known.review).toMatchObject({ reason: 'refund', extra: true, decisions: ['keep', 'refund'] });
  expect(known.payments[0].refund).toMatchObject({ done: false, problem: 'refused' });
  const wish = { review: known.review.no, decision: 'refund', reason: 'Once more' };
  expect((await decide(order.id, wish)).status).toBe(200);
  expect(await its(order.id)).toEqual({ state: 'paid', held: 5, available: 5 });
  // It counts as given back when it is, and until then only its order's own payment counts.
  const states = async () =>
    (await shop.sql`select state from payment where order_id = ${order.id} order by attempt`).map((it) => it.state);
  expect(await states()).toEqual(['cancelled', 'succeeded']);
  await workLater();
  expect((await pay.refunds(first.intentId)).length).toBeGreaterThan(1);
  expect(await pay.refunds(second.intentId)).toEqual([]);
  await healthy();
});

test('money of a charge that is still disputed does not count as given back', async () => {
  const order = await ordered(shop, buyer, await shop.tool({ available: 10 }));
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await pay.confirmBy(clientSecret, 'pm_card_createDispute');
  await tell(await pay.events(intentId));
  expect((await decide(order.id, { review: 1, decision: 'refund', reason: 'Too early' })).status).toBe(200);
  await workLater();
  expect(await pay.refunds(intentId)).toEqual([]);
  expect((await its(order.id))?.state).toBe('review');
  expect((await mailsOf(order.id)).map(({ kind }) => kind)).not.toContain('mail.refunded');
  await healthy();
});

test('a refund that the provider refuses while the dispute is open is handed to people at once', async () => {
  const { id, intentId } = await disputed();
  expect((await decide(id, { review: 1, decision: 'refund', reason: 'Agreed' })).status).toBe(200);
  const refuse = async () => ({ ok: false, failure: { code: 'refused', message: 'charge_disputed' } });
  const refusing = { ...shop.context, payments: { ...shop.context.payments, refund: refuse } } as unknown as Context;
  expect((await its(id))?.state).toBe('refund_due');
  await workOutbox(refusing, SENDERS);
  const [row] = await shop.sql`select state, review_reason, review_no, review_intent from purchase where id = ${id}`;
  expect(row).toEqual({ state: 'review', review_reason: 'dispute', review_no: 2, review_intent: intentId });
  const { review } = (await shop.call('getOrderCase', { params: { id } }, admin)).body;
  expect(review.decisions).toEqual(['refund', 'close']);
  const refunds = async () => (await shop.call('getPurchase', { params: { id } }, admin)).body.refunds;
  expect(await refunds()).toMatchObject([{ state: 'failed' }]);
  const closed = await decide(id, { review: 2, decision: 'close', reason: 'The bank gave it back' }, admin);
  expect(closed.status).toBe(200);
  expect((await its(id))?.state).toBe('refunded');
  // The money is told once: what failed is part of all that was left.
  expect(await refunds()).toMatchObject([{ state: 'by_hand' }]);
  await healthy();
});
