import { audit } from '#tables/kernel.ts';
import type { Db, Transaction } from './context.ts';

/** The deeds that the audit table knows. */
export type Action =
  | 'person.signed_up'
  | 'person.told_profile'
  | 'person.made_admin'
  | 'person.demoted'
  | 'person.disabled'
  | 'person.enabled'
  | 'session.revoked'
  | 'password.reset_asked'
  | 'password.reset'
  | 'session.opened'
  | 'session.refused'
  | 'session.closed'
  | 'google.linked'
  | 'password.removed'
  | 'shop.filled'
  | 'review.added'
  | 'tool.added'
  | 'tool.deleted'
  | 'tool.restocked'
  | 'tool.stock_corrected'
  | 'order.placed'
  | 'order.paid'
  | 'order.cancelling'
  | 'order.cancelled'
  | 'order.shipped'
  | 'order.refund_due'
  | 'order.refunded'
  | 'order.review'
  | 'payment.refunded'
  | 'order.hold_released';

export interface Deed {
  readonly action: Action;
  /** Who did it; absent when the shop itself did. */
  readonly actor?: string | undefined;
  readonly target: string;
  /** Ids, codes and figures only: never a name, an address or a secret. */
  readonly meta?: Record<string, string | number | boolean | null>;
}

/** Writes the audit row of a deed, in the transaction of the deed. */
export async function record(tx: Transaction | Db, deed: Deed): Promise<void> {
  await tx.insert(audit).values({
    action: deed.action,
    actor: deed.actor ?? null,
    target: deed.target,
    meta: deed.meta ?? {},
  });
}
