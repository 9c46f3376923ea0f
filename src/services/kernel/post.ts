import type { Email } from '#model/kernel/email.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import type { Db, Transaction } from './context.ts';

export interface Messages {
  /** Of a payment that no row knows. */
  refund: { orderId: string; intentId: string };
  'send-refund': { orderId: string; refundId: string };
  allocate: { toolId: string };
  'tell-watchers': { toolId: string };
  'tell-waiting': { toolId: string };
  'cancel-intent': { orderId: string; attempt: number };
  'take-payment': { orderId: string; attempt: number };
  'mail.password-reset': { email: Email };
  'mail.password-changed': { personId: string; by?: 'reset' | 'owner' };
  'mail.password-removed': { personId: string };
  'mail.account-google': { personId: string };
  'mail.account-confirm': { personId: string };
  'mail.account-sign-up': { email: Email; signUpId: string };
  'mail.new-admin': { personId: string; to: string };
  /** `byLink`: by somebody who had the link of a price promise, and has not paid at once. */
  'mail.order-placed': { orderId: string; byLink?: true };
  'mail.order-sent': { orderId: string; shipmentId: string };
  /** `from`, `fromCarrier`: what was mailed last, null for none; absent in mails of the release before. */
  'mail.tracking-corrected': { orderId: string; shipmentId: string; from?: string | null; fromCarrier?: string | null };
  'mail.shipping-undone': { orderId: string; pieces: Readonly<Record<string, number>> };
  'mail.order-cancelled': { orderId: string };
  /** `changed` is absent in mails of the release before. */
  'mail.ship-to-changed': { orderId: string; changed?: 'address' | 'phone' | 'both' };
  /** `lines`: all that were taken out at once; in mails of the release before only `orderId` was. */
  'mail.line-dropped': { orderId: string; lines?: readonly string[] };
  /** Cents that went back in another way. */
  'mail.order-resumed': { orderId: string; byHand?: number };
  'mail.order-closed': { orderId: string };
  'mail.receipt': { orderId: string };
  'mail.payer-receipt': { intentId: string };
  /**
   * `why` it was put aside, where not for a dispute or a refund that failed; or how a dispute ended that put nothing aside.
   * `lost`: dollars, by a dispute.
   */
  'mail.order-news': {
    orderId: string;
    personId: string;
    news: 'paidOrder' | 'dispute' | 'refundRefused';
    why?: string;
    lost?: number;
  };
  'mail.pieces-here': { toolId: string; personId: string; pieces: number };
  /** `promised`: for which day each of the person's orders was promised until now. `asks`: those it is the first to ask about. */
  'mail.delivery-moved': {
    toolId: string;
    personId: string;
    promised: Readonly<Record<string, string>>;
    asks?: readonly string[];
  };
  'mail.pieces-arrived': { orderId: string; pieces: number };
  'mail.stock-news': { toolId: string; personId: string };
  'mail.refunded': Refunded;
  'mail.payer-refund': Refunded;
}

/** Accounts must be reached however many mails about orders wait. */
const FIRST = /^mail\.(password|account)-/;

interface Refunded {
  orderId: string;
  intentId: string;
  refundId: string;
}

/** Sent only if `tx` commits. False for a key posted before. Without `runAt` it leaves at once. */
export const post = <K extends keyof Messages>(
  tx: Transaction | Db,
  kind: K,
  key: string,
  payload: Messages[K],
  runAt?: Date,
): Promise<boolean> =>
  enqueue(tx, {
    ...{ kind, key, payload, runAt, queue: kind.startsWith('mail.') ? 'mail' : 'outbox' },
    ...(FIRST.test(kind) && { priority: -1 }),
  });
