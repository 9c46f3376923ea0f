import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { toCents } from '#model/kernel/money.ts';
import { success } from '#model/kernel/outcome.ts';
import { EVENTS, REVERSED } from '#model/payments/provider.ts';
import { joinProviders } from '#outside/payments/payments.ts';
import type { NewPayment, PaymentStatus, Provider } from '#outside/payments/provider.ts';
import type { Context } from '#services/kernel/context.ts';
import { workOutbox } from '#services/kernel/send-messages.ts';
import { orderSenders } from '#services/orders/waiting/serve-waiting.ts';
import { comparePayments } from '#services/payments/compare-payments.ts';
import { paymentSenders } from '#services/payments/payment-senders.ts';
import { storeEvent } from '#services/payments/store-event.ts';
import { sweepPayments } from '#services/payments/sweep-payments.ts';
import { workInbox } from '#services/payments/work-inbox.ts';
import * as schema from '#tables/schema.ts';
import type { Sql } from '../../platform/postgres/sql.ts';
import { createPayPal } from './paypal.ts';
import { backOf, createProvider } from './provider.ts';
import type { Payer } from './start-states.ts';
import { DAY, HOUR } from './times.ts';

export interface Told {
  readonly type: string;
  /** Which of the payments it is about, from 0 on. */
  readonly attempt: number;
  readonly shows: PaymentStatus;
  /** Which of the refunds that were made by hand it is about. */
  readonly refund?: number;
}

/** At its second attempt a payment was opened, thought about, declined and paid; the first attempt was closed before. */
export const BY_STRIPE: readonly Told[] = [
  { type: 'payment_intent.created', attempt: 1, shows: 'awaiting_buyer' },
  { type: 'payment_intent.processing', attempt: 1, shows: 'processing' },
  { type: 'payment_intent.payment_failed', attempt: 1, shows: 'awaiting_buyer' },
  { type: 'charge.failed', attempt: 1, shows: 'awaiting_buyer' },
  { type: 'payment_intent.succeeded', attempt: 1, shows: 'captured' },
  { type: 'payment_intent.canceled', attempt: 0, shows: 'closed' },
];

/** The first attempt was taken and denied; the second approved, taken, looked at and completed. Then parts went back by hand. */
export const BY_PAYPAL: readonly Told[] = [
  { type: 'PAYMENT.CAPTURE.DENIED', attempt: 0, shows: 'closed' },
  { type: 'CHECKOUT.ORDER.APPROVED', attempt: 1, shows: 'approved' },
  { type: 'PAYMENT.CAPTURE.PENDING', attempt: 1, shows: 'processing' },
  { type: 'PAYMENT.CAPTURE.COMPLETED', attempt: 1, shows: 'captured' },
  { type: EVENTS.refunded, attempt: 1, shows: 'captured', refund: 0 },
  { type: REVERSED, attempt: 1, shows: 'captured', refund: 1 },
];

const PARTS = [500, 700] as const;
/** What went back by hand of a payment at PayPal, in cents. */
export const BY_HAND = PARTS[0] + PARTS[1];

const AT_ONCE = 8;

/** A shop with many purchases, each of which is told of its payments' events in an order of its own. */
export function toldShop(sql: Sql) {
  const db = drizzle(sql.pool, { schema });
  let now = Date.now() + DAY;
  const clock = () => new Date(now);
  const stripe = createProvider(clock);
  const paypal = createPayPal(clock);
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
      return success({
        ...found.value,
        status,
        amountReceived: toCents(status === 'captured' ? found.value.amount : 0),
      });
    },
  });
  const context = {
    ...{ db, clock, log: pino({ level: 'silent' }), wake: () => {} },
    payments: joinProviders({ mode: 'sandbox', ...asShown(stripe) } as never, asShown(paypal) as never),
  } as unknown as Context;

  const wish = (order: string, attempt: number, cents: number) => ({
    ...{ orderId: order, attempt, amount: toCents(cents), idempotencyKey: `pi:${order}:${attempt}`, returnTo: '' },
    invoice: attempt === 1 ? order : `${order}-1`,
  });
  const byStripe: Payer = {
    providers: ['stripe', 'stripe'],
    async pay(order, cents) {
      const [first, second] = [await made(stripe, wish(order, 1, cents)), await made(stripe, wish(order, 2, cents))];
      await stripe.calls.close(first);
      stripe.confirm(second, 'pay');
      return [first, second];
    },
  };
  const byPayPal: Payer = {
    providers: ['paypal', 'paypal'],
    async pay(order, cents) {
      const [first, second] = [await made(paypal, wish(order, 1, cents)), await made(paypal, wish(order, 2, cents))];
      paypal.approve(first, 'denied');
      await paypal.calls.take(first, `take:${order}:1`);
      paypal.approve(second, 'pays');
      await paypal.calls.take(second, `take:${order}:2`);
      const parts = PARTS.map((part) => paypal.giveBackByHand(second, toCents(part)) ?? '');
      byHand.set(second, parts);
      return [first, second];
    },
  };

  /** PayPal names the capture and the refund, and not the payment. */
  function aboutRefund(paymentId: string, { refund }: Told) {
    if (refund === undefined) return {};
    const captureId = paypal.shown(paymentId)?.captureId ?? '';
    return { paymentId: null, captureId, refund: byHand.get(paymentId)?.[refund] ?? '' };
  }

  async function tell(attempts: readonly string[], event: Told): Promise<void> {
    const paymentId = attempts[event.attempt] ?? '';
    shown.set(paymentId, event.shows);
    const id = `evt_${paymentId}_${event.type}`;
    const its = { id, type: event.type, createdAt: clock(), livemode: false, paymentId };
    await storeEvent(context, { ...its, ...aboutRefund(paymentId, event) });
  }

  async function passAnHour(): Promise<void> {
    shown.clear();
    now += HOUR;
    await work();
  }

  async function work(): Promise<void> {
    await untilNone(() => workInbox(context));
    await untilNone(() => workOutbox(context, { ...orderSenders, ...paymentSenders }));
  }

  return {
    db,
    clock,
    payers: {
      stripe: byStripe,
      paypal: byPayPal,
      /** Asked at PayPal first, where the shop gave up before it had an answer, and then by card: both have the money. */
      both: {
        providers: [...byPayPal.providers, ...byStripe.providers],
        pay: async (order, cents) => [...(await byPayPal.pay(order, cents)), ...(await byStripe.pay(order, cents))],
      } as Payer,
    },
    /** Of each purchase one event, and what the shop makes of it. */
    async hear(purchases: readonly { readonly attempts: readonly string[]; readonly event: Told }[]): Promise<void> {
      await inTurns(purchases, ({ attempts, event }) => tell(attempts, event));
      now += 1;
      await work();
    },
    /** From now on a look shows how it is. What was to be asked within the hour is asked. */
    passAnHour,
    /** What no event has told is found, and all comes to rest. */
    async lookForItself(): Promise<void> {
      while ((await sweepPayments(context)) > 0);
      await comparePayments(context);
      for (let hours = 0; hours < 3; hours += 1) await passAnHour();
    },
    /** So long that nothing of before is compared any more, nor listed. */
    passMonths(): void {
      now += 90 * DAY;
      stripe.payments.clear();
    },
    /** What went back of a payment, as its provider has it. */
    async backAt(by: 'stripe' | 'paypal', id: string): Promise<number> {
      const listed = await (by === 'stripe' ? stripe : paypal).calls.listRefunds(id);
      if (!listed.ok) throw new Error(listed.failure.message);
      return backOf({ refunds: [...listed.value] });
    },
    close: paypal.close,
  };
}

async function made({ calls }: { readonly calls: Pick<Provider, 'create'> }, order: NewPayment): Promise<string> {
  const created = await calls.create(order);
  if (!created.ok) throw new Error(created.failure.message);
  return created.value.id;
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of rest) await work(item);
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

/** All orders of so many of these. */
export function ordersOf<T>(items: readonly T[], count = items.length): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1), count - 1).map((rest) => [item, ...rest]));
}
