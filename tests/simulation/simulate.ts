import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { vi } from 'vitest';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import type { OrderId } from '#model/kernel/ids.ts';
import type { PlaceOrder } from '#model/orders/order.ts';
import { DECISIONS } from '#model/orders/order.ts';
import { MAILS } from '#server/background.ts';
import { removeUnusedPictures } from '#services/images/remove-unused-pictures.ts';
import type { Context, Db } from '#services/kernel/context.ts';
import { workMails, workOutbox } from '#services/kernel/send-messages.ts';
import { placeOrder, placePurchase } from '#services/orders/place-purchase.ts';
import { shipOrder } from '#services/orders/shipping/ship-order.ts';
import { undoShipping } from '#services/orders/shipping/undo-shipping.ts';
import { orderSenders } from '#services/orders/waiting/serve-waiting.ts';
import { beginPayment } from '#services/payments/begin-payment.ts';
import { cancelOrder } from '#services/payments/cancel-order.ts';
import { closeOldOrders } from '#services/payments/close-old-orders.ts';
import { comparePayments } from '#services/payments/compare-payments.ts';
import { confirmPayment } from '#services/payments/confirm-payment.ts';
import { decideOrder } from '#services/payments/decide-order.ts';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { giveUpUnanswered } from '#services/payments/give-up-unanswered.ts';
import { paymentSenders } from '#services/payments/payment-senders.ts';
import { readEvents } from '#services/payments/read-events.ts';
import { sweepPayments } from '#services/payments/sweep-payments.ts';
import { workInbox } from '#services/payments/work-inbox.ts';
import * as schema from '#tables/schema.ts';
import type { Sql } from '../../platform/postgres/sql.ts';
import { emptyShop } from './empty-shop.ts';
import { ERRANDS, type Errands, errands } from './errands.ts';
import { isExpected, makeCall, queuedProviders } from './faults.ts';
import { lost } from './lost.ts';
import { createNeighbours } from './neighbours.ts';
import { DEEDS, parts, WAITING_DEEDS } from './parts.ts';
import { createPayPal } from './paypal.ts';
import { PAYPAL_DEEDS, payPalDeeds } from './paypal-deeds.ts';
import { payPalWatch } from './paypal-watch.ts';
import { createProvider } from './provider.ts';
import { type Random, randomOf } from './random.ts';
import { type Call, createSchedule, queued } from './schedule.ts';
import { hasPayPal, scriptOf } from './scripts.ts';
import { CLOCK, DAY, HOUR, JUMPS, MINUTE, OLD, SECOND } from './times.ts';
import { endOfLog, type OrderSeen, prepared, watch } from './watch.ts';
import { createWebhooks } from './webhooks.ts';

const CARDS = ['pay', 'pay', 'pay', 'decline', 'slow', 'dispute'] as const;
const STEPS = 60;
const SILENT = pino({ level: 'silent' });
const FAULT_RATE = 0.08;
const LAST_FAULT_RATE = 0.2;
/** They look at everything, and a shop makes them once in hours. */
const SELDOM_ROUNDS: ReadonlySet<string> = new Set(['comparison', 'old orders', 'pictures']);

export interface Report {
  /** What was done, in words that are the same whenever the seed is. */
  readonly trace: readonly string[];
  /** The moves that orders made, such as "unpaid>paid". */
  readonly moves: ReadonlySet<string>;
  /** How often something went wrong at each place, such as "cancel: transaction". */
  readonly faults: ReadonlyMap<string, number>;
  readonly wrong: string | undefined;
}

interface Placed {
  readonly id: OrderId;
  readonly owner: string;
  /** In dollars, of an order placed alone. */
  readonly price?: number;
}

/** One shop's life in a world that fails, drawn by lot: customers, bank, clock, webhooks, background work, crashes. */
export async function simulate(pool: Sql, seed: number): Promise<Report> {
  // Nobody's patience ends by the machine's clock: on a busy machine the life would be another.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    return await lifeOf(pool, seed);
  } finally {
    vi.useRealTimers();
  }
}

async function lifeOf(pool: Sql, seed: number): Promise<Report> {
  const db: Db = drizzle(prepared(pool), { schema });
  const random = randomOf(seed);
  const script = scriptOf(seed);
  // In some lives pieces may wait for a delivery.
  const awaits = script ? script.awaits === true : seed % 5 === 3;
  const offersPayPal = hasPayPal(seed);
  // The same time of day whenever it is led. Ahead, so that what the database stamps itself is over a day past.
  let now = (Math.floor(Date.now() / DAY) + 2.5) * DAY;
  const { people, admin, hammer, saw, prices } = await emptyShop(db, new Date(now), awaits, offersPayPal);
  const clock = () => new Date(now);
  const provider = createProvider(clock);
  const paypal = offersPayPal ? createPayPal(clock) : undefined;
  const schedule = createSchedule();
  const trace: string[] = [];
  const moves = new Set<string>();
  const faults = new Map<string, number>();
  const struck = (site: string) => void faults.set(site, (faults.get(site) ?? 0) + 1);
  const states = new Map<string, string>();
  const placed: Placed[] = [];
  const secrets = new Map<string, { intentId: string; order: Placed }>();
  let faultRate = script?.faultRate ?? FAULT_RATE;
  const rateAt = (site: string) => (faultRate > 0 && script?.fails?.[site]) || faultRate;
  let wrong: string | undefined;
  let aged = false;
  /** Whether the database was called since the last look, and where its log ended then. */
  let called = true;
  let looked: unknown;
  let seen: OrderSeen[] = [];
  const payPalSeen = paypal && payPalWatch(pool, paypal, moves);
  const neighbours = createNeighbours({ random, rate: rateAt, struck });

  const start = (task: string, work: (context: Context) => Promise<unknown>) => {
    const queue = schedule.queueOf(task);
    const context = {
      db: queued(db, queue),
      clock,
      log: SILENT,
      payments: queuedProviders(provider, paypal, queue),
      mailer: neighbours.mailer(queue),
      google: neighbours.google(queue),
      pictures: neighbours.disk(task),
      encoder: neighbours.encoder(task),
      shop: { name: 'Toolyard', origin: 'http://shop.test', contactEmail: 'sales@example.com' },
      limits: { orders: 3, stockPercent: 50 },
      confirmation: 'off',
      offer: { percent: 30, confirmedOnly: false },
      wake: () => {},
    } as unknown as Context;
    trace.push(`${task} starts`);
    return schedule.start(async () => {
      try {
        await work(context);
        trace.push(`${task} ends`);
      } catch (error) {
        trace.push(`${task} breaks off`);
        if (!isExpected(error)) wrong ??= `${task} threw ${String(error)}, ${String((error as Error).cause)}`;
      }
    });
  };

  const customer: Record<string, () => Promise<void> | void> = {
    place: () => {
      const person = random.one(people);
      const quantity = random.one([5, 5, 6, 10]);
      const price = eachOf(prices.hammer, quantity);
      const key = random.chance(0.5) ? `key-${random.below(4)}-of-a-form` : undefined;
      const contact = { phone: '5550142200', address: 'A' };
      const line = { toolId: hammer, quantity, price, mayWait: awaits };
      const saws = random.chance(0.4)
        ? { ...line, toolId: saw, quantity: random.one([5, 10]), price: prices.saw }
        : undefined;
      return start('place', async (context) => {
        const buyer = { id: person, name: 'Sam', email: 'sam@example.com' as never, network: 'one' };
        if (saws || awaits) {
          const lines = saws ? (random.chance(0.5) ? [line, saws] : [saws, line]) : [line];
          const done = await placePurchase(context, buyer, { ...contact, lines }, key);
          if (done.ok) for (const id of done.value.lines) note({ id, owner: person });
        } else {
          const request = { ...contact, quantity, tools_price: price, tools_id: hammer } as PlaceOrder;
          const done = await placeOrder(context, buyer, request, key);
          if (done.ok) note({ id: done.value.id, owner: person, price: quantity * price });
        }
      });
    },
    pay: async () => {
      const order = drawn();
      if (!order) return;
      const price = order.price ?? (await amountOf(order.id));
      return start('pay', async (context) => {
        const begun = await beginPayment(context, order.owner, { price, orderId: order.id });
        if (!begun.ok) return;
        const intentId = begun.value.clientSecret.split('_secret_')[0] as string;
        secrets.set(intentId, { intentId, order });
      });
    },
    card: () => {
      const secret = [...secrets.values()].at(random.below(Math.max(secrets.size, 1)));
      if (!secret) return;
      const how = random.one(script?.cards ?? CARDS);
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
    ...parts({ db, random, drawn: () => drawn(), admin, hammer, saw, prices, clock, provider, trace, start }),
    'undo shipping': () => {
      const order = drawn();
      return order && start('undo shipping', (context) => undoShipping(context, admin, order.id));
    },
    'a refund fails': () => {
      const paid = [...provider.payments.keys()];
      const id = paid.at(random.below(Math.max(paid.length, 1)));
      if (id) provider.failRefund(id);
    },
    decide: async () => {
      const order = seen.filter((it) => it.state === 'review').at(0);
      if (!order) return;
      const { rows } = await db.execute<{ no: number; sent: boolean }>(
        sql`select purchase.review_no as no, exists (select from orders line where line.purchase_id = purchase.id and shipped_at is not null) as sent
              from purchase join orders on purchase_id = purchase.id where orders.id = ${order.id}`,
      );
      const [row] = rows;
      // Money goes back more often than not, so that some of it fails to.
      const decision = random.one([...DECISIONS, 'refund'] as const);
      const pieces =
        row?.sent && decision !== 'keep' && decision !== 'again'
          ? { pieces: random.one(['back', 'gone'] as const) }
          : {};
      const wish = { review: row?.no ?? 0, decision, reason: 'Looked into it', ...pieces };
      return start('decide', async (context) => {
        const decided = await decideOrder(context, admin, order.id as OrderId, wish);
        if (decided.ok && decision === 'again') struck('decide: again');
      });
    },
    webhook: () => webhooks.hear(provider.events),
  };
  const rounds: Record<string, (context: Context) => Promise<unknown>> = {
    inbox: workInbox,
    outbox: (context) => workOutbox(context, { ...orderSenders, ...paymentSenders }),
    mails: (context) => workMails(context, MAILS),
    pictures: removeUnusedPictures,
    sweep: sweepPayments,
    holds: expireHolds,
    'old orders': closeOldOrders,
    unanswered: giveUpUnanswered,
    events: readEvents,
    comparison: comparePayments,
  };
  const webhooks = createWebhooks({ random, clock, struck, start });
  const buyer = paypal
    ? payPalDeeds({
        ...{ paypal, random, trace, start, amountOf: (id) => amountOf(id), hear: webhooks.hear, others: customer },
        ...{ payers: script?.payers, newest: () => script?.payers && placed.at(-1), drawn: () => drawn() },
      })
    : {};
  const errand: Errands = errands({ random, people, admin, hammer, start, wrong: (what) => (wrong ??= what) });
  const drawn = () => placed.at(random.below(Math.max(placed.length, 1)));
  const note = (order: Placed) => placed.some((it) => it.id === order.id) || placed.push(order);
  const amountOf = async (id: string) => {
    const { rows } = await db.execute<{ cents: string }>(sql`
      select amount_cents as cents from purchase where id = (select purchase_id from orders where id = ${id})`);
    return Number(rows[0]?.cents) / 100;
  };

  const deeds = [...DEEDS, ...(awaits ? WAITING_DEEDS : []), ...(paypal ? PAYPAL_DEEDS : [])];
  const doAny = (name: string) => {
    const round = rounds[name];
    return round ? start(name, round) : (buyer[name] ?? customer[name] ?? errand[name])?.();
  };
  for (const deed of script?.deeds ?? []) {
    if (typeof deed === 'number') await lateOnes();
    now += typeof deed === 'number' ? deed : 1;
    const [, name = '', alone, calls] = /^([^!:]*)(!?):?(\d*)$/.exec(String(deed)) ?? [];
    if (name === 'crash') schedule.crash();
    else await doAny(name);
    const waits = () => schedule.waiting.filter((it) => !alone || it.task === name);
    for (let n = 0; waits().length > 0 && n < Number(calls || STEPS) && !wrong; n += 1) await stepOnce(random, waits());
  }
  for (let n = 0; n < (script ? 0 : STEPS) && !wrong; n += 1) {
    now += 1;
    const lot = random.draw();
    if (lot < 0.6 && schedule.waiting.length > 0) await stepOnce(random);
    else if (lot < 0.82) await doAny(random.one(deeds));
    else if (lot < 0.86) await doAny(random.one(ERRANDS));
    else if (lot < 0.945) {
      const name = random.one(Object.keys(rounds));
      await start(name, rounds[name] as (context: Context) => Promise<unknown>);
    } else if (lot < 0.985) {
      // The comparison with the provider looks a month back: a shop is not left alone for longer.
      const jump: number = random.one(aged ? JUMPS.filter((it) => it !== OLD) : JUMPS);
      aged ||= jump === OLD;
      trace.push(`${jump / SECOND} seconds pass`);
      const clockSite = CLOCK[jump];
      if (clockSite) struck(clockSite);
      if (jump > 5 * MINUTE) await lateOnes();
      now += jump;
    } else {
      trace.push('crash');
      schedule.crash();
    }
  }
  await comeToRest();
  paypal?.close();
  return { trace, moves, faults, wrong };

  async function stepOnce(lots: Random, among: readonly Call[] = schedule.waiting): Promise<void> {
    const call = lots.one(among);
    trace.push(`${call.task}: ${call.name}`);
    await schedule.step(call, async (made) => {
      const fault = await makeCall(made, lots, rateAt(`${made.task}: ${made.name}`), provider, (it) =>
        schedule.waiting.push(it),
      );
      called ||= made.lost === undefined && made.name !== 'select';
      if (!fault) return;
      struck(fault.site);
      if (made.slow) struck(`${made.name}: ${fault.mode}`);
      trace.push(`${fault.site} ${fault.how}`);
    });
    await look();
  }

  /** What is under way outside takes minutes. */
  async function lateOnes(): Promise<void> {
    for (const call of schedule.waiting.filter((it) => it.late)) await stepOnce(random, [call]);
  }

  /** What must hold after every step. */
  async function look(): Promise<void> {
    if (wrong) return;
    const end = called ? await endOfLog(pool) : looked;
    if (end !== looked) {
      const { orders, breach } = await watch(pool, clock());
      if (breach) wrong ??= breach;
      seen = orders;
      wrong ??= await payPalSeen?.();
    }
    called = false;
    looked = end;
    for (const { id, state } of seen) {
      const before = states.get(id);
      if (before && before !== state) moves.add(`${before}>${state}`);
      states.set(id, state);
    }
    for (const { intentId, order } of secrets.values())
      if (provider.open(intentId) && !isHeld(order.id)) wrong ??= `${intentId} can be paid without stock being held`;
  }

  function isHeld(id: string): boolean {
    const of = seen.find((it) => it.id === id)?.purchase;
    const lines = seen.filter((it) => it.purchase === of && it.held !== null);
    return of === undefined || (lines.length > 0 && lines.every((it) => it.held !== 0));
  }

  /** Whether no work is waiting to be done, at once or later. */
  async function nothingLeft(): Promise<boolean> {
    const { rows: left } = await db.execute(sql`
      select from job where done_at is null and dead_at is null union all
      select from payment where state in ('creating', 'open', 'capturing') union all
      select from purchase where state in ('changing', 'cancelling', 'expiring', 'refund_due')`);
    return left.length === 0 && !openAndUnknown();
  }

  function openAndUnknown(): boolean {
    return [...provider.payments.keys()].some((id) => provider.open(id) && !secrets.has(id));
  }

  /** Soon nothing fails any more, the background work goes on: everything must come to a good end by itself. */
  async function comeToRest(): Promise<void> {
    // PayPal may refuse parts, which is tried for more than an hour.
    for (let n = 0; n < (paypal ? 14 : 6) && !wrong; n += 1) {
      faultRate = n === 0 ? LAST_FAULT_RATE : 0;
      while (schedule.waiting.length > 0) await stepOnce(random);
      await doAny('bank');
      if (paypal) await webhooks.sendAgain(paypal.events, 3 * DAY);
      now += n < 3 ? 2 * MINUTE : 2 * HOUR;
      for (const [name, round] of Object.entries(rounds)) {
        if (SELDOM_ROUNDS.has(name) && n > 0 && n < 3) continue;
        await start(name, round);
        while (schedule.waiting.length > 0) await stepOnce(random);
        now += 1;
      }
      if (n >= 3 && (await nothingLeft())) break;
    }
    if (wrong) return;
    const payments = [...provider.payments.values(), ...(paypal?.payments() ?? [])];
    wrong ??= await lost({ db, payments, neighbours, placed, nameOf });
    if (openAndUnknown()) wrong ??= 'a payment that nobody knows is still open';
    const { rows: late } = await db.execute(sql`
      select from orders where waiting > 0 and purchase_state = 'paid' and asked
                       and agree_by < ${clock().toISOString()}::date - 1`);
    if (late.length > 0) wrong ??= 'what nobody said yes to still waits';
  }

  function nameOf(id: string): string {
    return `#${placed.findIndex((it) => it.id === id) + 1}`;
  }
}
