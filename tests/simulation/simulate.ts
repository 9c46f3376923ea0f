import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import type { OrderId, ToolId } from '#model/kernel/ids.ts';
import type { PlaceOrder } from '#model/orders/order.ts';
import type { Context, Db } from '#services/kernel/context.ts';
import { breachesQuery } from '#services/kernel/invariants.ts';
import { workOutbox } from '#services/kernel/work-outbox.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { shipOrder } from '#services/orders/ship-order.ts';
import { beginPayment } from '#services/payments/begin-payment.ts';
import { cancelOrder } from '#services/payments/cancel-order.ts';
import { closeOldOrders } from '#services/payments/close-old-orders.ts';
import { comparePayments } from '#services/payments/compare-payments.ts';
import { confirmPayment } from '#services/payments/confirm-payment.ts';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { paymentSenders } from '#services/payments/payment-senders.ts';
import { readEvents } from '#services/payments/read-events.ts';
import { storeEvent } from '#services/payments/store-event.ts';
import { sweepPayments } from '#services/payments/sweep-payments.ts';
import { workInbox } from '#services/payments/work-inbox.ts';
import * as schema from '#tables/schema.ts';
import { makeCall, queuedProvider } from './faults.ts';
import { createProvider } from './provider.ts';
import { type Random, randomOf } from './random.ts';
import { createSchedule, queued } from './schedule.ts';

const dialect = new PgDialect();
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JUMPS = [SECOND, SECOND, 30 * SECOND, 5 * MINUTE, 20 * MINUTE, 61 * MINUTE, 2 * HOUR, 15 * DAY];
const STEPS = 60;
const FAULT_RATE = 0.08;

export interface Report {
  /** What was done, in words that are the same whenever the seed is. */
  readonly trace: readonly string[];
  /** The moves that orders made, such as "unpaid>paid". */
  readonly moves: ReadonlySet<string>;
  /** The faults that struck, by place. */
  readonly faults: ReadonlySet<string>;
  readonly wrong: string | undefined;
}

interface Placed {
  readonly id: OrderId;
  readonly owner: string;
  readonly price: number;
}

/** One shop's life in a world that fails, drawn by lot: customers, bank, clock, webhooks, background work, crashes. */
export async function simulate(client: Sql, seed: number): Promise<Report> {
  const db: Db = drizzle(client, { schema });
  const random = randomOf(seed);
  const { people, admin, tool } = await emptyShop(db);
  // A day ahead, so that what the database stamps itself is always past.
  let now = Date.now() + DAY;
  const clock = () => new Date(now);
  const provider = createProvider(clock);
  const schedule = createSchedule();
  const trace: string[] = [];
  const moves = new Set<string>();
  const faults = new Set<string>();
  const states = new Map<string, string>();
  const placed: Placed[] = [];
  const secrets = new Map<string, { intentId: string; order: Placed }>();
  const delivered = new Set<string>();
  let faultRate = FAULT_RATE;
  let wrong: string | undefined;
  /** Whether the database may have changed since the last look. */
  let written = true;

  const start = (task: string, work: (context: Context) => Promise<unknown>) => {
    const queue = schedule.queueOf(task);
    const context = {
      db: queued(db, queue),
      clock,
      log: pino({ level: 'silent' }),
      payments: queuedProvider(provider, queue),
      limits: { orders: 3, stockPercent: 50 },
      wake: () => {},
    } as unknown as Context;
    trace.push(`${task} starts`);
    return schedule.start(async () => {
      try {
        await work(context);
        trace.push(`${task} ends`);
      } catch (error) {
        trace.push(`${task} breaks off`);
        if (!(error instanceof Error) || !isDisconnection(error)) wrong ??= `${task} threw ${String(error)}`;
      }
    });
  };

  const customer: Record<string, () => Promise<void> | void> = {
    place: () => {
      const person = random.one(people);
      const quantity = random.one([5, 5, 6, 10]);
      const request = { phone: '5550142200', address: 'A', quantity, tools_price: 10, tools_id: tool } as PlaceOrder;
      const key = random.chance(0.5) ? `key-${random.below(4)}-of-a-form` : undefined;
      return start('place', async (context) => {
        const done = await placeOrder(
          context,
          { id: person, name: 'Sam', email: 'sam@example.com' as never },
          request,
          key,
        );
        if (done.ok && !placed.some((it) => it.id === done.value.id))
          placed.push({ id: done.value.id, owner: person, price: quantity * 10 });
      });
    },
    pay: () => {
      const order = drawn();
      if (!order) return;
      return start('pay', async (context) => {
        const begun = await beginPayment(context, order.owner, { price: order.price, orderId: order.id });
        if (!begun.ok) return;
        const intentId = begun.value.clientSecret.split('_secret_')[0] as string;
        secrets.set(intentId, { intentId, order });
      });
    },
    card: () => {
      const secret = [...secrets.values()].at(random.below(Math.max(secrets.size, 1)));
      if (!secret) return;
      const how = random.one(['pay', 'pay', 'pay', 'decline', 'slow', 'dispute'] as const);
      trace.push(`card ${secret.intentId} ${how}`);
      provider.confirm(secret.intentId, how);
    },
    bank: () => {
      for (const id of secrets.keys()) provider.decide(id, random.chance(0.5));
    },
    confirm: () => {
      const secret = [...secrets.values()].at(random.below(Math.max(secrets.size, 1)));
      if (!secret) return;
      const { order, intentId } = secret;
      return start('confirm', (context) => confirmPayment(context, order.owner, order.id, intentId));
    },
    cancel: () => {
      const order = drawn();
      const by = random.chance(0.5) ? { adminId: admin } : { customerId: order?.owner ?? '' };
      return order && start('cancel', (context) => cancelOrder(context, by, order.id));
    },
    ship: () => {
      const order = drawn();
      return order && start('ship', (context) => shipOrder(context, admin, order.id));
    },
    webhook: () => {
      const event = provider.events.at(random.below(Math.max(provider.events.length, 1)));
      // Some never come, some come twice.
      if (!event || random.chance(0.3)) return;
      delivered.add(event.id);
      return start('webhook', (context) => storeEvent(context, event));
    },
  };
  const rounds: Record<string, (context: Context) => Promise<unknown>> = {
    inbox: workInbox,
    outbox: (context) => workOutbox(context, paymentSenders),
    sweep: sweepPayments,
    holds: expireHolds,
    'old orders': closeOldOrders,
    events: readEvents,
    comparison: comparePayments,
  };
  const drawn = () => placed.at(random.below(Math.max(placed.length, 1)));

  const deeds = [
    'place',
    'place',
    'pay',
    'pay',
    'pay',
    'card',
    'card',
    'card',
    'bank',
    'confirm',
    'cancel',
    'ship',
    'webhook',
  ];
  for (let n = 0; n < STEPS && !wrong; n += 1) {
    now += 1;
    const lot = random.draw();
    if (lot < 0.6 && schedule.waiting.length > 0) await stepOnce(random);
    else if (lot < 0.85) await customer[random.one(deeds)]?.();
    else if (lot < 0.94) {
      const name = random.one(Object.keys(rounds));
      await start(name, rounds[name] as (context: Context) => Promise<unknown>);
    } else if (lot < 0.985) {
      const jump = random.one(JUMPS);
      trace.push(`${jump / SECOND} seconds pass`);
      now += jump;
    } else {
      trace.push('crash');
      schedule.crash();
    }
  }
  await comeToRest();
  return { trace, moves, faults, wrong };

  async function stepOnce(lots: Random): Promise<void> {
    const call = lots.one(schedule.waiting);
    trace.push(`${call.task}: ${call.name}`);
    if (call.name !== 'select') written = true;
    await schedule.step(call, async (made) => {
      const fault = await makeCall(made, lots, faultRate, provider);
      if (!fault) return;
      faults.add(fault);
      trace.push(fault);
    });
    if (written) await look();
  }

  /** What must hold after every step. */
  async function look(): Promise<void> {
    if (wrong) return;
    written = false;
    const rows = await db.execute<{ id: string; state: string; held: number }>(
      sql`select id, state, hold_quantity as held from orders`,
    );
    for (const { id, state } of rows) {
      const before = states.get(id);
      if (before && before !== state) moves.add(`${before}>${state}`);
      states.set(id, state);
    }
    for (const { intentId, order } of secrets.values()) {
      const row = rows.find((it) => it.id === order.id);
      if (provider.open(intentId) && row?.held === 0) wrong ??= `${intentId} can be paid without stock being held`;
    }
    const query = dialect.sqlToQuery(breachesQuery(clock()));
    // Prepared, because it is asked after every step.
    const [breach] = await client.unsafe(query.sql, query.params as string[], { prepare: true });
    if (breach) wrong ??= String(breach.name);
  }

  /** Nothing fails any more, the background work goes on: everything must come to a good end by itself. */
  async function comeToRest(): Promise<void> {
    faultRate = 0;
    for (let n = 0; n < 5 && !wrong; n += 1) {
      while (schedule.waiting.length > 0) await stepOnce(random);
      await customer.bank?.();
      now += n < 2 ? 2 * MINUTE : 2 * HOUR;
      for (const [name, round] of Object.entries(rounds)) {
        await start(name, round);
        while (schedule.waiting.length > 0) await stepOnce(random);
        now += 1;
      }
    }
    if (wrong) return;
    const rows = await db.execute<{ id: string; state: string; paid: string | null; person: string }>(
      sql`select id, state, paid_intent as paid, person_id as person from orders`,
    );
    for (const { id, state } of rows)
      if (['cancelling', 'expiring', 'refund_due'].includes(state))
        wrong ??= `order ${nameOf(id)} is stuck in ${state}`;
    for (const { id, owner } of placed)
      if (!rows.some((row) => row.id === id && row.person === owner)) wrong ??= `order ${nameOf(id)} is lost`;
    for (const { intent, refunded } of provider.payments.values()) {
      if (intent.status !== 'succeeded') continue;
      const row = rows.find((it) => it.id === intent.metadata.order_id);
      const used = row?.paid === intent.id && ['paid', 'shipped', 'review'].includes(row.state);
      if (used === refunded) wrong ??= `the money of ${intent.id} is ${used ? 'used and given back' : 'lost'}`;
    }
    if ([...provider.payments.values()].some(({ intent }) => provider.open(intent.id) && !secrets.has(intent.id)))
      wrong ??= 'a payment that nobody knows is still open';
  }

  function nameOf(id: string): string {
    return `#${placed.findIndex((it) => it.id === id) + 1}`;
  }
}

const isDisconnection = (error: Error): boolean =>
  [error, error.cause].some(
    (it) => typeof it === 'object' && it !== null && 'code' in it && it.code === 'CONNECTION_CLOSED',
  );

async function emptyShop(db: Db) {
  await db.execute(sql`do $$ begin
    -- What the tables' guards refuse, the superuser of the tests may do without them.
    perform set_config('session_replication_role', 'replica', true);
    delete from payment; delete from stock_move; delete from idempotency; delete from orders; delete from tool;
    delete from person; delete from outbox; delete from stripe_event; delete from audit; delete from bookmark;
    perform setval(pg_get_serial_sequence('outbox', 'id'), 1, false);
  end $$`);
  const people = await db.execute<{ id: string }>(sql`
    insert into person (email, name, role) values ('a@example.com', 'A', 'customer'), ('b@example.com', 'B', 'customer'),
      ('c@example.com', 'C', 'customer'), ('d@example.com', 'D', 'admin') returning id`);
  const [tool] = await db.execute<{ id: ToolId }>(sql`
    with t as (insert into tool (name, description, image, price, min_quantity, available)
               values ('Hammer', 'A hammer', '/images/a.webp', 10, 5, 20) returning id),
    m as (insert into stock_move (tool_id, kind, delta) select id, 'initial', 20 from t)
    select id from t`);
  const ids = people.map((it) => it.id);
  const admin = ids.pop();
  if (!tool || !admin) throw new Error('the shop could not be emptied');
  return { people: ids, admin, tool: tool.id };
}
