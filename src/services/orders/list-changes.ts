import { and, asc, eq, inArray } from 'drizzle-orm';
import type { OrderId } from '#model/kernel/ids.ts';
import type { Purchase } from '#model/orders/order.ts';
import { audit } from '#platform/audit/audit-tables.ts';
import { person } from '#tables/identity.ts';
import type { Db } from '../kernel/context.ts';

type Change = NonNullable<Purchase['changes']>[number];
type NamedChange = Change & { readonly by: string | null };

const WHAT = {
  'order.line_dropped': 'dropped',
  'order.line_added': 'added',
  'order.quantity_changed': 'quantity',
  'order.cancelled': 'cancelled',
  'order.ship_to_changed': 'ship_to',
  'order.shipping_undone': 'taken_back',
  'shipment.corrected': 'corrected',
  'order.served': 'arrived',
  'order.delivery_moved': 'delivery_moved',
  'order.kept_waiting': 'kept_waiting',
  'order.review': 'put_aside',
  'order.review_added': 'put_aside',
  'order.resumed': 'decided',
  'order.resumed_shipped': 'decided',
  'order.refund_decided': 'decided',
  'order.closed': 'decided',
} as const satisfies Record<string, Change['what']>;

/** They name the orders that they are about. */
const OF_LINES: readonly Change['what'][] = [
  'dropped',
  'added',
  'quantity',
  'arrived',
  'delivery_moved',
  'kept_waiting',
];

/** They name how many pieces, so that each is a change of its own. */
const OF_PIECES: readonly Change['what'][] = ['added', 'quantity', 'arrived'];

/** Left out for its customer. */
const FOR_ADMINS: readonly Change['what'][] = ['taken_back', 'corrected', 'put_aside', 'decided'];

interface Meta extends Pick<Change, 'day' | 'answer_by' | 'why' | 'decision' | 'reason' | 'changed' | 'told' | 'own'> {
  readonly no?: number;
  readonly pieces?: number;
  readonly to?: number;
}

/** Told by the audit, to be shown and nothing else. Lines that were taken out, or back, together are one change. */
export async function listChanges(
  db: Db,
  purchaseId: string,
  lines: readonly string[],
  forAdmins = false,
): Promise<NamedChange[]> {
  const actions = Object.entries(WHAT).flatMap(([action, what]) =>
    forAdmins || !FOR_ADMINS.includes(what) ? [action] : [],
  );
  const rows = await db
    .select({ action: audit.action, at: audit.at, target: audit.target, by: person.name, meta: audit.meta })
    .from(audit)
    .leftJoin(person, eq(person.id, audit.actor))
    .where(and(inArray(audit.target, [purchaseId, ...lines]), inArray(audit.action, actions)))
    .orderBy(asc(audit.id));
  const changes: (NamedChange & { orders: OrderId[] })[] = [];
  for (const row of rows) {
    const [what, at] = [WHAT[row.action as keyof typeof WHAT], row.at.toISOString()];
    const order = OF_LINES.includes(what) ? [row.target as OrderId] : [];
    const {
      no: shipment,
      to,
      pieces = to,
      day,
      answer_by,
      why,
      decision,
      reason,
      changed,
      told,
      own,
    } = row.meta as Meta;
    const last = changes.at(-1);
    if (last?.what === what && last.at === at && last.day === day && !OF_PIECES.includes(what))
      last.orders.push(...order);
    else
      changes.push({
        ...{ what, at, orders: order, by: row.by },
        ...(OF_PIECES.includes(what)
          ? { pieces }
          : day
            ? { day, ...(answer_by && { answer_by }) }
            : shipment && { shipment }),
        ...(what === 'ship_to' && changed && { changed }),
        ...(what === 'ship_to' && own && { own }),
        ...(what === 'ship_to' && forAdmins && told !== undefined && { told }),
        ...(what === 'put_aside' && { why }),
        ...(what === 'decided' && { decision, reason }),
      });
  }
  return changes;
}

export const withoutNames = (changes: readonly NamedChange[]): Change[] =>
  changes.map(({ by: _, ...change }) => change);
