import type { Money } from './amounts.ts';
import type { PayerKind } from './payers.ts';

export interface Capture {
  readonly id: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  readonly status_details?: { readonly reason: string };
  readonly amount: Money;
  readonly final_capture: true;
  readonly custom_id?: string;
  readonly invoice_id?: string;
  readonly create_time: string;
  readonly update_time: string;
  readonly links: readonly object[];
}

export interface Refund {
  readonly id: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'FAILED';
  readonly amount: Money;
  readonly custom_id?: string;
  readonly invoice_id?: string;
  readonly note_to_payer?: string;
  readonly create_time: string;
  readonly update_time: string;
  readonly links: readonly object[];
}

/** As it is stored; `shownOrder` is what callers get. */
export interface Order {
  readonly id: string;
  readonly status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  readonly amount: Money;
  readonly custom_id?: string;
  readonly invoice_id?: string;
  readonly return_url: string;
  readonly cancel_url: string;
  readonly payer?: PayerKind;
  readonly captures: readonly Capture[];
  readonly refunds: readonly Refund[];
  readonly create_time: string;
  readonly update_time: string;
}

/** An order whose money was not taken expires after this time. */
const LIFE_MS = 3 * 3_600_000;
/** A completed one is shown this long here. PayPal does not say how long it shows them. */
const SHOWN_MS = 90 * 86_400_000;

export const hasExpired = ({ status, create_time }: Order, now: Date): boolean =>
  now.getTime() - Date.parse(create_time) > (status === 'COMPLETED' ? SHOWN_MS : LIFE_MS);

/** @param page where the payer approves it */
export function shownOrder(order: Order, page: string): object {
  const { id, status, amount, custom_id, invoice_id, captures, refunds, create_time, update_time, payer } = order;
  const payments = { ...(captures.length > 0 && { captures }), ...(refunds.length > 0 && { refunds }) };
  return {
    id,
    intent: 'CAPTURE',
    status,
    purchase_units: [
      {
        reference_id: 'default',
        amount,
        ...(custom_id !== undefined && { custom_id }),
        ...(invoice_id !== undefined && { invoice_id }),
        ...(captures.length > 0 && { payments }),
      },
    ],
    ...(payer && { payer: { payer_id: 'SANDBOXPAYER1' }, payment_source: { paypal: { account_id: 'SANDBOXPAYER1' } } }),
    create_time,
    update_time,
    links: linksOf(order, page),
  };
}

export const minimalOrder = (order: Order, page: string): object => ({
  id: order.id,
  status: order.status,
  links: linksOf(order, page),
});

const linksOf = ({ id, status }: Order, page: string): object[] => [
  { href: `/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
  ...(status === 'PAYER_ACTION_REQUIRED' ? [{ href: `${page}?token=${id}`, rel: 'payer-action', method: 'GET' }] : []),
  ...(status === 'APPROVED' ? [{ href: `/v2/checkout/orders/${id}/capture`, rel: 'capture', method: 'POST' }] : []),
];
