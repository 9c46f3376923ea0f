import { and, asc, eq, inArray } from 'drizzle-orm';
import type { AuditAction } from '#model/kernel/audit.ts';
import { audit } from '#platform/audit/audit-tables.ts';
import { person } from '#tables/identity.ts';
import type { purchase } from '#tables/orders.ts';
import type { Meanwhile } from '#texts/meanwhile.ts';
import type { Transaction } from '../kernel/context.ts';

const ACTIONS = {
  shipped: ['order.shipped'],
  taken_back: ['order.shipping_undone'],
  refunded: ['refund.decided'],
  refunded_elsewhere: ['payment.refunded_elsewhere'],
  put_aside: ['order.review', 'order.review_added'],
  kept: ['order.resumed', 'order.resumed_shipped'],
  refund_decided: ['order.refund_decided'],
  closed: ['order.closed'],
  cancelled: ['order.cancelled'],
  ship_to: ['order.ship_to_changed'],
  corrected: ['shipment.corrected'],
} as const satisfies Record<Meanwhile['did'], readonly AuditAction[]>;

export type Did = Meanwhile['did'];

/**
 * The last of these things that was done to one of the targets, and who did it. Told by the audit, to be shown in a refusal
 * and nothing else.
 * @param of only what was done with these facts, such as a decision about one review
 */
export async function doneMeanwhile(
  tx: Transaction,
  targets: readonly string[],
  things: readonly Did[],
  of: Readonly<Record<string, unknown>> = {},
): Promise<Meanwhile | undefined> {
  const actions: string[] = things.flatMap((did) => ACTIONS[did]);
  const rows = await tx
    .select({ action: audit.action, by: person.name, at: audit.at, meta: audit.meta })
    .from(audit)
    .leftJoin(person, eq(person.id, audit.actor))
    .where(and(inArray(audit.target, [...targets]), inArray(audit.action, actions)))
    .orderBy(asc(audit.id));
  const last = rows.findLast(({ meta }) =>
    Object.entries(of).every(([fact, value]) => (meta as Record<string, unknown>)[fact] === value),
  );
  const did = last && things.find((it) => (ACTIONS[it] as readonly string[]).includes(last.action));
  return last && did && { did, by: last.by, at: last.at.toISOString() };
}

const ENDINGS: readonly Did[] = ['refunded', 'refunded_elsewhere', 'refund_decided', 'closed', 'cancelled'];

/** Why a purchase is not paid any more; undefined while it is, and before. */
export function noLongerPaid(
  tx: Transaction,
  { id, state }: Pick<typeof purchase.$inferSelect, 'id' | 'state'>,
): Promise<Meanwhile | undefined> {
  if (state === 'review') return doneMeanwhile(tx, [id], ['put_aside']);
  const ended = state === 'refund_due' || state === 'refunded' || state === 'cancelled';
  return ended ? doneMeanwhile(tx, [id], ENDINGS) : Promise.resolve(undefined);
}
