import { DAY, startOfUtcDay } from '../kernel/utc-day.ts';
import type { Order, OrderState } from './order.ts';

/** What people see of an order: the state of its purchase, and whether its pieces have left. */
export const ORDER_LIFE = {
  unpaid: ['paid', 'cancelling', 'cancelled', 'expiring', 'refund_due', 'review'],
  cancelling: ['cancelled', 'paid', 'refund_due', 'review'],
  expiring: ['unpaid', 'cancelling', 'paid', 'refund_due', 'review'],
  paid: ['shipped', 'refund_due', 'refunded', 'review'],
  shipped: ['paid', 'refunded', 'review'],
  cancelled: ['refund_due', 'review'],
  refund_due: ['refunded', 'review'],
  refunded: ['review'],
  review: ['paid', 'shipped', 'refund_due', 'refunded'],
} as const satisfies Record<OrderState, readonly OrderState[]>;

export const UNDO_SECONDS = 10;

/** The shop accepts the undo longer than that, for slow networks; the mail waits until then. */
export const UNDO_ACCEPTED_SECONDS = 30;

export const shippingFinalAt = (shippedAt: Date): Date => new Date(shippedAt.getTime() + UNDO_ACCEPTED_SECONDS * 1000);

export const waitsForPayment = (state: OrderState): boolean => state === 'unpaid' || state === 'expiring';

/** Whether it waits to be paid, and none of its money is being taken. */
export const isPayable = (order: {
  readonly state: OrderState;
  readonly paying?: string | null | undefined;
}): boolean => waitsForPayment(order.state) && !order.paying;

export const ORDER_STATUSES = {
  unpaid: ['unpaid', 'expiring'],
  pending: ['paid'],
  shipped: ['shipped'],
  review: ['review'],
} as const satisfies Record<string, readonly OrderState[]>;
export type OrderStatus = keyof typeof ORDER_STATUSES;

export const HOLD_MINUTES = 60;

/** For customers without a confirmed e-mail or a paid order. */
export const UNCONFIRMED_HOLD = { minutes: 30, renewals: 2 } as const;

/** Of all unpaid purchases of such a customer together. */
export const UNCONFIRMED_LINES = 60;

/** Counted from placing the order, whether stock is held or not; it may be paid on all of the last one, in UTC. */
export const UNPAID_DAYS = 14;

export const closesAt = (createdAt: Date): Date =>
  new Date(startOfUtcDay(createdAt.getTime() + (UNPAID_DAYS + 1) * DAY) - 1);

/** What was placed before this moment has closed by now. */
export const closedIfBefore = (now: Date): Date => new Date(startOfUtcDay(now.getTime()) - UNPAID_DAYS * DAY);

/** Per customer. 0 switches a limit off. */
export interface UnpaidLimits {
  readonly orders: number;
  /** Stricter limits for accounts without a confirmed e-mail or a paid order: opening one costs nothing. */
  readonly unconfirmed?: UnconfirmedLimits | undefined;
  /** Of a tool's unsold stock, for several unpaid orders together. One order may hold all of it. */
  readonly stockPercent: number;
}

export interface UnconfirmedLimits {
  readonly orders: number;
  readonly networkOrders: number;
}

/** Whether it was closed because its pending money never came. */
export const isNeverPaid = ({
  state,
  reviewReason,
  transactionId,
}: Pick<Order, 'state' | 'reviewReason' | 'transactionId'>) =>
  state === 'refunded' && reviewReason === 'pending' && transactionId === null;

/**
 * Whether the reason of a review is that PayPal says it was paid before, by a payment that the shop does not know.
 * @param paidBy the payment that the shop knows, by the provider's id
 */
export const isOfUnknownPayment = (reason: Order['reviewReason'], paidBy: string | null): boolean =>
  reason === 'provider' && paidBy === null;

/** Whether it is in review for that reason. */
export const isPaidBefore = ({
  state,
  reviewReason,
  transactionId,
}: Pick<Order, 'state' | 'reviewReason' | 'transactionId'>) =>
  state === 'review' && isOfUnknownPayment(reviewReason, transactionId);
