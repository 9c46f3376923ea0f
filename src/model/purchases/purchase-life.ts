import { type Before, leads } from '../kernel/life.ts';

/** `changing`, `cancelling` and `expiring`: an open payment is closed first. `invoiced`: to be paid on terms. */
export const PURCHASE_STATES = [
  'approval',
  'unpaid',
  'changing',
  'cancelling',
  'expiring',
  'paid',
  'invoiced',
  'cancelled',
  'refund_due',
  'refunded',
  'review',
] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/**
 * The only moves of a purchase. Each UPDATE names the state that it expects, so that of two concurrent moves one fails.
 * Only admins move a purchase out of review.
 */
export const PURCHASE_LIFE = {
  approval: ['unpaid', 'invoiced', 'cancelled'],
  unpaid: ['changing', 'cancelling', 'cancelled', 'expiring', 'paid', 'refund_due', 'review'],
  changing: ['unpaid', 'paid', 'refund_due', 'review'],
  cancelling: ['cancelled', 'paid', 'refund_due', 'review'],
  expiring: ['unpaid', 'cancelling', 'paid', 'refund_due', 'review'],
  paid: ['refund_due', 'review'],
  invoiced: ['paid', 'review'],
  cancelled: ['refund_due', 'review'],
  refund_due: ['refunded', 'review'],
  refunded: ['review'],
  review: ['paid', 'invoiced', 'refund_due', 'refunded'],
} as const satisfies Record<PurchaseState, readonly PurchaseState[]>;

export const MAX_PURCHASE_LINES = 200;

/** Whether nothing of it will be sent any more. One that is being cancelled may still turn out to be paid. */
export const hasEnded = (state: PurchaseState): boolean =>
  state === 'cancelled' || state === 'refund_due' || state === 'refunded';

/** Whether money that arrives for it pays it, pieces permitting. */
export const awaitsPayment = (
  state: PurchaseState,
): state is Exclude<Before<typeof PURCHASE_LIFE, 'paid'>, 'invoiced' | 'review'> =>
  state !== 'invoiced' && state !== 'review' && leads(PURCHASE_LIFE, state, 'paid');

/** Whether money that comes too late, or for pieces that are gone, ends it. What is paid or in review stays so. */
export const endsByLateMoney = (
  state: PurchaseState,
): state is Exclude<Before<typeof PURCHASE_LIFE, 'refund_due'>, 'paid' | 'review'> =>
  state !== 'paid' && state !== 'review' && leads(PURCHASE_LIFE, state, 'refund_due');

/** `by_hand`: given back by another way than ours, or at the provider without us. */
export const REFUND_STATES = ['due', 'sent', 'succeeded', 'failed', 'by_hand'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** From `due`: money that went back by another way meanwhile. From `succeeded`: a bank may send it back days later. */
export const REFUND_LIFE = {
  due: ['sent', 'failed'],
  sent: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
  by_hand: ['failed'],
} as const satisfies Record<RefundState, readonly RefundState[]>;
