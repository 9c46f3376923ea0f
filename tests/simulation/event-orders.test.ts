import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { toCents } from '#model/kernel/money.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import type { PaymentStatus } from '#outside/payments/provider.ts';
import type { Context } from '#services/kernel/context.ts';
import { workOutbox } from '#services/kernel/send-messages.ts';
import { orderSenders } from '#services/orders/serve-waiting.ts';
import { paymentSenders } from '#services/payments/payment-senders.ts';
import { storeEvent } from '#services/payments/store-event.ts';
import { workInbox } from '#services/payments/work-inbox.ts';
import { examineShop } from '#services/reports/examine-shop.ts';
import * as schema from '#tables/schema.ts';
import { ownDatabase } from '../harness/own-database.ts';
import { backOf, createProvider } from './provider.ts';
import { START_STATES, type StartState, startOrders } from './start-states.ts';

// At its second attempt a payment was opened, thought about, declined and paid; the first attempt was closed before.
const EVENTS: readonly { type: string; attempt: 1 | 2; shows: PaymentStatus }[] = [
  { type: 'payment_intent.created', attempt: 2, shows: 'awaiting_buyer' },
  { type: 'payment_intent.processing', attempt: 2, shows: 'processing' },
  { type: 'payment_intent.payment_failed', attempt: 2, shows: 'awaiting_buyer' },
  { type: 'charge.failed', attempt: 2, shows: 'awaiting_buyer' },
  { type: 'payment_intent.succeeded', attempt: 2, shows: 'captured' },
  { type: 'payment_intent.canceled', attempt: 1, shows: 'closed' },
];
const ALL = permutations(EVENTS);
// By day every seventh of them: an order's six events cost 17 ms of processor time.
const ORDERS = import.meta.env.MODE === 'night' ? ALL : ALL.filter((_, n) => n % 7 === 0);
const AT_ONCE = 8;

const sql = await ownDatabase();
const db = drizzle(sql.pool, { schema });

let now = Date.now() + 86_400_000;
const provider = createProvider(() => new Date(now));
/** What a look at a payment shows: as old as the event that led to the look. */
const shown = new Map<string, PaymentStatus>();
const context = {
  db,
  clock: () => new Date(now),
  log: pino({ level: 'silent' }),
  wake: () => {},
  payments: {
    mode: 'sandbox',
    ...provider.calls,
    look: async (id: string) => {
      const made = provider.payments.get(id);
      if (!made) return failure({ code: 'not-found' as const, message: id });
      const status = shown.get(id) ?? made.intent.status;
      return success({
        ...made.intent,
        status,
        amountReceived: toCents(status === 'captured' ? made.intent.amount : 0),
      });
    },
  },
} as unknown as Context;

test('there are 720 orders of six events', () => {
  expect(new Set(ALL.map((order) => order.map((it) => it.type).join())).size).toBe(720);
});

test.each(Object.keys(START_STATES) as StartState[])(
  'in whatever order the events of a payment come, an order that is %s ends the same',
  async (start) => {
    const orders = await startOrders(sql, provider, start, ORDERS.length, new Date(now));
    expect(await examineShop(db, context.clock)).toEqual([]);
    for (let place = 0; place < EVENTS.length; place += 1) {
      await inTurns(orders, async ({ attempts }, n) => {
        const event = ORDERS[n]?.[place];
        if (!event) throw new Error('no event');
        const paymentId = attempts[event.attempt - 1] ?? '';
        shown.set(paymentId, event.shows);
        const id = `evt_${paymentId}_${event.type}`;
        await storeEvent(context, { id, type: event.type, createdAt: new Date(now), livemode: false, paymentId });
      });
      now += 1;
      await untilNone(() => workInbox(context));
      await untilNone(() => workOutbox(context, { ...orderSenders, ...paymentSenders }));
    }
    shown.clear();
    now += 3_600_000;
    await untilNone(() => workInbox(context));
    await untilNone(() => workOutbox(context, { ...orderSenders, ...paymentSenders }));

    const rows = await sql`
      select orders.id, orders.state, hold_quantity as held, purchase.paid_intent is not null as paid,
             (select string_agg(payment.state::text, ' ' order by attempt) from payment where order_id = purchase_id) as payments,
             (select string_agg(kind || ' ' || hold_no || ' ' || delta, ', ' order by id)
                from stock_move where order_id = orders.id) as moves,
             (select string_agg(action, ' ' order by id) from audit where target = purchase_id::text and action in
                ('order.paid', 'order.refund_due', 'order.refunded', 'order.review', 'order.change_too_late')) as deeds
        from orders join purchase on purchase.id = purchase_id where purchase_id = any(${orders.map((it) => it.id)})`;
    const ends = new Map(rows.map(({ id, ...row }) => [id, row]));
    for (const [n, { lines, attempts }] of orders.entries()) {
      const told = ORDERS[n]?.map((it) => it.type).join(', ');
      for (const { id } of lines) expect(ends.get(id), told).toEqual(START_STATES[start].end);
      expect(backOf(provider.payments.get(attempts[1] ?? '') ?? { refunds: [] }) > 0, told).toBe(
        START_STATES[start].end.state === 'refunded',
      );
    }
    expect(await examineShop(db, context.clock)).toEqual([]);
    const [left] = await sql`select count(*)::int as n from job where queue = 'inbox' and done_at is null`;
    expect(left?.n).toBe(0);
  },
  120_000,
);

test('no order of locks was ever crossed', async () => {
  const [row] = await sql`select deadlocks from pg_stat_database where datname = current_database()`;
  expect(row?.deadlocks).toBe(0);
});

async function inTurns<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  const rest = items.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, item] of rest) await work(item, index);
    }),
  );
}

/** Several workers at once, as several processes of a shop would be, until nothing is due. */
async function untilNone(work: () => Promise<number>): Promise<void> {
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while ((await work()) > 0);
    }),
  );
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
