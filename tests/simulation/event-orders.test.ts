import { afterAll, expect, test } from 'vitest';
import { examineShop } from '#services/reports/examine-shop.ts';
import { ownDatabase } from '../harness/own-database.ts';
import { START_STATES, type StartState, startOrders } from './start-states.ts';
import { BY_HAND, BY_PAYPAL, BY_STRIPE, ordersOf, type Told, toldShop } from './told-shop.ts';

const PAYPAL_STARTS = ['held', 'cancelling', 'expiring', 'sold out since', 'cancelled'] as const;
const HALVES = {
  stripe: { events: BY_STRIPE, starts: Object.keys(START_STATES) as StartState[] },
  paypal: { events: BY_PAYPAL, starts: PAYPAL_STARTS as readonly StartState[] },
} as const;
const NIGHT = import.meta.env.MODE === 'night';

/** Of all orders by day every so many-th: an order's six events cost 17 ms of processor time, two payments of one 60 ms. */
const some = (all: Told[][], every: number) => (NIGHT ? all : all.filter((_, n) => n % every === 0));

const sql = await ownDatabase();
const shop = toldShop(sql);
afterAll(shop.close);

test('there are 720 orders of six events, and 11,880 of any four of the twelve', () => {
  const count = (all: Told[][]) => new Set(all.map((events) => events.map(({ type }) => type).join())).size;
  expect([BY_STRIPE, BY_PAYPAL].map((events) => count(ordersOf(events)))).toEqual([720, 720]);
  expect(count(ordersOf([...BY_STRIPE, ...BY_PAYPAL], 4))).toBe(11_880);
});

const CASES = (['stripe', 'paypal'] as const).flatMap((by) => HALVES[by].starts.map((start) => ({ by, start })));

test.each(CASES)(
  'in whatever order the events of a payment by $by come, an order that is $start ends the same',
  async ({ by, start }) => {
    const heard = some(ordersOf(HALVES[by].events), 7);
    const { orders, ends, counted } = await led(by, start, heard);
    for (const [n, { lines, attempts }] of orders.entries()) {
      const told = wordsOf(heard[n]);
      for (const { id } of lines) expect(ends.get(id), told).toEqual(START_STATES[start].end);
      const [, second = ''] = attempts;
      const back = START_STATES[start].end.state === 'refunded' ? 5_000 * lines.length : by === 'paypal' ? BY_HAND : 0;
      expect([await shop.backAt(by, second), counted.get(second)], told).toEqual([back, back]);
    }
  },
  120_000,
);

const PROVIDERS = ['paypal', 'stripe'] as const;
const TWELVE = [...BY_PAYPAL, ...BY_STRIPE.map((event) => ({ ...event, attempt: event.attempt + 2 }))];

test.each(PAYPAL_STARTS)(
  'paid at both providers, whatever four events of twelve come in whatever order, an order that is %s',
  async (start) => {
    shop.passMonths();
    const heard = some(ordersOf(TWELVE, 4), 397);
    const { orders, ends, counted } = await led('both', start, heard, true);
    for (const [n, { lines, attempts }] of orders.entries()) {
      const told = wordsOf(heard[n]);
      const { end } = START_STATES[start];
      const keeps = end.state === 'paid' ? keeperOf(heard[n] ?? []) : undefined;
      const [atPayPal, atStripe] = PROVIDERS.map((by) => (by === keeps ? 'succeeded' : 'refunded'));
      for (const { id } of lines)
        expect(ends.get(id), told).toEqual({ ...end, payments: `cancelled ${atPayPal} cancelled ${atStripe}` });
      for (const [by, attempt] of [
        ['paypal', 1],
        ['stripe', 3],
      ] as const) {
        const id = attempts[attempt] ?? '';
        const back = by !== keeps ? 5_000 : by === 'paypal' ? BY_HAND : 0;
        expect([await shop.backAt(by, id), counted.get(id)], told).toEqual([back, back]);
      }
    }
  },
  14_400_000,
);

/**
 * All that may depend on the order of the events: of two payments whichever is known first to be paid keeps the purchase, and
 * the other goes back whole. Without a word the shop looks at the card first, as it has given PayPal's up. An event about a
 * refund names what was taken and not the payment: it waits, for an hour here, until another event has led there.
 */
function keeperOf(events: readonly Told[]): 'paypal' | 'stripe' {
  let known = false;
  for (const { attempt, shows, refund } of events) {
    known ||= attempt === 1 && refund === undefined;
    if (attempt === 3 && shows === 'captured') return 'stripe';
    if (attempt === 1 && shows === 'captured' && known) return 'paypal';
  }
  return known && events.some(({ refund }) => refund !== undefined) ? 'paypal' : 'stripe';
}

/** Purchases of which each hears its events in its order, an hour later, and how they ended. */
async function led(by: keyof typeof shop.payers, start: StartState, heard: readonly Told[][], itself = false) {
  const orders = await startOrders(sql, shop.payers[by], start, heard.length, shop.clock());
  expect(await examineShop(shop.db, shop.clock)).toEqual([]);
  for (const place of heard[0]?.keys() ?? [])
    await shop.hear(orders.map(({ attempts }, n) => ({ attempts, event: heard[n]?.[place] as Told })));
  await shop.passAnHour();
  if (itself) await shop.lookForItself();
  const rows = await sql`
    select orders.id, orders.state, hold_quantity as held, purchase.paid_intent is not null as paid,
           (select string_agg(payment.state::text, ' ' order by attempt) from payment where order_id = purchase_id) as payments,
           (select string_agg(kind || ' ' || hold_no || ' ' || delta, ', ' order by id)
              from stock_move where order_id = orders.id) as moves,
           (select string_agg(action, ' ' order by id) from audit where target = purchase_id::text and action in
              ('order.paid', 'order.refund_due', 'order.refunded', 'order.review', 'order.change_too_late')) as deeds
      from orders join purchase on purchase.id = purchase_id where purchase_id = any(${orders.map((it) => it.id)})`;
  const counted = await sql`
    select intent_id as id, refunded_cents as back from payment where order_id = any(${orders.map((it) => it.id)})`;
  expect(await examineShop(shop.db, shop.clock)).toEqual([]);
  const [left] = await sql`select count(*)::int as n from job where queue in ('inbox', 'outbox') and done_at is null`;
  expect(left?.n).toBe(0);
  return {
    orders,
    ends: new Map(rows.map(({ id, ...row }) => [id as string, row])),
    counted: new Map(counted.map(({ id, back }) => [id as string, back as number])),
  };
}

const wordsOf = (events: readonly Told[] = []) => events.map(({ type }) => type).join(', ');

test('no order of locks was ever crossed', async () => {
  const [row] = await sql`select deadlocks from pg_stat_database where datname = current_database()`;
  expect(row?.deadlocks).toBe(0);
});
