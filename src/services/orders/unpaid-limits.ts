import { hash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { UnpaidLimits } from '#model/orders/order-life.ts';
import type { Failure } from '#texts/failures.ts';
import type { Db } from '../kernel/context.ts';
import { ask, named } from '../kernel/named-statement.ts';

export type BeyondLimits = Failure<
  'too_many_unpaid' | 'too_much_unpaid' | 'unconfirmed_unpaid' | 'unconfirmed_network'
>;

const UNPAID = sql`state in ('unpaid', 'expiring', 'cancelling')`;

/** A confirmed e-mail or a paid order. Demo accounts count as confirmed. */
export const isTrusted = (person: SQL): SQL => sql`
  (exists (select from person as who where who.id = ${person} and (who.demo or who.email_proof is not null))
   or exists (select from orders as known where known.person_id = ${person} and known.state in ('paid', 'shipped')))`;

/** Whether a customer may order `quantity` more of the row `tool`. `asked` are placeholders. */
export function withinLimits(
  limits: UnpaidLimits,
  asked: Readonly<
    Record<'person' | 'network' | 'quantity' | 'maxOrders' | 'stockPercent' | 'maxUnconfirmed' | 'maxOfNetwork', SQL>
  >,
): SQL {
  const { person, quantity, maxOrders, stockPercent } = asked;
  const count = sql`(select count(*) from orders where person_id = ${person} and ${UNPAID})`;
  const held = sql`(select coalesce(sum(hold_quantity), 0) from orders
                     where person_id = ${person} and tool_id = tool.id and ${UNPAID})`;
  const few = limits.orders ? sql`${count} < ${maxOrders}::int` : sql`true`;
  const little = limits.stockPercent
    ? sql`(${held} = 0 or (${held} + ${quantity}) * 100 <= ${stockPercent}::int * (tool.available + ${held}))`
    : sql`true`;
  if (!limits.unconfirmed) return sql`(${few} and ${little})`;
  const fewOfNetwork = limits.unconfirmed.networkOrders
    ? sql`(select count(*) from orders where network = ${asked.network} and ${UNPAID}) < ${asked.maxOfNetwork}::int`
    : sql`true`;
  const known = sql`((${count} < ${asked.maxUnconfirmed}::int and ${fewOfNetwork}) or ${isTrusted(person)})`;
  return sql`(${few} and ${little} and ${known})`;
}

/** The lowest free number among a customer's unpaid orders. Its unique index lets only one of two orders have it. */
export const freePlace = (person: SQL): SQL => lowestFree(sql`person_id = ${person}`, sql`unpaid_place`);

export const freeNetworkPlace = (network: SQL): SQL => lowestFree(sql`network = ${network}`, sql`network_place`);

const lowestFree = (owned: SQL, placeColumn: SQL): SQL => sql`
  (select min(place) from generate_series(1, 1 + (select count(*) from orders where ${owned} and ${UNPAID})) as place
    where not exists (select from orders where ${owned} and ${placeColumn} = place and ${UNPAID}))`;

export const networkHash = (network: string): Buffer => hash('sha256', network, 'buffer');

export async function beyondLimits(
  db: Db,
  limits: UnpaidLimits,
  { id: personId, network }: { readonly id: string; readonly network: string },
  tool: { id: string; available: number; minQuantity: number; pack: number },
  quantity: number,
): Promise<BeyondLimits | undefined> {
  const person = sql`${personId}::uuid`;
  const [now] = await ask<{ count: number; held: number; trusted: boolean; together: number }>(
    db,
    named(
      'unpaid-orders',
      sql`
    select count(*)::int as count, coalesce(sum(hold_quantity) filter (where tool_id = ${tool.id}), 0)::int as held,
           ${isTrusted(person)} as trusted,
           (select count(*)::int from orders where network = ${networkHash(network)} and ${UNPAID}) as together
      from orders where person_id = ${person} and ${UNPAID}`,
    ),
  );
  const { count: unpaid = 0, held = 0, trusted = true, together = 0 } = now ?? {};
  const { unconfirmed } = limits;
  if (unconfirmed && !trusted && unpaid >= unconfirmed.orders && (!limits.orders || unconfirmed.orders < limits.orders))
    return { code: 'unconfirmed_unpaid', figures: { unpaid } };
  if (limits.orders && unpaid >= limits.orders) return { code: 'too_many_unpaid', figures: { unpaid } };
  if (unconfirmed?.networkOrders && !trusted && together >= unconfirmed.networkOrders)
    return { code: 'unconfirmed_network', figures: { unpaid } };
  const allowed = Math.floor((limits.stockPercent * (tool.available + held)) / 100);
  if (!limits.stockPercent || held === 0 || held + quantity <= allowed) return undefined;
  const left = Math.max(0, allowed - held);
  return { code: 'too_much_unpaid', figures: { held, left: left - (left % tool.pack), least: tool.minQuantity } };
}
