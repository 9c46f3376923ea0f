import { randomUUID } from 'node:crypto';
import { toCents } from '#model/kernel/money.ts';
import type { Sql } from '../../platform/postgres/sql.ts';
import type { Provider } from './provider.ts';

const PAID = { state: 'paid', held: 5, paid: true, payments: 'cancelled succeeded', deeds: 'order.paid' };
const BACK = { state: 'refunded', held: 0, paid: false, payments: 'cancelled refunded' };

/** Where an order may stand when the news of its payment come, and where that must always end. */
export const START_STATES = {
  /** The usual one: the customer pays within the hour. */
  held: { end: { ...PAID, moves: 'hold 1 -5' } },
  /** The customer or an admin cancels at the moment of paying: the provider's verdict counts. */
  cancelling: { end: { ...PAID, moves: 'hold 1 -5' } },
  /** The hour ends at the moment of paying: the same. */
  expiring: { end: { ...PAID, moves: 'hold 1 -5' } },
  /** The hold was lost although the money was on its way, and there is stock: it is taken again. */
  'without its hold': { end: { ...PAID, moves: 'hold 1 -5, release 1 5, hold 2 -5' } },
  /** The same, but others have bought the rest: the money goes back. */
  'sold out since': {
    end: { ...BACK, moves: 'hold 1 -5, release 1 5', deeds: 'order.refund_due order.refunded' },
  },
  /** The order was given up: the money goes back. */
  cancelled: {
    end: { ...BACK, moves: 'hold 1 -5, release 1 5', deeds: 'order.refund_due order.refunded' },
  },
} as const;

export type StartState = keyof typeof START_STATES;

export interface Started {
  readonly id: string;
  readonly tool: string;
  /** The provider's payments: the first was closed, on the second there is money. */
  readonly attempts: readonly string[];
}

/** Orders that stand so, each of a tool of its own, as the shop's services leave them. */
export async function startOrders(
  sql: Sql,
  provider: Provider,
  start: StartState,
  count: number,
  now: Date,
): Promise<Started[]> {
  const at = now.toISOString();
  const made: Started[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = randomUUID();
    const attempts: string[] = [];
    for (const attempt of [1, 2]) {
      const order = { orderId: id as never, attempt, amount: toCents(5_000), idempotencyKey: `pi:${id}:${attempt}` };
      const created = await provider.calls.createPaymentIntent(order);
      if (created.ok) attempts.push(created.value.id);
    }
    await provider.calls.cancelPaymentIntent(attempts[0] ?? '');
    provider.confirm(attempts[1] ?? '', 'pay');
    made.push({ id, tool: randomUUID(), attempts });
  }
  const holds = start === 'held' || start === 'cancelling' || start === 'expiring';
  const state = start === 'without its hold' || start === 'sold out since' || start === 'held' ? 'unpaid' : start;
  const live = start === 'cancelled' || !holds ? 'cancelled' : 'open';
  await sql.begin(async (tx) => {
    const [person] = await tx`insert into person (email, name, role)
      values (${`${randomUUID()}@example.com`}, 'Sam', 'customer') returning id`;
    const rows = made.map((it) => ({ id: it.id, tool: it.tool, first: it.attempts[0], second: it.attempts[1] }));
    await tx`create temporary table made on commit drop as
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as it (id uuid, tool uuid, first text, second text)`;
    await tx`insert into tool (id, name, description, image, price, min_quantity, available)
      select tool, 'Hammer', 'A hammer', '/images/a.webp', 10, 5,
             ${holds ? 5 : start === 'sold out since' ? 0 : 10}::int from made`;
    await tx`insert into orders (id, person_id, tool_id, name, email, phone, address, tool_name, tool_image, unit_price,
        quantity, total_cents, state, hold_quantity, hold_until, created_at)
      select id, ${person?.id}::uuid, tool, 'Sam', 'sam@example.com', '5550142200', 'A', 'Hammer', '/images/a.webp', 10,
             5, 5000, ${state}::order_state, ${holds ? 5 : 0}::int, ${holds ? at : null}::timestamptz, ${at}::timestamptz from made`;
    await tx`insert into stock_move (tool_id, kind, delta) select tool, 'initial', 10 from made`;
    await tx`insert into stock_move (tool_id, order_id, hold_no, kind, delta) select tool, id, 1, 'hold', -5 from made`;
    if (!holds)
      await tx`insert into stock_move (tool_id, order_id, hold_no, kind, delta)
        select tool, id, 1, 'release', 5 from made`;
    if (start === 'sold out since')
      await tx`insert into stock_move (tool_id, kind, delta, person_id, reason)
        select tool, 'correction', -10, ${person?.id}::uuid, 'Sold in the yard' from made`;
    await tx`insert into payment (order_id, attempt, idempotency_key, intent_id, amount_cents, state)
      select id, 1, 'pi:' || id || ':1', first, 5000, 'cancelled'::payment_state from made
      union all select id, 2, 'pi:' || id || ':2', second, 5000, ${live}::payment_state from made`;
    await tx`insert into audit (action, target) select 'order.placed', id from made`;
    if (start === 'cancelling' || start === 'cancelled')
      await tx`insert into audit (action, target) select ${`order.${start}`}::text, id from made`;
    // Its own verdict comes last here, an hour later.
    if (start === 'cancelling' || start === 'expiring')
      await tx`insert into job (queue, kind, key, payload, run_at)
        select 'outbox', 'cancel-intent', 'cancel-intent:' || id || ':2', jsonb_build_object('orderId', id, 'attempt', 2),
               ${at}::timestamptz + interval '50 minutes' from made`;
  });
  return made;
}
