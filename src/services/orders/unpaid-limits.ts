import { type SQL, sql } from 'drizzle-orm';
import { formatCount } from '#model/kernel/count.ts';
import type { UnpaidLimits } from '#model/orders/order-life.ts';
import type { Db } from '../kernel/context.ts';

export interface BeyondLimits {
  readonly code: 'too_many_unpaid' | 'too_much_unpaid';
  readonly detail: string;
}

const UNPAID = sql`state in ('unpaid', 'expiring', 'cancelling')`;

/**
 * The condition under which a customer may order so many more pieces of the row `tool`.
 * @param asked what stands for each of the values
 */
export function withinLimits(
  limits: UnpaidLimits,
  asked: Readonly<Record<'person' | 'quantity' | 'mostOrders' | 'stockPercent', SQL>>,
): SQL {
  const { person, quantity, mostOrders, stockPercent } = asked;
  const count = sql`(select count(*) from orders where person_id = ${person} and ${UNPAID})`;
  const held = sql`(select coalesce(sum(hold_quantity), 0) from orders
                     where person_id = ${person} and tool_id = tool.id and ${UNPAID})`;
  const few = limits.orders ? sql`${count} < ${mostOrders}::int` : sql`true`;
  const little = limits.stockPercent
    ? sql`(${held} = 0 or (${held} + ${quantity}) * 100 <= ${stockPercent}::int * (tool.available + ${held}))`
    : sql`true`;
  return sql`(${few} and ${little})`;
}

/** The lowest place that is free among a customer's unpaid orders. Its index lets only one order of two have it. */
export const freePlace = (person: SQL): SQL => sql`
  (select min(place) from generate_series(1, 1 + (select count(*) from orders where person_id = ${person} and ${UNPAID})) as place
    where not exists (select from orders where person_id = ${person} and unpaid_place = place and ${UNPAID}))`;

/** Which limit an order would break, in words for its customer; undefined when it breaks none. */
export async function beyondLimits(
  db: Db,
  limits: UnpaidLimits,
  personId: string,
  tool: { id: string; available: number; minQuantity: number },
  quantity: number,
): Promise<BeyondLimits | undefined> {
  const [now] = await db.execute<{ count: number; held: number }>(sql`
    select count(*)::int as count, coalesce(sum(hold_quantity) filter (where tool_id = ${tool.id}), 0)::int as held
      from orders where person_id = ${personId} and ${UNPAID}`);
  const { count = 0, held = 0 } = now ?? {};
  if (limits.orders && count >= limits.orders)
    return {
      code: 'too_many_unpaid',
      detail: `You have ${formatCount(count)} unpaid orders. Pay or cancel one of them, then order again.`,
    };
  const most = Math.floor((limits.stockPercent * (tool.available + held)) / 100);
  if (!limits.stockPercent || held === 0 || held + quantity <= most) return undefined;
  const left = most - held;
  return {
    code: 'too_much_unpaid',
    detail:
      `Your unpaid orders already hold ${formatCount(held)} pieces of this tool. ` +
      (left >= tool.minQuantity
        ? `Enter ${formatCount(left)} or fewer, or pay or cancel one of them first.`
        : 'Pay or cancel one of them, then order again.'),
  };
}
