import { type Before, leads } from '../kernel/life.ts';
import type { OrderState } from './order.ts';

/**
 * Every move that an order may make. A service moves an order only along an arrow of this table,
 * by an UPDATE that names the state it expects, so that two who move it at once cannot both succeed.
 * The arrows that leave review, and the one from shipped back to paid, are an admin's: the shop itself never takes them.
 */
export const ORDER_LIFE = {
  unpaid: ['paid', 'cancelling', 'cancelled', 'expiring', 'refund_due', 'review'],
  cancelling: ['cancelled', 'paid', 'refund_due', 'review'],
  expiring: ['unpaid', 'cancelling', 'paid', 'refund_due', 'review'],
  paid: ['shipped', 'review'],
  shipped: ['paid', 'review'],
  cancelled: ['refund_due', 'review'],
  refund_due: ['refunded', 'review'],
  refunded: ['review'],
  review: ['paid', 'shipped', 'refund_due', 'refunded'],
} as const satisfies Record<OrderState, readonly OrderState[]>;

/** Whether the shop itself moves an order from one state to the other: never out of review, and never back from shipped. */
export const movesAlone = <To extends OrderState>(from: OrderState, to: To): from is Before<typeof ORDER_LIFE, To> =>
  from !== 'review' && !(from === 'shipped' && to === 'paid') && leads(ORDER_LIFE, from, to);

/** How long the page offers to undo Mark shipped. */
export const UNDO_SECONDS = 10;

/** How long the shop accepts that undo, and the mail to the customer waits: longer, for a slow pointer or network. */
export const UNDO_ACCEPTED_SECONDS = 30;

/** When marking an order shipped at this moment becomes final, and its mail may leave. */
export const shippingFinalAt = (shippedAt: Date): Date => new Date(shippedAt.getTime() + UNDO_ACCEPTED_SECONDS * 1000);

/** Whether an order still waits for its payment. */
export const waitsForPayment = (state: OrderState): boolean => state === 'unpaid' || state === 'expiring';

/** What an admin's list may be narrowed to, and the states of the orders that are in it. */
export const ORDER_STATUSES = {
  unpaid: ['unpaid', 'expiring'],
  pending: ['paid'],
  shipped: ['shipped'],
  review: ['review'],
} as const satisfies Record<string, readonly OrderState[]>;
export type OrderStatus = keyof typeof ORDER_STATUSES;

/** How long stock is held for an unpaid order. */
export const HOLD_MINUTES = 60;

/** How long it is held for somebody whom the shop does not know yet, and how often that is done once more. */
export const UNCONFIRMED_HOLD = { minutes: 30, renewals: 2 } as const;

/** How long an order waits for its payment, held or not. */
export const UNPAID_DAYS = 14;

/** When an order that is still unpaid is cancelled. */
export const closesAt = (createdAt: Date): Date => new Date(createdAt.getTime() + UNPAID_DAYS * 86_400_000);

/** What one customer may keep from others without paying. 0 switches a limit off. */
export interface UnpaidLimits {
  /** How many unpaid orders at most. */
  readonly orders: number;
  /** Beside the others, for accounts without a confirmed e-mail or a paid order; absent where they are as all are. */
  readonly unconfirmed?: UnconfirmedLimits | undefined;
  /** How many percent of a tool's unsold stock several unpaid orders may hold together. One order may hold all of it. */
  readonly stockPercent: number;
}

/** What accounts without a confirmed e-mail or a paid order may keep from others: opening one costs nothing. */
export interface UnconfirmedLimits {
  /** How many unpaid orders one of them may have at most. */
  readonly orders: number;
  /** How many unpaid orders all of one network may have together at most. 0 switches the limit off. */
  readonly networkOrders: number;
}
