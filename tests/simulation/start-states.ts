import { randomUUID } from 'node:crypto';
import type { Sql } from '../../platform/postgres/sql.ts';

const PAID = { state: 'paid', held: 5, paid: true, payments: 'cancelled succeeded', deeds: 'order.paid' };
const BACK = {
  ...{ state: 'refunded', held: 0, paid: false, payments: 'cancelled refunded' },
  ...{ moves: 'hold 1 -5, release 1 5', deeds: 'order.refund_due order.refunded' },
};
const KEPT = { ...PAID, moves: 'hold 1 -5' };

/** Where an order may stand when the news of its payment come, and where each of its lines must always end. */
export const START_STATES = {
  /** The usual one: the customer pays within the hour. */
  held: { state: 'unpaid', holds: true, lines: 1, end: KEPT },
  /** The customer or an admin cancels at the moment of paying: the provider's verdict counts. */
  cancelling: { state: 'cancelling', holds: true, lines: 1, end: KEPT },
  /** The hour ends at the moment of paying: the same. */
  expiring: { state: 'expiring', holds: true, lines: 1, end: KEPT },
  /** The hold was lost although the money was on its way, and there is stock: it is taken again. */
  'without its hold': {
    ...{ state: 'unpaid', holds: false, lines: 1 },
    end: { ...PAID, moves: 'hold 1 -5, release 1 5, hold 2 -5' },
  },
  /** The same, but others have bought the rest: the money goes back. */
  'sold out since': { state: 'unpaid', holds: false, lines: 1, end: BACK },
  /** The order was given up: the money goes back. */
  cancelled: { state: 'cancelled', holds: false, lines: 1, end: BACK },
  /** One payment pays both. */
  'one of two lines': { state: 'unpaid', holds: true, lines: 2, end: KEPT },
  /** One line is given up at the moment of paying: who pays first keeps it. */
  'changing, one of two lines': {
    ...{ state: 'changing', holds: true, lines: 2 },
    end: { ...KEPT, deeds: 'order.change_too_late order.paid' },
  },
  /** Of one line others have bought the rest: all of the money goes back, and the other line is not held again. */
  'one of two lines, sold out since': { state: 'unpaid', holds: false, lines: 2, end: BACK },
} as const;

export type StartState = keyof typeof START_STATES;

export interface Started {
  readonly id: string;
  /** The first is that of the purchase. */
  readonly lines: readonly { readonly id: string; readonly tool: string }[];
  /** The providers' payments: of two by one provider the first was closed, on the second there is money. */
  readonly attempts: readonly string[];
}

/** The providers' part of an order: its payments, of which the last is undecided in the shop. */
export interface Payer {
  readonly providers: readonly ('stripe' | 'paypal')[];
  readonly pay: (order: string, cents: number) => Promise<Started['attempts']>;
}

/** Orders that stand so, each of tools of its own, as the shop's services leave them. */
export async function startOrders(
  sql: Sql,
  { providers, pay }: Payer,
  start: StartState,
  count: number,
  now: Date,
): Promise<Started[]> {
  const at = now.toISOString();
  const isTaken = providers.at(-1) === 'paypal';
  const { state, holds, lines } = START_STATES[start];
  const cents = 5_000 * lines;
  const made: Started[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = randomUUID();
    const attempts = await pay(id, cents);
    const its = Array.from({ length: lines }, (_, place) => ({
      id: place === 0 ? id : randomUUID(),
      tool: randomUUID(),
    }));
    made.push({ id, lines: its, attempts });
  }
  await sql.begin(async (tx) => {
    const [person] = await tx`insert into person (email, name, role)
      values (${`${randomUUID()}@example.com`}, 'Sam', 'customer') returning id`;
    const rows = made.flatMap(({ id: purchase, lines }) =>
      lines.map((line, n) => ({ ...line, purchase, n: n + 1, last: n + 1 === lines.length })),
    );
    await tx`create temporary table line on commit drop as
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as it (id uuid, purchase uuid, tool uuid, n int, last boolean)`;
    await tx`create temporary table made on commit drop as select purchase as id from line where n = 1`;
    const isSoldOut = start.endsWith('sold out since');
    await tx`insert into tool (id, name, description, image, price, min_quantity, available)
      select tool, 'Hammer', 'A hammer', '/images/a.webp', 10, 5,
             case when ${holds}::boolean then 5 when ${isSoldOut}::boolean and last then 0 else 10 end from line`;
    await tx`insert into purchase (id, person_id, name, email, phone, address, state, lines, goods_cents, amount_cents,
        hold_until, created_at)
      select id, ${person?.id}::uuid, 'Sam', 'sam@example.com', '5550142200', 'A', ${state}::purchase_state, ${lines}::int,
             ${cents}::int, ${cents}::int, ${holds ? at : null}::timestamptz, ${at}::timestamptz from made`;
    await tx`insert into orders (id, purchase_id, purchase_state, line_no, person_id, tool_id, name, email, phone, address,
        tool_name, tool_image, unit_price, quantity, total_cents, state, hold_quantity, created_at)
      select id, purchase, ${state}::purchase_state, n, ${person?.id}::uuid, tool, 'Sam', 'sam@example.com', '5550142200',
             'A', 'Hammer', '/images/a.webp', 10, 5, 5000, line_state(${state}::purchase_state, 'unpaid', 5, 0, 0),
             ${holds ? 5 : 0}::int, ${at}::timestamptz from line`;
    await tx`insert into stock_move (tool_id, kind, delta) select tool, 'initial', 10 from line`;
    await tx`insert into stock_move (tool_id, order_id, hold_no, kind, delta) select tool, id, 1, 'hold', -5 from line`;
    if (!holds)
      await tx`insert into stock_move (tool_id, order_id, hold_no, kind, delta)
        select tool, id, 1, 'release', 5 from line`;
    if (isSoldOut)
      await tx`insert into stock_move (tool_id, kind, delta, person_id, reason)
        select tool, 'correction', -10, ${person?.id}::uuid, 'Sold in the yard' from line where last`;
    // What is being closed at PayPal, which closes nothing, is being taken. What is not held was given up then.
    const last = !holds ? 'cancelled' : isTaken && state !== 'unpaid' ? 'capturing' : 'open';
    const lastNo = providers.length;
    const payments = made.flatMap(({ id, attempts }) =>
      attempts.map((intent, n) => ({
        ...{ id, intent, no: n + 1, provider: providers[n], state: n + 1 === lastNo ? last : 'cancelled' },
        claimed: providers[n] === 'paypal' && (n + 1 < lastNo || last !== 'open') ? at : null,
      })),
    );
    await tx`insert into payment (order_id, attempt, idempotency_key, intent_id, amount_cents, state, provider, claimed_at,
        created_at)
      select id, no, 'pi:' || id || ':' || no, intent, ${cents}::int, state, provider, claimed, ${at}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(payments)}::text::jsonb)
          as it (id uuid, no int, intent text, state payment_state, provider payment_provider, claimed timestamptz)`;
    await tx`insert into audit (action, target) select 'order.placed', id from made`;
    if (state === 'cancelling' || state === 'cancelled')
      await tx`insert into audit (action, target) select ${`order.${state}`}::text, id from made`;
    if (state === 'changing')
      await tx`insert into purchase_wish (purchase_id, drop_orders, person_id)
        select purchase, array[id], ${person?.id}::uuid from line where last`;
    // Its own verdict comes last here, an hour later.
    if (state === 'cancelling' || state === 'expiring' || state === 'changing')
      await tx`insert into job (queue, kind, key, payload, run_at)
        select 'outbox', 'cancel-intent', 'cancel-intent:' || id || ':' || ${lastNo}::int, jsonb_build_object('orderId', id, 'attempt', ${lastNo}::int),
               ${at}::timestamptz + interval '50 minutes' from made`;
    if (last === 'capturing')
      await tx`insert into job (queue, kind, key, payload, run_at)
        select 'outbox', 'take-payment', 'take:' || id || ':' || ${lastNo}::int, jsonb_build_object('orderId', id, 'attempt', ${lastNo}::int),
               ${at}::timestamptz + interval '50 minutes' from made`;
  });
  return made;
}
