import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { toCents } from '#model/kernel/money.ts';
import { success } from '#model/kernel/outcome.ts';
import { EVENTS, REVERSED } from '#model/payments/provider.ts';
import { joinProviders } from '#outside/payments/payments.ts';
import type { NewPayment, PaymentStatus, Provider } from '#outside/payments/provider.ts';
import type { Context } from '#services/kernel/context.ts';
import { workOutbox } from '#services/kernel/send-messages.ts';
import { orderSenders } from '#services/orders/waiting/serve-waiting.ts';
import { paymentSenders } from '#services/payments/payment-senders.ts';
import { storeEvent } from '#services/payments/store-event.ts';
import { workInbox } from '#services/payments/work-inbox.ts';
import { examineShop } from '#services/reports/examine-shop.ts';
import * as schema from '#tables/schema.ts';
import { ownDatabase } from '../harness/own-database.ts';
import { createPayPal } from './paypal.ts';
import { backOf, createProvider } from './provider.ts';
import { type Payer, START_STATES, type StartState, startOrders } from './start-states.ts';

interface Told {
  readonly type: string;
  readonly attempt: 1 | 2;
  readonly shows: PaymentStatus;
  /** Which of the refunds that were made by hand it is about. */
  readonly refund?: number;
}

interface Half {
  readonly events: readonly Told[];
  readonly starts: readonly StartState[];
}

const HALVES: Record<Payer['provider'], Half> = {
  // At its second attempt a payment was opened, thought about, declined and paid; the first attempt was closed before.
  stripe: {
    events: [
      { type: 'payment_intent.created', attempt: 2, shows: 'awaiting_buyer' },
      { type: 'payment_intent.processing', attempt: 2, shows: 'processing' },
      { type: 'payment_intent.payment_failed', attempt: 2, shows: 'awaiting_buyer' },
      { type: 'charge.failed', attempt: 2, shows: 'awaiting_buyer' },
      { type: 'payment_intent.succeeded', attempt: 2, shows: 'captured' },
      { type: 'payment_intent.canceled', attempt: 1, shows: 'closed' },
    ],
    starts: Object.keys(START_STATES) as StartState[],
  },
  // The first attempt was taken and denied; the second approved, taken, looked at and completed. Then parts went back by hand.
  paypal: {
    events: [
      { type: 'PAYMENT.CAPTURE.DENIED', attempt: 1, shows: 'closed' },
      { type: 'CHECKOUT.ORDER.APPROVED', attempt: 2, shows: 'approved' },
      { type: 'PAYMENT.CAPTURE.PENDING', attempt: 2, shows: 'processing' },
      { type: 'PAYMENT.CAPTURE.COMPLETED', attempt: 2, shows: 'captured' },
      { type: EVENTS.refunded, attempt: 2, shows: 'captured', refund: 0 },
      { type: REVERSED, attempt: 2, shows: 'captured', refund: 1 },
    ],
    starts: ['held', 'cancelling', 'expiring', 'sold out since', 'cancelled'],
  },
};
const ALL = permutations([0, 1, 2, 3, 4, 5]);
// By day every seventh of them: an order's six events cost 17 ms of processor time.
const ORDERS = import.meta.env.MODE === 'night' ? ALL : ALL.filter((_, n) => n % 7 === 0);
const AT_ONCE = 8;
const BY_HAND = [500, 700] as const;

const sql = await ownDatabase();
const db = drizzle(sql.pool, { schema });

let now = Date.now() + 86_400_000;
const clock = () => new Date(now);
const stripe = createProvider(clock);
const paypal = createPayPal(clock);
afterAll(paypal.close);
/** What a look at a payment shows: as old as the event that led to the look. */
const shown = new Map<string, PaymentStatus>();
/** Of a payment at PayPal, those that were made by hand. */
const byHand = new Map<string, readonly string[]>();

const asShown = <P extends { readonly calls: Pick<Provider, 'look'> }>({ calls }: P) => ({
  ...calls,
  look: async (id: string) => {
    const found = await calls.look(id);
    const status = shown.get(id);
    if (!found.ok || !status) return found;
    return success({ ...found.value, status, amountReceived: toCents(status === 'captured' ? found.value.amount : 0) });
  },
});
const context = {
  ...{ db, clock, log: pino({ level: 'silent' }), wake: () => {} },
  payments: joinProviders({ mode: 'sandbox', ...asShown(stripe) } as never, asShown(paypal) as never),
} as unknown as Context;

const wish = (order: string, attempt: 1 | 2, cents: number) => ({
  ...{ orderId: order, attempt, amount: toCents(cents), idempotencyKey: `pi:${order}:${attempt}`, returnTo: '' },
  invoice: attempt === 1 ? order : `${order}-1`,
});

const PAYERS: Record<Payer['provider'], Payer> = {
  stripe: {
    provider: 'stripe',
    async pay(order, cents) {
      const [first, second] = [await made(stripe, wish(order, 1, cents)), await made(stripe, wish(order, 2, cents))];
      await stripe.calls.close(first);
      stripe.confirm(second, 'pay');
      return [first, second];
    },
  },
  paypal: {
    provider: 'paypal',
    async pay(order, cents) {
      const [first, second] = [await made(paypal, wish(order, 1, cents)), await made(paypal, wish(order, 2, cents))];
      paypal.approve(first, 'denied');
      await paypal.calls.take(first, `take:${order}:1`);
      paypal.approve(second, 'pays');
      await paypal.calls.take(second, `take:${order}:2`);
      byHand.set(
        second,
        BY_HAND.map((part) => paypal.giveBackByHand(second, toCents(part)) ?? ''),
      );
      return [first, second];
    },
  },
};

async function made({ calls }: { readonly calls: Pick<Provider, 'create'> }, order: NewPayment): Promise<string> {
  const created = await calls.create(order);
  if (!created.ok) throw new Error(created.failure.message);
  return created.value.id;
}

test('there are 720 orders of six events', () => {
  for (const { events } of Object.values(HALVES))
    expect(new Set(ALL.map((order) => order.map((it) => events[it]?.type).join())).size).toBe(720);
});

const CASES = (['stripe', 'paypal'] as const).flatMap((by) => HALVES[by].starts.map((start) => ({ by, start })));

test.each(CASES)(
  'in whatever order the events of a payment by $by come, an order that is $start ends the same',
  async ({ by, start }) => {
    const { events } = HALVES[by];
    const eventOf = (order: readonly number[] | undefined, place: number) => events[order?.[place] ?? -1];
    const orders = await startOrders(sql, PAYERS[by], start, ORDERS.length, clock());
    expect(await examineShop(db, clock)).toEqual([]);
    for (let place = 0; place < events.length; place += 1) {
      await inTurns(orders, async ({ attempts }, n) => {
        const event = eventOf(ORDERS[n], place);
        if (!event) throw new Error('no event');
        const paymentId = attempts[event.attempt - 1] ?? '';
        shown.set(paymentId, event.shows);
        const id = `evt_${paymentId}_${event.type}`;
        const its = { id, type: event.type, createdAt: clock(), livemode: false, paymentId };
        await storeEvent(context, { ...its, ...aboutRefund(paymentId, event) });
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
    const counted = await sql`
      select intent_id as id, refunded_cents as back from payment where order_id = any(${orders.map((it) => it.id)})`;
    for (const [n, { lines, attempts }] of orders.entries()) {
      const told = ORDERS[n]?.map((_, place) => eventOf(ORDERS[n], place)?.type).join(', ');
      for (const { id } of lines) expect(ends.get(id), told).toEqual(START_STATES[start].end);
      const [, second] = attempts;
      const some = byHand.has(second) ? BY_HAND[0] + BY_HAND[1] : 0;
      const back = START_STATES[start].end.state === 'refunded' ? 5_000 * lines.length : some;
      expect(await backAt(by, second), told).toBe(back);
      expect(counted.find(({ id }) => id === second)?.back, told).toBe(back);
    }
    expect(await examineShop(db, clock)).toEqual([]);
    const [left] = await sql`select count(*)::int as n from job where queue = 'inbox' and done_at is null`;
    expect(left?.n).toBe(0);
  },
  120_000,
);

/** PayPal names the capture and the refund, and not the payment. */
function aboutRefund(paymentId: string, { refund }: Told) {
  if (refund === undefined) return {};
  const captureId = paypal.shown(paymentId)?.captureId ?? '';
  return { paymentId: null, captureId, refund: byHand.get(paymentId)?.[refund] ?? '' };
}

/** What went back of a payment, as its provider has it. */
async function backAt(by: Payer['provider'], id: string): Promise<number> {
  const listed = await (by === 'stripe' ? stripe : paypal).calls.listRefunds(id);
  if (!listed.ok) throw new Error(listed.failure.message);
  return backOf({ refunds: [...listed.value] });
}

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
