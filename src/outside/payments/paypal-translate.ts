import {
  CaptureStatus,
  type Money,
  type Order,
  OrderStatus,
  type OrdersCapture,
  type Refund as PayPalRefund,
  RefundStatus,
} from '@paypal/paypal-server-sdk';
import { type Cents, toCents } from '#model/kernel/money.ts';
import { EVENTS } from '#model/payments/provider.ts';
import type { EndedDispute, PaymentEvent, PaymentMode, PaymentStatus, ProviderPayment, Refund } from './provider.ts';

/** @throws Error for a status or an amount that is unknown: it must never be taken for another */
export function toPayment(order: Order, mode: PaymentMode): ProviderPayment {
  const unit = order.purchaseUnits?.[0];
  const [orderId = '', attempt = ''] = (unit?.customId ?? '').split(':');
  const capture = unit?.payments?.captures?.[0];
  const approve = order.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
  return {
    id: order.id ?? '',
    clientSecret: '',
    approveUrl: approve?.href ?? `${mode === 'live' ? LIVE_PAGE : TEST_PAGE}?token=${order.id}`,
    status: statusOf(order, capture),
    amount: centsOf(unit?.amount),
    amountReceived: capture && hasCome(capture) ? centsOf(capture.amount) : toCents(0),
    currency: (unit?.amount?.currencyCode ?? '').toLowerCase(),
    metadata: { order_id: orderId, attempt, app: 'toolyard' },
    livemode: mode === 'live',
    createdAt: new Date(order.createTime ?? 0),
    ...(capture?.id !== undefined && { captureId: capture.id }),
  };
}

const LIVE_PAGE = 'https://www.paypal.com/checkoutnow';
const TEST_PAGE = 'https://www.sandbox.paypal.com/checkoutnow';

/** An order may be completed, and its money refused or still looked at. */
function statusOf({ status }: Order, capture: OrdersCapture | undefined): PaymentStatus {
  switch (status) {
    case OrderStatus.Created:
    case OrderStatus.Saved:
    case OrderStatus.PayerActionRequired:
      return 'awaiting_buyer';
    case OrderStatus.Approved:
      return 'approved';
    case OrderStatus.Voided:
      return 'closed';
    case OrderStatus.Completed:
      if (!capture) return 'processing';
      return hasCome(capture) ? 'captured' : capture.status === CaptureStatus.Pending ? 'processing' : 'closed';
    default:
      throw new Error(`PayPal sent a status that this program does not know: ${status}`);
  }
}

function hasCome({ status }: OrdersCapture): boolean {
  switch (status) {
    case CaptureStatus.Completed:
    case CaptureStatus.PartiallyRefunded:
    case CaptureStatus.Refunded:
      return true;
    case CaptureStatus.Pending:
    case CaptureStatus.Declined:
    case CaptureStatus.Failed:
      return false;
    default:
      throw new Error(`PayPal sent a status that this program does not know: ${status}`);
  }
}

export function toRefund(refund: PayPalRefund, paymentId: string): Refund {
  const status = refund.status && REFUND[refund.status];
  if (!status) throw new Error(`PayPal sent a status that this program does not know: ${refund.status}`);
  return {
    ...{ id: refund.id ?? '', status, amount: centsOf(refund.amount), paymentId },
    ...(refund.customId !== undefined && { refundId: refund.customId }),
  };
}

const REFUND = {
  [RefundStatus.Completed]: 'succeeded',
  [RefundStatus.Pending]: 'pending',
  [RefundStatus.Failed]: 'failed',
  [RefundStatus.Cancelled]: 'canceled',
} as const satisfies Record<RefundStatus, Refund['status']>;

function centsOf(money: Money | undefined): Cents {
  const cents = readCents(money?.value);
  if (cents === undefined) throw new Error(`PayPal sent the amount ${money?.value}`);
  return cents;
}

function readCents(value = ''): Cents | undefined {
  const [, dollars, cents] = /^(\d{1,9})\.(\d{2})$/.exec(value) ?? [];
  return dollars === undefined || cents === undefined ? undefined : toCents(Number(`${dollars}${cents}`));
}

export const toMoney = (cents: Cents): Money => ({ currencyCode: 'USD', value: (cents / 100).toFixed(2) });

const TYPES: Readonly<Record<string, string>> = {
  'CUSTOMER.DISPUTE.CREATED': EVENTS.dispute,
  'CUSTOMER.DISPUTE.RESOLVED': EVENTS.disputeEnded,
  'PAYMENT.CAPTURE.REFUNDED': EVENTS.refunded,
  'PAYMENT.REFUND.FAILED': EVENTS.refundFailed,
};

const ABOUT_REFUND = /^PAYMENT\.(CAPTURE\.(REFUNDED|REVERSED)|REFUND\.\w+)$/;

interface Told {
  readonly id?: unknown;
  readonly event_type?: unknown;
  readonly create_time?: unknown;
  readonly resource?: {
    readonly id?: string;
    readonly supplementary_data?: { readonly related_ids?: { readonly order_id?: string } };
    readonly dispute_id?: string;
    readonly dispute_outcome?: {
      readonly outcome_code?: string;
      readonly amount_refunded?: { readonly currency_code?: string; readonly value?: string };
    };
    readonly disputed_transactions?: readonly { readonly seller_transaction_id?: string }[];
    readonly links?: readonly { readonly rel?: string; readonly href?: string }[];
  };
}

/** Undefined for what is no event of PayPal's. */
export function toEvent(told: Told | null, live: boolean): PaymentEvent | undefined {
  if (typeof told?.id !== 'string' || typeof told.event_type !== 'string' || !told.resource) return undefined;
  const { id, supplementary_data: data, disputed_transactions: disputed, links } = told.resource;
  const orderId = told.event_type.startsWith('CHECKOUT.ORDER.') ? id : data?.related_ids?.order_id;
  const up = links?.find(({ rel }) => rel === 'up')?.href;
  const captureId = disputed?.[0]?.seller_transaction_id ?? /\/captures\/(\w+)$/.exec(up ?? '')?.[1];
  return {
    id: told.id,
    type: TYPES[told.event_type] ?? told.event_type,
    createdAt: new Date(String(told.create_time)),
    livemode: live,
    paymentId: orderId ?? null,
    ...(orderId === undefined && captureId !== undefined && { captureId }),
    ...(told.event_type === 'CUSTOMER.DISPUTE.RESOLVED' && { dispute: endOf(told.resource) }),
    ...(id !== undefined && ABOUT_REFUND.test(told.event_type) && { refund: id }),
  };
}

/** Source: https://developer.paypal.com/docs/api/customer-disputes/v1/ */
const WON = ['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'DENIED'];

function endOf({ dispute_id: id, dispute_outcome: outcome }: NonNullable<Told['resource']>): EndedDispute {
  const { currency_code: currency, value } = outcome?.amount_refunded ?? {};
  const amount = currency === 'USD' ? readCents(value) : undefined;
  const won = WON.includes(outcome?.outcome_code ?? '');
  return { ...(id !== undefined && { id }), won, ...(amount !== undefined && { amount }) };
}
