import type { Store } from '../kernel/store.ts';
import type { Order } from './order.ts';
import type { Reply } from './refusal.ts';

/** One authenticated call. Runs synchronously in a transaction. */
export interface Call {
  /** '' for paths without an id. */
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** PayPal-Request-Id. */
  readonly key: string | undefined;
  readonly store: Store;
  readonly now: Date;
  /** Stores an event for the webhook. */
  readonly record: (type: EventType, resource: object) => void;
  /** What a caller gets of an order. */
  readonly show: (order: Order) => object;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly run: (call: Call) => Reply;
}

export type EventType =
  | 'CHECKOUT.ORDER.APPROVED'
  | 'PAYMENT.CAPTURE.COMPLETED'
  | 'PAYMENT.CAPTURE.PENDING'
  | 'PAYMENT.CAPTURE.DENIED'
  | 'PAYMENT.CAPTURE.REFUNDED'
  | 'PAYMENT.CAPTURE.REVERSED'
  | 'PAYMENT.REFUND.FAILED'
  | 'CUSTOMER.DISPUTE.CREATED'
  | 'CUSTOMER.DISPUTE.RESOLVED';
