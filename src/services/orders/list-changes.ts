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
  'order.cancelled': 'cancelled',
  'order.ship_to_changed': 'ship_to',
  'order.shipping_undone': 'taken_back',
  'shipment.corrected': 'corrected',
  'order.served': 'arrived',
  'order.delivery_moved': 'delivery_moved',
  'order.kept_waiting': 'kept_waiting',
} as const satisfies Record<string, Change['what']>;

/** They name the orders that they are about. */
const OF_LINES: readonly Change['what'][] = ['dropped', 'arrived', 'delivery_moved', 'kept_waiting'];

/** Left out for its customer. */
const FOR_ADMINS: readonly string[] = ['order.shipping_undone', 'shipment.corrected'];

interface Meta {
  readonly no?: number;
  readonly pieces?: number;
  readonly day?: string;
  readonly answer_by?: string;
}

/** Told by the audit, to be shown and nothing else. Lines that were taken out, or back, together are one change. */
export async function listChanges(
  db: Db,
  purchaseId: string,
  lines: readonly string[],
  forAdmins = false,
): Promise<NamedChange[]> {
  const actions = Object.keys(WHAT).filter((action) => forAdmins || !FOR_ADMINS.includes(action));
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
    const { no: shipment, pieces, day, answer_by } = row.meta as Meta;
    const last = changes.at(-1);
    if (last?.what === what && last.at === at && last.day === day && what !== 'arrived') last.orders.push(...order);
    else
      changes.push({
        ...{ what, at, orders: order, by: row.by },
        ...(what === 'arrived'
          ? { pieces }
          : day
            ? { day, ...(answer_by && { answer_by }) }
            : shipment && { shipment }),
      });
  }
  return changes;
}

export const withoutNames = (changes: readonly NamedChange[]): Change[] =>
  changes.map(({ by: _, ...change }) => change);
