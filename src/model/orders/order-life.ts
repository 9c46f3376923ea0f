import type { OrderState } from './order.ts';

/**
 * Every move that an order may make. A verb moves an order only along an arrow of this table,
 * by an UPDATE that names the state it expects, so that two who move it at once cannot both succeed.
 * The arrows that leave review are an admin's decision; the shop itself never takes them.
 */
export const ORDER_LIFE = {
  unpaid: ['paid', 'cancelling', 'cancelled', 'expiring', 'refund_due', 'review'],
  cancelling: ['cancelled', 'paid', 'refund_due', 'review'],
  expiring: ['unpaid', 'cancelling', 'paid', 'refund_due', 'review'],
  paid: ['shipped', 'review'],
  shipped: ['review'],
  cancelled: ['refund_due', 'review'],
  refund_due: ['refunded', 'review'],
  refunded: ['review'],
  review: ['paid', 'shipped', 'refund_due', 'refunded'],
} as const satisfies Record<OrderState, readonly OrderState[]>;

/** The states from which the shop itself moves an order to `next`: never out of review. */
export const statesBefore = (next: OrderState): OrderState[] =>
  (Object.keys(ORDER_LIFE) as OrderState[]).filter(
    (from) => from !== 'review' && (ORDER_LIFE[from] as readonly string[]).includes(next),
  );

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

/** How long an order waits for its payment, held or not. */
export const UNPAID_DAYS = 14;

/** When an order that is still unpaid is cancelled. */
export const closesAt = (createdAt: Date): Date => new Date(createdAt.getTime() + UNPAID_DAYS * 86_400_000);

/** What one customer may keep from others without paying. 0 switches a limit off. */
export interface UnpaidLimits {
  /** How many unpaid orders at most. */
  readonly orders: number;
  /** How many percent of a tool's unsold stock several unpaid orders may hold together. One order may hold all of it. */
  readonly stockPercent: number;
}
