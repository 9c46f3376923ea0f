import { afterAll, beforeAll, expect } from 'vitest';
import type { CallName } from '#contract/kernel/paths.ts';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { sweepPayments } from '#services/payments/sweep-payments.ts';
import { examineShop } from '#services/reports/examine-shop.ts';
import { begun, ordered, payments } from '../harness/own-payments.ts';
import { type CallAnswer, type CallInput, ownShop, type Person, type TestShop } from '../harness/own-shop.ts';
import { atOnce, race } from './race.ts';

const MINUTE = 60_000;

const open = await ownShop();
const limited = await ownShop({ orders: 10, stockPercent: 50 });
const statuses: number[] = [];
const pay = payments(open);
let buyers: Person[] = [];

beforeAll(async () => {
  buyers = await Promise.all([1, 2, 3, 4].map(() => open.person()));
});

afterAll(async () => {
  expect(statuses.length).toBeGreaterThan(500);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  for (const shop of [open, limited]) {
    expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);
    expect(await shop.sql`select deadlocks from pg_stat_database where datname = current_database()`).toEqual([
      { deadlocks: 0 },
    ]);
  }
});

race('RACE-01: 80 orders at once on stock for 20 are 20 orders', [3, 200], async () => {
  const tool = await open.tool({ available: 100, minQuantity: 5 });
  const answers = await atOnce(80, (n) => order(open, tool.id, buyers[n % buyers.length]));
  expect(answers.filter((it) => it.status === 200)).toHaveLength(20);
  expect(codes(answers)).toEqual({ out_of_stock: 60 });
  expect(await stock(open, tool.id)).toEqual({ available: 0, moved: 0, held: 100 });
});

race('RACE-02: 20 orders at once of one tool by one customer hold what one customer may', [100, 2_000], async () => {
  const tool = await limited.tool({ available: 100, minQuantity: 5 });
  const buyer = await limited.person();
  const answers = await atOnce(20, () => order(limited, tool.id, buyer));
  expect(answers.filter((it) => it.status === 200)).toHaveLength(10);
  expect(codes(answers)).toEqual({ too_many_unpaid: 10 });
  expect(await stock(limited, tool.id)).toEqual({ available: 50, moved: 50, held: 50 });
});

race('RACE-03: 50 cancellations, by customer and admin, and the end of the hold', [2, 50], async () => {
  const tool = await open.tool({ available: 10 });
  const { id } = await ordered(open, await aBuyer(), tool);
  open.passTime(61 * MINUTE);
  // A new admin each time: a session of an admin ends within hours, and a round takes one.
  const [buyer, deleter] = [await aBuyer(), await open.person('admin')];
  const expiry = Array.from({ length: 5 }, () => expireHolds(open.context));
  const answers = await atOnce(50, (n) => (n % 2 ? cancel(id, buyer) : remove(id, deleter)));
  await Promise.all(expiry);
  expect(answers.map((it) => it.status)).toEqual(Array(50).fill(200));
  expect(answers.reduce((sum, it) => sum + it.body.deletedCount, 0)).toBe(1);
  expect(await moves(id)).toEqual(['hold -5', 'release 5']);
  expect(await stock(open, tool.id)).toEqual({ available: 10, moved: 10, held: 0 });
});

race(
  'RACE-03: the same while the card is charged: the order is paid, or cancelled and not charged',
  [100, 2_000],
  async () => {
    const tool = await open.tool({ available: 10 });
    const { id, amount } = await ordered(open, await aBuyer(), tool);
    const { clientSecret, intentId } = await begun(open, await aBuyer(), { id, amount });
    open.passTime(61 * MINUTE);
    const [buyer, deleter] = [await aBuyer(), await open.person('admin')];
    const [answers] = await Promise.all([
      atOnce(20, (n) => (n % 2 ? cancel(id, buyer) : remove(id, deleter))),
      pay.confirm(clientSecret),
      expireHolds(open.context),
      open.work(),
    ]);
    await open.work();
    const { status } = await pay.retrieve(intentId);
    const paid = status === 'captured';
    expect(status).toBe(paid ? 'captured' : 'closed');
    expect(await state(id)).toBe(paid ? 'paid' : 'cancelled');
    expect(new Set(answers.map((it) => it.status))).toEqual(new Set([paid ? 409 : 200]));
    expect(await moves(id)).toEqual(paid ? ['hold -5'] : ['hold -5', 'release 5']);
  },
);

race('RACE-04: five PATCHes, five webhooks and two sweeps pay an order once', [3, 100], async () => {
  const tool = await open.tool({ available: 10 });
  const { id, amount } = await ordered(open, await aBuyer(), tool);
  const { clientSecret, intentId } = await begun(open, await aBuyer(), { id, amount });
  await pay.confirm(clientSecret);
  const event = (await pay.events(intentId)).find((it) => it.type === 'payment_intent.succeeded');
  open.passTime(MINUTE);
  const buyer = await aBuyer();
  const body = { order_id: id, transactionId: intentId };
  const [patched, told] = await Promise.all([
    atOnce(5, () => called(open, 'confirmPayment', { params: { id }, body }, buyer)),
    atOnce(5, (n) => pay.deliver({ ...event, id: `${event?.id}${n % 2 ? '' : n}` })),
    sweepPayments(open.context),
    sweepPayments(open.context),
    open.work(),
    open.work(),
  ]);
  await open.work();
  expect(patched.map((it) => it.status)).toEqual(Array(5).fill(200));
  expect(told.map((it) => it.status)).toEqual(Array(5).fill(200));
  const deeds = await open.sql`select action from audit where target = ${id} order by id`;
  expect(deeds.map((it) => it.action)).toEqual(['order.placed', 'order.paid']);
  const receipts = await open.sql`select 1 from job where key = ${`mail.receipt:${intentId}`}`;
  expect(receipts).toHaveLength(1);
  expect(await moves(id)).toEqual(['hold -5']);
});

race('RACE-05: 30 first orders at once: one of them has the offer, and gives it back unpaid', [2, 50], async () => {
  const [one, ...others] = await Promise.all(Array.from({ length: 30 }, () => open.tool({ available: 1000 })));
  const everySame = await offerRace(() => one?.id ?? '');
  const everyOther = await offerRace((n) => [one, ...others][n]?.id ?? '');
  expect([everySame, everyOther]).toEqual([1_500, 1_500]);
});

race('F12: one Idempotency-Key 20 times at once: one order, 20 times the same answer', [2, 50], async () => {
  const tool = await open.tool();
  const [buyer, key] = [await aBuyer(), `key-${crypto.randomUUID()}`];
  const answers = await atOnce(20, () => order(open, tool.id, buyer, key));
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(await stock(open, tool.id)).toEqual({ available: 95, moved: 95, held: 5 });
});

race('F12: the same for 20 tools: one order, the others are told', [1, 50], async () => {
  const tools = await Promise.all(Array.from({ length: 20 }, () => open.tool()));
  const [buyer, key] = [await aBuyer(), `key-${crypto.randomUUID()}`];
  const answers = await atOnce(20, (n) => order(open, tools[n]?.id, buyer, key));
  expect(answers.filter((it) => it.status === 200)).toHaveLength(1);
  expect(codes(answers)).toEqual({ idempotency_key_reused: 19 });
  const left = await Promise.all(tools.map(async (it) => (await stock(open, it.id))?.available));
  expect(left.filter((available) => available !== 100)).toEqual([95]);
});

/** First orders of somebody new, at once; the one with the offer is cancelled while ten more come. Answers the offers. */
async function offerRace(toolOf: (n: number) => string): Promise<number> {
  const newcomer = await open.person();
  const first = await atOnce(30, (n) => order(open, toolOf(n), newcomer));
  expect(first.map((it) => it.status)).toEqual(Array(30).fill(200));
  const [carrier, ...none] = await offers(newcomer);
  expect(none).toEqual([]);
  const [later] = await Promise.all([
    atOnce(10, (n) => order(open, toolOf(n), newcomer)),
    called(open, 'cancelOrder', { params: { id: carrier?.id } }, newcomer),
  ]);
  expect(later.map((it) => it.status)).toEqual(Array(10).fill(200));
  if ((await offers(newcomer)).length === 0) await order(open, toolOf(0), newcomer);
  const again = await offers(newcomer);
  expect(again).toHaveLength(1);
  expect(again[0]?.id).not.toBe(carrier?.id);
  return again[0]?.cents;
}

const offers = (who: Person) => open.sql`select id, discount_cents as cents from orders
  where person_id = ${who.id} and discount_cents > 0 and state <> 'cancelled'`;

async function called(shop: TestShop, name: CallName, input: CallInput, who?: Person): Promise<CallAnswer> {
  const answer = await shop.call(name, input, who);
  statuses.push(answer.status);
  return answer;
}

const order = (shop: TestShop, toolId: string | undefined, who: Person | undefined, key?: string) =>
  called(
    shop,
    'placeOrder',
    {
      body: { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: toolId },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    },
    who,
  );

const cancel = (id: string, who: Person) => called(open, 'cancelOrder', { params: { id } }, who);
const remove = (id: string, who: Person) => called(open, 'deleteOrder', { params: { id } }, who);

/** The same buyer each time, with a bearer token of this moment. */
async function aBuyer(): Promise<Person> {
  const [buyer] = buyers;
  if (!buyer) throw new Error('nobody buys');
  return open.renewed(buyer);
}

/** How many times each refusal came. */
function codes(answers: readonly CallAnswer[]): Record<string, number> {
  const refused = answers.filter((it) => it.status !== 200).map((it) => it.body.code as string);
  return Object.fromEntries([...new Set(refused)].map((code) => [code, refused.filter((it) => it === code).length]));
}

const state = async (id: string) => (await open.sql`select state from orders where id = ${id}`)[0]?.state;

const moves = async (id: string) =>
  (await open.sql`select kind || ' ' || delta as move from stock_move where order_id = ${id} order by id`).map(
    (it) => it.move,
  );

async function stock(shop: TestShop, id: string) {
  const [row] = await shop.sql`
    select available, (select sum(delta)::int from stock_move where tool_id = tool.id) as moved,
           coalesce((select sum(hold_quantity)::int from orders where tool_id = tool.id), 0) as held
      from tool where id = ${id}`;
  return row;
}
