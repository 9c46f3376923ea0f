import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import { leads } from '#model/kernel/life.ts';
import { type Cents, centsOf, centsToDollars, dollarsToCents, toCents } from '#model/kernel/money.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { PAYMENT_LIFE, UNDECIDED } from '#model/payments/payment-life.ts';
import { CAN, type ProviderName } from '#model/payments/provider.ts';
import type { ProviderPayment } from '#outside/payments/provider.ts';
import { orders, payLink, purchase } from '#tables/orders.ts';
import { payment } from '#tables/payments.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';
import { transact } from '../kernel/transact.ts';
import { holdAgain, type ShortLine } from '../orders/hold-again.ts';
import { move } from '../orders/move-purchase.ts';
import { comesAfter } from '../orders/order-view.ts';
import { renewHold } from '../orders/unpaid-limits.ts';
import { isBeingPaid, isPayers, type Payer } from './being-paid.ts';
import { closeWhileAwaited, STILL_OPEN } from './close-at-provider.ts';
import { type AttemptKey, askToClose, isAttempt, movePayment, openPayment } from './move-payment.ts';
import { settleAbsentPayment, settlePayment } from './settle-payment.ts';

export type BeginPaymentFailure =
  | Failure<
      | 'order_not_found'
      | 'price_changed'
      | 'delivery_moved'
      | 'already_paid'
      | 'in_progress'
      | 'paying_elsewhere'
      | 'hold_ending'
      | 'hold_over'
      | 'not_payable'
      | 'provider_unavailable'
    >
  | (Failure<'out_of_stock'> & { readonly lines: readonly LostLine[] });

/** Of a purchase whose hold had ended, a line that cannot be held again. */
type LostLine = Failure<'pieces_gone'> & { readonly line: number };

type BeginAtFailure = BeginPaymentFailure | Failure<'below_minimum'>;

interface Attempt {
  readonly orderId: string;
  readonly attempt: number;
  readonly invoice: string;
  readonly amount: Cents;
  readonly idempotencyKey: string;
  readonly intentId: string | null;
  readonly provider: ProviderName;
}

interface Request {
  readonly price: number;
  readonly orderId?: OrderId | undefined;
  /** Whether pieces that are gone may wait for the next delivery. */
  readonly mayWait?: boolean | undefined;
  /** The last day for which they may; any without it. */
  readonly waitUntil?: string | undefined;
  /** The last day that was shown of pieces that wait already; any without it. */
  readonly deliveryBy?: string | undefined;
  /** Who pays instead of the customer, by a link. */
  readonly payer?: Payer | undefined;
}

export type PaymentContext = Pick<Context, 'db' | 'clock' | 'limits' | 'payments' | 'log' | 'shop'>;

/** The secret leaves the shop only while the order holds its stock. `price`: dollars that the customer expects. */
export async function beginPayment(
  context: PaymentContext,
  customerId: string,
  request: Request,
): Promise<Outcome<{ clientSecret: string }, BeginPaymentFailure>> {
  const begun = await beginAt(context, 'stripe', customerId, request);
  if (begun.ok) return success({ clientSecret: begun.value.clientSecret });
  const why = begun.failure;
  return why.code === 'below_minimum' ? failure(UNANSWERED) : failure(why);
}

async function beginAt(
  context: PaymentContext,
  provider: ProviderName,
  customerId: string,
  request: Request,
): Promise<Outcome<ProviderPayment, BeginAtFailure>> {
  const begun = provider === 'stripe' ? await openFirst(context, customerId, request) : undefined;
  const opened = begun ? success(begun) : await openOrTakeUp(context, provider, customerId, request);
  if (!opened.ok) return opened;
  const attempt = opened.value;
  const intent = await (attempt.intentId ? findAgain(context, attempt.intentId) : create(context, attempt));
  return intent ? keepIntent(context, attempt, intent) : failure(UNANSWERED);
}

/** The usual case in one statement: stock is held and no payment exists. Undefined otherwise. */
async function openFirst(
  { db, clock, limits }: PaymentContext,
  customerId: string,
  { price, orderId, deliveryBy, payer }: Request,
): Promise<Attempt | undefined> {
  if (!orderId || deliveryBy || payer) return undefined;
  const { set, may } = renewHold(limits, clock());
  const [first] = await ask<{ purchase: string; amount: number; key: string }>(
    db,
    named(
      limits.unconfirmed ? 'open-first-payment-unconfirmed' : 'open-first-payment',
      sql`
    with o as (
      update purchase set ${set}
       where id = (select purchase_id from orders where id = ${orderId} and (given_up < quantity or id = purchase_id)) and person_id = ${customerId}
         and state = 'unpaid' and hold_until is not null and ${may}
         and ${matching(price)} and not exists (select from payment where order_id = purchase.id)
      returning id, amount_cents as amount)
    insert into payment (order_id, attempt, idempotency_key, amount_cents)
    select id, 1, 'pi:' || id || ':1', amount from o
    on conflict do nothing returning order_id as purchase, amount_cents as amount, idempotency_key as key`,
    ),
  );
  if (!first) return undefined;
  const { purchase: id, amount, key } = first;
  return {
    ...{ orderId: id, attempt: 1, invoice: id, amount: toCents(amount), idempotencyKey: key },
    ...{ intentId: null, provider: 'stripe' },
  };
}

async function openOrTakeUp(
  context: PaymentContext,
  provider: ProviderName,
  customerId: string,
  request: Request,
): Promise<Outcome<Attempt, BeginAtFailure>> {
  const chosen = await chooseOrder(context.db, customerId, request);
  if (!chosen.ok) return chosen;
  const open = () => transact(context.db, (tx) => openAttempt(tx, context, chosen.value, request, provider));
  const opened = await open();
  if (opened.ok ? opened.value !== 'closing' : opened.failure.code !== 'hold_ending') return openedOr(opened);
  // Its last payment must be closed before stock is held again or another provider asked; the buyer waits for it.
  const undecided = await closeLast(context, chosen.value);
  if (!undecided) return openedOr(await open());
  return failure(
    isPayers(undecided, request.payer?.key) ? inProgress(undecided.intentId) : { code: 'paying_elsewhere' },
  );
}

const openedOr = (opened: Outcome<Attempt | 'closing', BeginAtFailure>): Outcome<Attempt, BeginAtFailure> =>
  !opened.ok ? opened : opened.value === 'closing' ? failure({ code: 'hold_ending' }) : success(opened.value);

/** Answers what its bank has not decided about. */
async function closeLast(context: PaymentContext, orderId: string) {
  const [live] = await context.db
    .select({ attempt: payment.attempt, intentId: payment.intentId, payerKey: payment.payerKey })
    .from(payment)
    .where(and(eq(payment.orderId, orderId), inArray(payment.state, ['open', 'capturing'])))
    .prepare('open-payment')
    .execute();
  const why = live && (await closeWhileAwaited(context, { orderId, attempt: live.attempt }));
  return why === STILL_OPEN ? live : undefined;
}

const keyOf = (orderId: string, attempt: number): string => `pi:${orderId}:${attempt}`;

/** Never created again: the provider forgets keys after a day, and a second payment would exist beside the first. */
async function findAgain(context: PaymentContext, intentId: string): Promise<ProviderPayment | undefined> {
  const found = await context.payments.look(intentId);
  if (found.ok) return found.value;
  context.log.warn({ intent: intentId, code: found.failure.code }, 'payment could not be looked up');
  if (found.failure.code === 'not-found') await settleAbsentPayment(context, intentId);
  return undefined;
}

async function create(context: PaymentContext, attempt: Attempt): Promise<ProviderPayment | undefined> {
  const returnTo = `${context.shop.origin}/dashboard/payment/${attempt.orderId}`;
  const created = await context.payments.create({ ...attempt, returnTo });
  if (created.ok) return created.value;
  const { code, providerCode, requestId } = created.failure;
  context.log.warn({ order: attempt.orderId, code, providerCode }, 'payment could not be opened');
  if (providerCode !== undefined && KEY_IN_USE.has(providerCode)) return whatTheOtherGot(context, attempt);
  // Without an answer the next press retries with the same key. The provider keeps answers by key, errors too: then the
  // attempt is over. Its secret never left the shop, so it cannot be paid.
  if (requestId !== undefined) await movePayment(context.db, attempt, 'creating', 'cancelled');
  return undefined;
}

const KEY_IN_USE = new Set(['idempotency_key_in_use', 'PREVIOUS_REQUEST_IN_PROGRESS']);

/** Another press of Pay is creating the same attempt, and may have its payment by now. */
async function whatTheOtherGot(context: PaymentContext, attempt: Attempt): Promise<ProviderPayment | undefined> {
  const [row] = await context.db.select({ intentId: payment.intentId }).from(payment).where(isAttempt(attempt));
  return row?.intentId ? findAgain(context, row.intentId) : undefined;
}

/** Clients that do not know the first-order offer send the total of an order. */
const matching = (price: number) =>
  sql`${centsOf(price)}::bigint in (purchase.amount_cents, case when purchase.version = 1 and purchase.lines = 1 then purchase.goods_cents end)`;

async function chooseOrder(
  db: Db,
  customerId: string,
  { price, orderId }: Request,
): Promise<Outcome<string, BeginPaymentFailure>> {
  const mine = eq(purchase.personId, customerId);
  if (!orderId) {
    const [newest] = await db
      .select({ id: purchase.id })
      .from(purchase)
      .where(and(mine, eq(purchase.state, 'unpaid'), matching(price)))
      .orderBy(desc(purchase.seq))
      .limit(1);
    return newest ? success(newest.id) : failure({ code: 'price_changed' });
  }
  const [row] = await db
    .select({
      id: purchase.id,
      matches: sql<boolean>`${matching(price)}`,
      state: purchase.state,
      cents: purchase.amountCents,
      dropped: sql<boolean>`${orders.givenUp} = ${orders.quantity} and ${orders.id} <> ${orders.purchaseId}`,
    })
    .from(orders)
    .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
    .where(and(mine, eq(orders.id, orderId)))
    .prepare('order-to-pay')
    .execute();
  if (!row) return failure({ code: 'order_not_found' });
  if (row.state === 'paid') return failure({ code: 'already_paid' });
  if (row.dropped) return failure(NOT_PAYABLE);
  if (row.matches) return success(row.id);
  // The page was outdated, or not the shop's.
  return failure(changedTo(row.cents));
}

const changedTo = (cents: number): BeginPaymentFailure => ({
  code: 'price_changed',
  figures: { amount: centsToDollars(toCents(cents)) },
});

async function openAttempt(
  tx: Transaction,
  { clock, limits }: Pick<Context, 'clock' | 'limits'>,
  orderId: string,
  { price, mayWait, waitUntil, deliveryBy, payer }: Request,
  provider: ProviderName,
): Promise<Outcome<Attempt | 'closing', BeginAtFailure>> {
  const [order] = await tx
    .select()
    .from(purchase)
    .where(eq(purchase.id, orderId))
    .for('update')
    .prepare('lock-purchase')
    .execute();
  if (!order) return failure({ code: 'order_not_found' });
  if (order.state === 'paid') return failure({ code: 'already_paid' });
  if (order.state === 'expiring' || order.state === 'changing') return failure({ code: 'hold_ending' });
  if (order.state !== 'unpaid') return failure(NOT_PAYABLE);
  // A line was taken out since it was chosen.
  if (order.version > 1 && centsOf(price) !== order.amountCents) return failure(changedTo(order.amountCents));
  if (provider === 'paypal' && order.amountCents < dollarsToCents(SHOP_FACTS.payPalMinimum))
    return failure({ code: 'below_minimum' });
  const paying = payer && (await payingBy(tx, payer, clock));
  if (payer && !paying) return failure(NOT_PAYABLE);
  const { set, may } = renewHold(limits, clock());
  const {
    rows: [asked],
  } = await tx.execute<{ may: boolean }>(sql`select ${may} as may from purchase where id = ${orderId}`);
  if (!asked?.may) return failure({ code: 'hold_over' });
  const moved = async () => deliveryBy !== undefined && comesAfter(tx, orderId, deliveryBy);
  if (await moved()) return failure(MOVED);
  const short = await holdAgain(tx, orderId, clock(), mayWait, waitUntil);
  if (short.length > 0) return failure(lost(short));
  // What its customer lets wait again was not shown to whoever pays by a link.
  if (payer && (await moved())) return failure(MOVED);
  await tx.execute(sql`update purchase set ${set} where id = ${orderId} and state = 'unpaid'`);

  const attempts = await tx
    .select()
    .from(payment)
    .where(eq(payment.orderId, orderId))
    .orderBy(desc(payment.attempt))
    .prepare('attempts')
    .execute();
  const live = attempts.find(({ state }) => state === 'succeeded' || UNDECIDED.some((it) => it === state));
  const amount = toCents(order.amountCents);
  const others = live && live.state !== 'succeeded' && !isPayers(live, payer?.key);
  // Two people never pay the same attempt: of whoever pressed Pay first it is closed before the next is opened.
  if (others && isBeingPaid(live, clock())) return failure({ code: 'paying_elsewhere' });
  if (live && !others && (live.provider === provider || live.state === 'succeeded')) {
    const pressed = paying ?? { pressedAt: clock() };
    if (live.state !== 'succeeded') await tx.update(payment).set(pressed).where(isAttempt(live));
    const { attempt, idempotencyKey, intentId } = live;
    const invoice = invoiceOf(attempts, live);
    return success({ orderId, attempt, invoice, amount, idempotencyKey, intentId, provider: live.provider });
  }
  if (live?.state === 'capturing') return failure(inProgress(live.intentId));
  if (live?.state === 'open' && CAN[live.provider].closes) return closeForAnother(tx, live);
  // Not known outside the shop, or never taken from now on.
  if (live && leads(PAYMENT_LIFE, live.state, 'cancelled')) await movePayment(tx, live, live.state, 'cancelled');
  const attempt = (attempts[0]?.attempt ?? 0) + 1;
  const idempotencyKey = keyOf(orderId, attempt);
  await tx
    .insert(payment)
    .values({ orderId, attempt, provider, idempotencyKey, amountCents: amount, ...paying })
    .prepare(payer ? 'attempt-by-link' : 'attempt')
    .execute();
  const invoice = invoiceOf(attempts, { orderId, attempt });
  return success({ orderId, attempt, invoice, amount, idempotencyKey, intentId: null, provider });
}

/**
 * The same until the provider has been asked for money and has ended that, which uses the invoice up: what was paid by a
 * payment that the shop has forgotten is not paid again.
 */
function invoiceOf(attempts: readonly Asked[], { orderId, attempt }: AttemptKey): string {
  const ended = attempts.filter((earlier) => earlier.attempt < attempt && earlier.claimedAt).length;
  return ended > 0 ? `${orderId}-${ended}` : orderId;
}

type Asked = Pick<typeof payment.$inferSelect, 'attempt' | 'claimedAt'>;

/** What an attempt keeps of its payer; undefined where the link has ended. Locks it, so that it does not end meanwhile. */
async function payingBy(tx: Transaction, { linkId, name, email, key }: Payer, clock: Context['clock']) {
  const [link] = await tx.select().from(payLink).where(eq(payLink.id, linkId)).for('share');
  const pressedAt = clock();
  if (!link || link.revokedAt || pressedAt > link.expiresAt) return undefined;
  return { payLinkId: linkId, payerName: name, payerEmail: email, payerKey: key, pressedAt };
}

const lost = (short: readonly ShortLine[]): BeginPaymentFailure => ({
  code: 'out_of_stock',
  lines: short.map(({ line, ...figures }) => ({ line, code: 'pieces_gone', figures })),
});

/** The buyer may be paying it: the provider closes it before another one is asked. */
async function closeForAnother(tx: Transaction, live: AttemptKey): Promise<Outcome<'closing', never>> {
  await move(tx, live.orderId, 'unpaid', 'changing');
  await askToClose(tx, live);
  return success('closing');
}

async function keepIntent(
  context: PaymentContext,
  attempt: Attempt,
  intent: ProviderPayment,
): Promise<Outcome<ProviderPayment, BeginPaymentFailure>> {
  const kept = await openPayment(context.db, attempt, intent.id);
  // Not bound: another press of Pay has given this attempt up.
  const refusal = kept.bound ? undefined : kept.waits ? UNANSWERED : NOT_PAYABLE;
  switch (intent.status) {
    case 'captured':
      await settlePayment(context, intent);
      return failure({ code: 'already_paid' });
    case 'approved':
      await settlePayment(context, intent);
      return failure(inProgress(intent.id));
    case 'processing':
      return failure(inProgress(intent.id));
    case 'closed':
      await settlePayment(context, intent);
      return failure(refusal ?? UNANSWERED);
    default:
      return refusal ? failure(refusal) : success(intent);
  }
}

const inProgress = (transactionId: string | null): BeginPaymentFailure => ({
  code: 'in_progress',
  ...(transactionId && { figures: { transactionId } }),
});

const MOVED: BeginPaymentFailure = { code: 'delivery_moved', figures: { charged: 0 } };
const UNANSWERED: BeginPaymentFailure = { code: 'provider_unavailable' };
const NOT_PAYABLE: BeginPaymentFailure = { code: 'not_payable', figures: { charged: 0 } };

export interface PayPalBegun {
  /** Where the buyer approves it. */
  readonly approveUrl: string;
  readonly transactionId: string;
}

/** As `beginPayment`; the buyer approves it at PayPal, and then the shop takes it. */
export async function beginPayPal(
  context: PaymentContext,
  customerId: string,
  request: Omit<Request, 'payer'> & { readonly orderId: OrderId },
): Promise<Outcome<PayPalBegun, BeginAtFailure | Failure<'provider_not_offered'>>> {
  if (!context.payments.offered.includes('paypal')) return failure({ code: 'provider_not_offered' });
  const begun = await beginAt(context, 'paypal', customerId, request);
  if (!begun.ok) return begun;
  const { id: transactionId, approveUrl } = begun.value;
  return approveUrl ? success({ approveUrl, transactionId }) : failure({ code: 'provider_unavailable' });
}
