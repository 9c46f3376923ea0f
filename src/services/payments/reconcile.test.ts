import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { success } from '#model/kernel/outcome.ts';
import type { Payments } from '#outside/payments/payments.ts';
import type { EventRange, Page, PaymentEvent, ProviderPayment, Range } from '#outside/payments/provider.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { comparePayments } from './compare-payments.ts';
import { readEvents } from './read-events.ts';
import { workInbox } from './work-inbox.ts';

const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ available: 10_000 });
let buyer = await shop.person();
beforeEach(async () => {
  buyer = await shop.renewed(buyer);
});
afterEach(() => shop.setTrouble(() => 'none'));

const HOUR = 3_600_000;
/** Compares with a provider that shows these pages of payments. Answers what it was asked. */
async function compareWith(...pages: Page<ProviderPayment>[]) {
  const asked: Range[] = [];
  const listPayments: Payments['listPayments'] = async (range) => {
    asked.push(range);
    return success(pages[asked.length - 1] ?? { items: [], hasMore: false });
  };
  await comparePayments({ ...shop.context, payments: { ...shop.context.payments, listPayments } });
  return asked;
}
const stateOf = async (id: string) => (await shop.sql`select state from orders where id = ${id}`)[0]?.state;
const attempts = async (id: string) =>
  (await shop.sql`select state from payment where order_id = ${id} order by attempt`).map((it) => it.state);
const mark = async () => (await shop.sql`select at from bookmark`)[0]?.at;

async function ready() {
  const order = await ordered(shop, buyer, tool);
  return { ...order, ...(await begun(shop, buyer, order)) };
}

describe('events that no webhook brought', () => {
  test('are read from the list, each once', async () => {
    const paid = [];
    for (let n = 0; n < 3; n += 1) {
      const order = await ready();
      await pay.confirm(order.clientSecret, n === 0 ? '4000000000000259' : undefined);
      paid.push(order.id);
    }
    expect(await readEvents(shop.context)).toBe(4);
    expect(await readEvents(shop.context)).toBe(0);
    while ((await workInbox(shop.context)) > 0);
    expect(await Promise.all(paid.map(stateOf))).toEqual(['review', 'paid', 'paid']);
    const types = await shop.sql`select distinct kind as type from job where queue = 'inbox' order by 1`;
    expect(types.map((it) => it.type)).toEqual(['charge.dispute.created', 'payment_intent.succeeded']);
  });

  test('while the list cannot be read the bookmark stays, and nothing is passed over', async () => {
    await readEvents(shop.context);
    const before = await mark();
    expect(before).toBeDefined();
    const order = await ready();
    await pay.confirm(order.clientSecret);
    shop.setTrouble(({ path }) => (path === '/v1/events' ? 'fail-before' : 'none'));
    expect(await readEvents(shop.context)).toBe(0);
    expect(await mark()).toEqual(before);
    shop.setTrouble(() => 'none');
    expect(await readEvents(shop.context)).toBe(1);
    await shop.work();
    expect(await stateOf(order.id)).toBe('paid');
  });
});

describe('the list of events is read', () => {
  const MINUTE = 60_000;
  const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute));
  const told = (minute: number): PaymentEvent => ({
    ...{ id: `evt_${minute}`, type: 'payment_intent.succeeded', paymentId: null, livemode: false },
    createdAt: at(minute),
  });
  /** Reads from a provider that answers so, page by page. Answers what it was asked, and how many events were new. */
  async function read(...pages: Page<PaymentEvent>[]) {
    const asked: EventRange[] = [];
    let woken = 0;
    const listEvents: Payments['listEvents'] = async (range) => {
      asked.push(range);
      return success(pages[asked.length - 1] ?? { items: [], hasMore: false });
    };
    const context = { ...shop.context, wake: () => (woken += 1), payments: { ...shop.context.payments, listEvents } };
    return { stored: await readEvents(context), asked, woken };
  }
  const types = [
    'payment_intent.succeeded',
    'payment_intent.canceled',
    'charge.dispute.created',
    'charge.dispute.closed',
    'refund.failed',
    'charge.refunded',
  ];
  const markIs = mark;
  beforeEach(() => shop.sql`delete from bookmark`);

  test('of three days the first time, page by page to its end, and the bookmark is put at the newest', async () => {
    const since = new Date(shop.context.clock().getTime() - 72 * HOUR);
    const pages = [[told(5), told(4), told(3)], [told(2)]];
    const { stored, asked, woken } = await read(...pages.map((items) => ({ items, hasMore: items.length > 1 })));
    expect([stored, woken]).toEqual([4, 4]);
    expect(asked).toStrictEqual([
      { since, types },
      { since, types, startingAfter: 'evt_3' },
    ]);
    expect(await markIs()).toEqual(at(5));
  });

  test('from ten minutes before the bookmark on, which never goes back', async () => {
    await shop.sql`insert into bookmark (name, at) values ('another', now()), ('payment events', ${at(6).toISOString()})`;
    const { stored, asked, woken } = await read({ items: [told(5), told(6)], hasMore: false });
    expect([stored, woken]).toEqual([1, 2]);
    expect(asked).toStrictEqual([{ since: new Date(at(6).getTime() - 10 * MINUTE), types }]);
    const marks = await shop.sql`select at from bookmark where name = 'payment events'`;
    expect(marks).toEqual([{ at: at(6) }]);
  });

  test('to the newest, where the bookmark is put unless somebody else has put it further meanwhile', async () => {
    await shop.sql`insert into bookmark (name, at) values ('payment events', ${at(10).toISOString()})`;
    await read({ items: [told(11)], hasMore: false });
    expect(await markIs()).toEqual(at(11));
    const listEvents: Payments['listEvents'] = async () => {
      await shop.sql`update bookmark set at = ${at(13).toISOString()}`;
      return success({ items: [told(12)], hasMore: false });
    };
    await readEvents({ ...shop.context, payments: { ...shop.context.payments, listEvents } });
    expect(await markIs()).toEqual(at(13));
  });

  test('and that is over with a page that is empty, whatever it says of more', async () => {
    const { asked } = await read({ items: [], hasMore: true });
    expect(asked).toHaveLength(1);
    expect(await markIs()).toEqual(asked[0]?.since);
  });
});

describe('the comparison of all payments', () => {
  test('pays what was paid and told by nothing else', async () => {
    const order = await ready();
    await pay.confirm(order.clientSecret);
    await comparePayments(shop.context);
    expect(await stateOf(order.id)).toBe('paid');
  });

  test('closes a payment of which the shop never heard, but not while its call may still be running', async () => {
    const order = await ordered(shop, buyer, tool);
    shop.setTrouble(({ method, path }) =>
      method === 'POST' && path === '/v1/payment_intents' ? 'fail-after' : 'none',
    );
    const body = { price: order.amount, order_id: order.id };
    expect((await shop.call('createPaymentIntent', { body }, buyer)).status).toBe(503);
    shop.setTrouble(() => 'none');
    const statuses = async () => (await pay.ofOrder(order.id)).map((it: { status: string }) => it.status);
    await comparePayments(shop.context);
    expect(await statuses()).toEqual(['requires_payment_method']);
    shop.passTime(2 * HOUR);
    await comparePayments(shop.context);
    expect(await statuses()).toEqual(['canceled']);
    expect(await attempts(order.id)).toEqual(['cancelled']);
    expect(await stateOf(order.id)).toBe('unpaid');
  });

  test('pays an order by a payment of which the shop never heard, or gives the money back', async () => {
    const [kept, given] = [await ready(), await ready()];
    await shop.sql`update payment set intent_id = null, state = 'cancelled'
                    where order_id in (${kept.id}, ${given.id})`;
    await shop.call('cancelOrder', { params: { id: given.id } }, buyer);
    await pay.confirm(kept.clientSecret);
    await pay.confirm(given.clientSecret);
    shop.passTime(2 * HOUR);
    await comparePayments(shop.context);
    await shop.work();
    expect([await stateOf(kept.id), await stateOf(given.id)]).toEqual(['paid', 'refunded']);
    expect(await pay.refunds(given.intentId)).toHaveLength(1);
  });

  test('closes what was given up here and is still open there', async () => {
    const order = await ready();
    await shop.sql`update payment set state = 'cancelled' where order_id = ${order.id}`;
    await comparePayments(shop.context);
    expect((await pay.retrieve(order.intentId)).status).toBe('closed');
    expect(await stateOf(order.id)).toBe('unpaid');
  });

  test('closes here what was closed there', async () => {
    const order = await ready();
    await pay.cancel(order.intentId);
    await comparePayments(shop.context);
    expect([await attempts(order.id), await stateOf(order.id)]).toEqual([['cancelled'], 'unpaid']);
  });

  test('leaves alone what both sides agree about: open, paid, given back or closed', async () => {
    const [open, paid, returned, closed] = [await ready(), await ready(), await ready(), await ready()];
    await pay.cancel(closed.intentId);
    for (const { clientSecret } of [paid, returned]) await pay.confirm(clientSecret);
    await comparePayments(shop.context);
    await shop.sql`update payment set state = 'refunded' where order_id = ${returned.id}`;
    await setState(shop.sql, returned.id, 'refunded', { paid_intent: null });
    await shop.sql`update payment set looked_at = null`;
    await comparePayments(shop.context);
    const looked = await shop.sql`select 1 from payment where looked_at is not null`;
    expect([...looked]).toEqual([]);
    expect((await pay.retrieve(open.intentId)).status).toBe('awaiting_buyer');
    expect(await attempts(open.id)).toEqual(['open']);
  });

  test('puts aside an order that counts as paid by a payment which is not', async () => {
    const order = await ready();
    await shop.sql`update payment set state = 'succeeded' where order_id = ${order.id}`;
    await setState(shop.sql, order.id, 'paid', { paid_intent: order.intentId });
    await comparePayments(shop.context);
    expect(await stateOf(order.id)).toBe('review');
  });

  test('leaves paid what is paid between the list and the look at it', async () => {
    const order = await ready();
    const listed = await pay.retrieve(order.intentId);
    const listPayments: Payments['listPayments'] = async () => {
      await pay.confirm(order.clientSecret);
      const body = { order_id: order.id, transactionId: order.intentId };
      expect((await shop.call('confirmPayment', { params: { id: order.id }, body }, buyer)).status).toBe(200);
      return success({ items: [listed], hasMore: false });
    };
    await comparePayments({ ...shop.context, payments: { ...shop.context.payments, listPayments } });
    expect(await stateOf(order.id)).toBe('paid');
  });

  test('leaves alone what has moved while the provider was asked again', async () => {
    const order = await ready();
    const listed = await pay.retrieve(order.intentId);
    await shop.sql`update payment set state = 'succeeded' where order_id = ${order.id}`;
    await setState(shop.sql, order.id, 'refund_due', { paid_intent: order.intentId, paid_at: new Date() });
    const look: Payments['look'] = async () => {
      await shop.sql`update payment set state = 'refunded' where order_id = ${order.id}`;
      return success(listed);
    };
    const listPayments: Payments['listPayments'] = async () => success({ items: [listed], hasMore: false });
    const asked = { ...shop.context.payments, listPayments, look };
    await comparePayments({ ...shop.context, payments: asked });
    expect(await stateOf(order.id)).toBe('refund_due');
  });

  test('reads the list of 30 days page by page to its end', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map(async () => pay.retrieve((await ready()).intentId)));
    const [a, b, c, d] = pages as [ProviderPayment, ProviderPayment, ProviderPayment, ProviderPayment];
    const asked = await compareWith({ items: [a, b, c], hasMore: true }, { items: [d], hasMore: false });
    const since = new Date(shop.context.clock().getTime() - 30 * 24 * HOUR);
    expect(asked).toStrictEqual([{ since }, { since, startingAfter: c.id }]);
    expect(await compareWith({ items: [], hasMore: true })).toHaveLength(1);
  });

  test('goes on behind a payment that cannot be settled now', async () => {
    const [behind, stuck] = [await ready(), await ready()];
    for (const { clientSecret } of [behind, stuck]) await pay.confirm(clientSecret);
    await shop.sql.unsafe(`alter table orders add constraint stuck check (id <> '${stuck.id}') not valid`);
    await comparePayments(shop.context);
    expect([await stateOf(stuck.id), await stateOf(behind.id)]).toEqual(['unpaid', 'paid']);
    await shop.sql`alter table orders drop constraint stuck`;
    await comparePayments(shop.context);
    expect(await stateOf(stuck.id)).toBe('paid');
  });

  test('leaves alone what belongs to another program, what is settled, and all when the list is cut off', async () => {
    const foreign = (await pay.foreign({ 'metadata[order_id]': (await ready()).id })).body;
    const order = await ready();
    await pay.confirm(order.clientSecret);
    shop.passTime(2 * HOUR);
    await comparePayments(shop.context);
    expect((await pay.retrieve(foreign.id)).status).toBe('awaiting_buyer');
    expect(await stateOf(order.id)).toBe('paid');
    const before = await shop.sql`select state, count(*) from orders group by 1 order by 1`;
    shop.setTrouble(({ path }) => (path === '/v1/payment_intents' ? 'fail-before' : 'none'));
    await comparePayments(shop.context);
    expect(await shop.sql`select state, count(*) from orders group by 1 order by 1`).toEqual(before);
  });
});

describe('a payment of ours that their list does not show', () => {
  /** As if it had been made so long ago there that their list does not reach back to it. */
  async function unseen() {
    buyer = await shop.person();
    const order = await ready();
    shop.passTime(40 * 24 * HOUR);
    await shop.sql`update payment set created_at = ${shop.context.clock().toISOString()} where order_id = ${order.id}`;
    return order;
  }
  const countAsPaid = async (order: { id: string; intentId: string }) => {
    await shop.sql`update payment set state = 'succeeded' where order_id = ${order.id}`;
    await setState(shop.sql, order.id, 'paid', { paid_intent: order.intentId });
  };

  test('is asked for by its name, and pays its order', async () => {
    const order = await unseen();
    await pay.confirm(order.clientSecret);
    await comparePayments(shop.context);
    expect(await stateOf(order.id)).toBe('paid');
    await comparePayments(shop.context);
    expect(await stateOf(order.id)).toBe('paid');
  });

  test('holds up no other, nor the refunds, when it cannot be settled now', async () => {
    const orders = [await unseen(), await unseen(), await unseen()] as const;
    for (const { id, clientSecret } of orders) {
      await pay.confirm(clientSecret);
      await shop.sql`update payment set created_at = ${shop.context.clock().toISOString()} where order_id = ${id}`;
    }
    await shop.sql.unsafe(`alter table orders add constraint stuck check (id <> '${orders[1].id}') not valid`);
    const { listAllRefunds } = shop.context.payments;
    let asked = 0;
    const counting: typeof listAllRefunds = (range) => {
      asked += 1;
      return listAllRefunds(range);
    };
    await comparePayments({ ...shop.context, payments: { ...shop.context.payments, listAllRefunds: counting } });
    await shop.sql`alter table orders drop constraint stuck`;
    expect(await Promise.all(orders.map(({ id }) => stateOf(id)))).toEqual(['paid', 'unpaid', 'paid']);
    expect(asked).toBe(1);
  });

  test('puts aside an order that counts as paid by it while they do not say so', async () => {
    const order = await unseen();
    await countAsPaid(order);
    await comparePayments(shop.context);
    expect(await stateOf(order.id)).toBe('review');
  });

  test('changes nothing when they do not know it: people are told of all at once, and many are not all asked for', async () => {
    const orders = [await unseen(), await unseen()];
    for (const [n, order] of orders.entries()) {
      const intentId = `pi_gone_${n}`;
      await shop.sql`update payment set intent_id = ${intentId}, created_at = ${shop.context.clock().toISOString()}
                      where order_id = ${order.id}`;
      await countAsPaid({ ...order, intentId });
    }
    const lines: object[] = [];
    const log = {
      ...shop.context.log,
      error: (line: object) => lines.push(line),
    } as unknown as typeof shop.context.log;
    shop.setTrouble(({ path }) => (path.includes('pi_gone') ? 'fail-before' : 'none'));
    await comparePayments({ ...shop.context, log });
    expect(lines).toEqual([]);
    shop.setTrouble(() => 'none');
    await comparePayments({ ...shop.context, log });
    expect(await Promise.all(orders.map(({ id }) => stateOf(id)))).toEqual(['paid', 'paid']);
    expect(lines).toEqual([{ payments: 2, first: expect.arrayContaining(['pi_gone_0', 'pi_gone_1']) }]);

    lines.length = 0;
    await comparePayments({ ...shop.context, log }, 1);
    expect(lines).toEqual([{ payments: 1, first: [expect.stringMatching(/^pi_gone_[01]$/)], notAsked: 1 }]);
  });

  test('is put aside again when people decided about another trouble of it', async () => {
    const order = await unseen();
    await countAsPaid(order);
    await shop.sql`update purchase set review_reason = 'dispute', review_no = 1 where id = ${order.id}`;
    await shop.sql`update payment set decided_at = now() where order_id = ${order.id}`;
    await comparePayments(shop.context);
    expect(await stateOf(order.id)).toBe('review');
  });

  test('is asked for by its name unless it is of the first hour of their list, which is not quite ours', async () => {
    const [early, later] = [await unseen(), await unseen()];
    const start = shop.context.clock().getTime() - 30 * 24 * HOUR;
    for (const [{ id }, at] of [
      [early, start + HOUR - 1],
      [later, start + HOUR],
    ] as const)
      await shop.sql`update payment set created_at = ${new Date(at).toISOString()} where order_id = ${id}`;
    await comparePayments(shop.context);
    const looked = await shop.sql`
      select order_id as id from payment where looked_at is not null and order_id in (${early.id}, ${later.id})`;
    expect([...looked]).toEqual([{ id: later.id }]);
  });
});
