import { centsOf, usd } from './amounts.ts';
import type { Call } from './call.ts';
import { newId } from './ids.ts';
import { type Capture, hasExpired, type Order } from './order.ts';
import { isPayer, type PayerKind } from './payers.ts';
import { malformed, noSuch, ok, type Reply, unprocessable } from './refusal.ts';

export function createOrder(call: Call): Reply {
  const { body, store, now, key } = call;
  if (key === undefined) throw malformed('PayPal-Request-Id');
  only(body, ['intent', 'purchase_units', 'payment_source']);
  if (body.intent !== 'CAPTURE') throw malformed('intent');
  const [unit, ...others] = Array.isArray(body.purchase_units) ? body.purchase_units.map(record) : [];
  if (!unit || others.length > 0) throw malformed('purchase_units');
  only(unit, ['amount', 'custom_id', 'invoice_id', 'description']);
  const cents = centsOf(unit.amount);
  if (cents === 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.');
  const context = record(record(record(body.payment_source).paypal).experience_context);
  only(context, CONTEXT);
  const id = newId();
  const at = now.toISOString();
  const order: Order = {
    ...{ id, status: 'PAYER_ACTION_REQUIRED', amount: usd(cents) },
    ...shortText(unit, 'custom_id', 127),
    ...shortText(unit, 'invoice_id', 127),
    return_url: address(context, 'return_url'),
    cancel_url: address(context, 'cancel_url'),
    ...{ captures: [], refunds: [], create_time: at, update_time: at },
  };
  store.insert('order', { id, created: Math.floor(now.getTime() / 1000), body: order });
  return ok(call.show(order));
}

export const getOrder = (call: Call): Reply => ok(call.show(findOrder(call)));

/** Only what the payer approved, and only once. */
export function captureOrder(call: Call): Reply {
  const { store, now } = call;
  const order = findOrder(call);
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED', 'Order already captured.');
  if (order.status !== 'APPROVED' || !order.payer)
    throw unprocessable('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.');
  if (order.payer === 'declined')
    throw unprocessable(
      'INSTRUMENT_DECLINED',
      'The instrument presented was either declined by the processor or bank.',
    );
  if (order.payer === 'again') {
    store.update('order', { ...order, status: 'PAYER_ACTION_REQUIRED' });
    return unprocessable('PAYER_ACTION_REQUIRED', 'Payer needs to perform an action before the payment.').reply;
  }
  if (order.invoice_id !== undefined && store.find('invoice', `invoice ${order.invoice_id}`))
    throw unprocessable('DUPLICATE_INVOICE_ID', 'Duplicate Invoice ID detected.');
  const capture = captured(order, now);
  const done: Order = { ...order, status: 'COMPLETED', captures: [capture], update_time: now.toISOString() };
  store.update('order', done);
  store.insert('capture', {
    id: capture.id,
    created: Math.floor(now.getTime() / 1000),
    body: { id: capture.id, order: order.id },
  });
  told(call, done, capture);
  if (order.payer === 'disputes') call.record('CUSTOMER.DISPUTE.CREATED', disputeOf(capture, now));
  if (order.payer === 'reversed') call.record('PAYMENT.CAPTURE.REVERSED', reversalOf(capture, now));
  return ok(call.show(done), 201);
}

/** Not PayPal's: what it does after it has looked at a payment, or at a dispute, which the shop wins by `pass`. */
export function decideCapture(call: Call): Reply {
  const order = findOrder(call);
  const [capture] = order.captures;
  if (capture?.status === 'COMPLETED' && order.payer === 'disputes') {
    const favour = call.body.outcome === 'pass' ? 'SELLER' : 'BUYER';
    const dispute_outcome = { outcome_code: `RESOLVED_${favour}_FAVOUR`, amount_refunded: capture.amount };
    call.record('CUSTOMER.DISPUTE.RESOLVED', { ...disputeOf(capture, call.now), status: 'RESOLVED', dispute_outcome });
    return ok(call.show(order));
  }
  if (capture?.status !== 'PENDING') throw unprocessable('INVALID_RESOURCE_STATE', 'Nothing is undecided.');
  const status = call.body.outcome === 'pass' ? 'COMPLETED' : 'DECLINED';
  const decided: Capture = { ...capture, status, update_time: call.now.toISOString() };
  const done: Order = { ...order, captures: [decided] };
  call.store.update('order', done);
  told(call, done, decided);
  return ok(call.show(done));
}

function captured(order: Order, now: Date): Capture {
  const id = newId();
  const at = now.toISOString();
  return {
    ...{ id, ...STATUS[order.payer ?? 'pays'], amount: order.amount, final_capture: true },
    ...(order.custom_id !== undefined && { custom_id: order.custom_id }),
    ...(order.invoice_id !== undefined && { invoice_id: order.invoice_id }),
    ...{ create_time: at, update_time: at, links: [] },
  };
}

const COMPLETED = { status: 'COMPLETED' } as const;
const STATUS = {
  pays: COMPLETED,
  disputes: COMPLETED,
  reversed: COMPLETED,
  rebounds: COMPLETED,
  parts: COMPLETED,
  declined: COMPLETED,
  again: COMPLETED,
  pending: { status: 'PENDING', status_details: { reason: 'PENDING_REVIEW' } },
  denied: { status: 'DECLINED' },
} as const satisfies Record<PayerKind, Pick<Capture, 'status' | 'status_details'>>;

const EVENT = { COMPLETED: 'COMPLETED', PENDING: 'PENDING', DECLINED: 'DENIED' } as const;

function told({ record: tell, store, now }: Call, order: Order, capture: Capture): void {
  const invoice = `invoice ${capture.invoice_id}`;
  // Whatever becomes of the money.
  if (capture.invoice_id !== undefined && !store.find('invoice', invoice))
    store.insert('invoice', { id: invoice, created: Math.floor(now.getTime() / 1000), body: { id: invoice } });
  const event = EVENT[capture.status as keyof typeof EVENT];
  tell(`PAYMENT.CAPTURE.${event}`, { ...capture, supplementary_data: { related_ids: { order_id: order.id } } });
}

/** No refund of the order lists it. */
const reversalOf = (capture: Capture, now: Date): object => ({
  ...{ id: newId(), status: 'COMPLETED', amount: capture.amount, create_time: now.toISOString() },
  links: [{ rel: 'up', method: 'GET', href: `/v2/payments/captures/${capture.id}` }],
});

const disputeOf = (capture: Capture, now: Date): object => ({
  dispute_id: `PP-R-${newId()}`,
  create_time: now.toISOString(),
  disputed_transactions: [{ seller_transaction_id: capture.id }],
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: 'OPEN',
  dispute_amount: capture.amount,
});

/** The payer's part, on the approval page. Undefined when there is nothing to approve any more. */
export function approve(call: Call, payer: unknown): Order | undefined {
  const order = findOrder(call);
  if (order.status !== 'PAYER_ACTION_REQUIRED' || !isPayer(payer)) return undefined;
  const approved: Order = { ...order, status: 'APPROVED', payer, update_time: call.now.toISOString() };
  call.store.update('order', approved);
  call.record('CHECKOUT.ORDER.APPROVED', call.show(approved));
  return approved;
}

export function findOrder({ store, id, now }: Pick<Call, 'store' | 'id' | 'now'>): Order {
  const order = store.find<Order>('order', id)?.body;
  if (!order || hasExpired(order, now)) throw noSuch();
  return order;
}

const CONTEXT = [
  ...['brand_name', 'locale', 'landing_page', 'shipping_preference', 'user_action', 'return_url', 'cancel_url'],
  'payment_method_preference',
];

export function only(body: Readonly<Record<string, unknown>>, fields: readonly string[]): void {
  const unknown = Object.keys(body).find((field) => !fields.includes(field));
  if (unknown !== undefined) throw malformed(unknown);
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('an object');
  return value as Record<string, unknown>;
}

export function shortText<Name extends string>(
  body: Readonly<Record<string, unknown>>,
  name: Name,
  max: number,
): Partial<Record<Name, string>> {
  const value = body[name];
  if (value === undefined) return {};
  if (typeof value !== 'string' || value === '' || value.length > max) throw malformed(name);
  return { [name]: value } as Record<Name, string>;
}

function address(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || !/^https?:/.test(value) || !URL.canParse(value)) throw malformed(name);
  return value;
}
