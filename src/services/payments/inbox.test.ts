import { beforeEach, describe, expect, test } from 'vitest';
import { begun, CARDS, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { settlePayment } from './settle-payment.ts';
import { storeEvent } from './store-event.ts';
import { workInbox } from './work-inbox.ts';

const shop = await ownShop();
const pay = payments(shop);
const tool = await shop.tool({ available: 10_000 });
let buyer = await shop.person();
beforeEach(async () => {
  buyer = await shop.renewed(buyer);
});

const stored = () => shop.sql`
  select key as id, attempts, done_at, last_error from job where queue = 'inbox' order by created_at`;
const stateOf = async (id: string) => (await shop.sql`select state from orders where id = ${id}`)[0]?.state;

async function paidEvents() {
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await pay.confirm(clientSecret);
  return { order, intentId, events: await pay.events(intentId) };
}

describe('a webhook that cannot be believed is answered 400 and nothing is kept', () => {
  const seconds = Math.floor(Date.now() / 1000);
  test.each([
    ['signed with another secret', { secret: 'whsec_another' }],
    ['without a signature', { header: '' }],
    ['with a signature of nothing', { header: `t=${seconds},v1=${'0'.repeat(64)}` }],
    ['with the wrong scheme', { header: `t=${seconds},v0=${'0'.repeat(64)}` }],
    ['signed ten minutes ago', { timestamp: seconds - 600 }],
    ['with a space added to the body', (text: string) => ({ body: `${text} ` })],
    ['with another amount in the body', (text: string) => ({ body: text.replace('"amount":', '"amount": ') })],
    ['with an empty body', { body: '' }],
    ['of live money', 'live'],
    ['that is no event', 'no event'],
  ] as const)('%s', async (_what, how) => {
    const { events } = await paidEvents();
    const event = how === 'live' ? { ...events[0], livemode: true } : how === 'no event' ? { a: 1 } : (events[0] ?? {});
    const its = typeof how === 'function' ? how(JSON.stringify(event)) : typeof how === 'string' ? {} : how;
    const before = await stored();
    const answer = await pay.deliver(event, its);
    expect(answer.status).toBe(400);
    expect((await answer.json()).code).toBe('bad_signature');
    expect(await stored()).toEqual(before);
  });

  test('a body of more than a megabyte is not read to its end', async () => {
    const answer = await pay.deliver({ object: 'event', filler: 'x'.repeat(1_100_000) });
    expect(answer.status).toBe(413);
  });
});

test('an event that comes twice, at once or later, is kept once', async () => {
  const { order, events } = await paidEvents();
  const event = events.at(-1) ?? { id: '' };
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => pay.deliver(event)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  await shop.work();
  expect(await stateOf(order.id)).toBe('paid');
  expect((await pay.deliver(event)).status).toBe(200);
  expect(await workInbox(shop.context)).toBe(0);
  expect((await stored()).filter((it) => it.id === event.id)).toHaveLength(1);
});

test('the events of one payment are settled by one look at it, and by none once its money is known', async () => {
  const { order, events } = await paidEvents();
  const looks: string[] = [];
  shop.setTrouble(({ method, path }) => {
    looks.push(`${method} ${path}`);
    return 'none';
  });
  for (const event of events.slice(1)) await pay.deliver(event);
  expect(events.length).toBeGreaterThan(2);
  await workInbox(shop.context);
  expect(looks).toHaveLength(1);
  expect(await stateOf(order.id)).toBe('paid');
  await pay.deliver(events[0] ?? {});
  expect(await workInbox(shop.context)).toBe(1);
  expect(looks).toHaveLength(1);
  expect((await stored()).filter((it) => it.done_at === null)).toEqual([]);
  shop.setTrouble(() => 'none');
});

test('the shop is woken for an event, and hears whether it is new', async () => {
  const event = { id: 'evt_new', type: 'x', paymentId: null, livemode: false, createdAt: new Date() };
  let woken = 0;
  const context = { ...shop.context, wake: () => (woken += 1) };
  expect([await storeEvent(context, event), await storeEvent(context, event)]).toEqual([true, false]);
  expect(woken).toBeGreaterThan(0);
});

test('an event that comes before its payment is written down waits, and is settled once it is', async () => {
  const { order, intentId, events } = await paidEvents();
  await shop.sql`update payment set state = 'creating', intent_id = null where order_id = ${order.id}`;
  for (const event of events) await pay.deliver(event);
  await shop.work();
  expect(await stateOf(order.id)).toBe('unpaid');
  const waiting = (await stored()).filter((it) => it.last_error === 'unknown');
  expect(waiting).toHaveLength(events.length);
  expect(waiting.every((it) => it.done_at === null && it.attempts === 1)).toBe(true);
  await shop.sql`update payment set state = 'open', intent_id = ${intentId} where order_id = ${order.id}`;
  shop.passTime(5_000);
  await shop.work();
  expect(await stateOf(order.id)).toBe('paid');
  expect((await stored()).filter((it) => it.done_at === null)).toEqual([]);
});

test('an event of another program of the account is let go after an hour or so, not asked about forever', async () => {
  const foreign = (await pay.foreign()).body;
  const [event] = await pay.events(foreign.id);
  await pay.deliver(event ?? {});
  for (let n = 0; n < 20; n += 1) {
    await shop.work();
    shop.passTime(15 * 60_000);
  }
  const [row] = await shop.sql`select attempts, done_at is not null as done from job where key = ${event?.id ?? ''}`;
  expect(row).toEqual({ attempts: 12, done: true });
});

test('an event about no payment is kept and done with', async () => {
  const event = { id: 'evt_about_a_customer', object: 'event', type: 'customer.created', livemode: false, created: 1 };
  await pay.deliver({ ...event, data: { object: { id: 'cus_1', object: 'customer' } } });
  await shop.work();
  expect((await stored()).find((it) => it.id === event.id)).toMatchObject({ attempts: 1, last_error: null });
  expect((await stored()).find((it) => it.id === event.id)?.done_at).not.toBeNull();
});

test('an event whose provider call fails is asked about again later, behind the others', async () => {
  const { order, events } = await paidEvents();
  shop.setTrouble(() => 'fail-before');
  for (const event of events) await pay.deliver(event);
  await shop.work();
  expect(await stateOf(order.id)).toBe('unpaid');
  shop.setTrouble(() => 'none');
  shop.passTime(5_000);
  await shop.work();
  expect(await stateOf(order.id)).toBe('paid');
});

test('an event that cannot be settled at all does not stop those behind it', async () => {
  const bad = await paidEvents();
  const good = await paidEvents();
  await shop.sql`create function no() returns trigger language plpgsql as 'begin raise exception ''no''; end'`;
  await shop.sql.unsafe(
    `create trigger no before update on orders for each row when (old.id = '${bad.order.id}') execute function no()`,
  );
  for (const event of [...bad.events, ...good.events]) await pay.deliver(event);
  await shop.work();
  expect([await stateOf(bad.order.id), await stateOf(good.order.id)]).toEqual(['unpaid', 'paid']);
  await shop.sql`drop trigger no on orders`;
  shop.passTime(5_000);
  await shop.work();
  expect(await stateOf(bad.order.id)).toBe('paid');
});

test('in whatever order the events of a payment come, the order ends paid', async () => {
  const order = await ordered(shop, buyer, tool);
  const { clientSecret, intentId } = await begun(shop, buyer, order);
  await pay.confirm(clientSecret, CARDS.declined);
  await pay.confirm(clientSecret, CARDS.challenge);
  await pay.answerChallenge(clientSecret, 'pass');
  const kinds = ['created', 'payment_failed', 'requires_action', 'succeeded'].map((kind) => `payment_intent.${kind}`);
  const events = (await pay.events(intentId)).filter((event) => kinds.includes(event.type));
  expect(events).toHaveLength(4);
  for (const permutation of permutations(events)) {
    await unpaid();
    for (const event of permutation) {
      await pay.deliver(event);
      await workInbox(shop.context);
    }
    expect(await stateOf(order.id), permutation.map((event) => event.type).join()).toBe('paid');
  }

  /** As it was before any event. */
  async function unpaid() {
    await setState(shop.sql, order.id, 'unpaid', { paid_intent: null, paid_at: null });
    await shop.sql`update payment set state = 'open' where order_id = ${order.id}`;
    await shop.sql`delete from job where queue = 'inbox'`;
  }
});

test('in whatever order the states of a payment are seen, stale ones included, a paid order stays paid', async () => {
  const { order, intentId } = await paidEvents();
  const now = await pay.retrieve(intentId);
  const stale = {
    awaiting_buyer: 'open',
    processing: 'processing',
  } as const;
  const statuses = Object.keys(stale) as (keyof typeof stale)[];
  for (const status of statuses)
    expect(await settlePayment(shop.context, { ...now, status, amountReceived: now.amount })).toBe(stale[status]);
  expect(await stateOf(order.id)).toBe('unpaid');
  expect(await settlePayment(shop.context, now)).toBe('paid');
  for (const status of [...statuses, 'closed'] as const) await settlePayment(shop.context, { ...now, status });
  expect(await stateOf(order.id)).toBe('paid');
  expect(await settlePayment(shop.context, now)).toBe('paid');
  const [row] = await shop.sql`select state from payment where order_id = ${order.id}`;
  expect(row?.state).toBe('succeeded');
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
