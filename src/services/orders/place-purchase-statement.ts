import { type SQL, sql } from 'drizzle-orm';
import { MAX_PAYMENT } from '#model/kernel/money.ts';
import { HOLD_MINUTES } from '#model/orders/order-life.ts';
import { MAX_PURCHASE_LINES } from '#model/purchases/purchase-life.ts';
import { keepStatement } from '../kernel/named-statement.ts';
import type { Messages } from '../kernel/post.ts';
import { emailConfirmed, offerUsed } from './first-order-offer.ts';
import { holdMinutes } from './renew-hold.ts';
import { freeNetworkPlace, freePlace, isTrusted, UNPAID } from './unpaid-limits.ts';

interface Values extends Record<string, unknown> {
  readonly person: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly poNumber: string | null;
  readonly job: string | null;
  readonly tools: readonly string[];
  readonly quantities: readonly number[];
  /** What the buyer saw, in dollars for one piece. */
  readonly prices: readonly number[];
  /** Whether what is missing may wait for the next delivery. */
  readonly waits: readonly boolean[];
  /** How many pieces may wait at most, and until which day; null for as many as the tool allows. */
  readonly waitMost: readonly (number | null)[];
  readonly waitUntil: readonly (string | null)[];
  readonly key: string | null;
  readonly bodyHash: Buffer;
  readonly now: string;
  /** The day before which no delivery is promised. */
  readonly today: string;
  readonly offerPercent: number;
  readonly confirmedOnly: boolean;
  /** Limits: 0 switches one off. */
  readonly maxLines: number;
  readonly stockPercent: number;
  readonly network: Buffer;
  readonly maxUnconfirmed: number;
  readonly maxUnconfirmedLines: number;
  readonly maxOfNetwork: number;
}

const MAIL = 'mail.order-placed' satisfies keyof Messages;

/**
 * Places all lines or none, and answers why. Who waits for a delivery comes first: only what is free is taken, in whole
 * packs where the rest waits. Tools are locked in the order of their ids, so that two buyers never wait for
 * each other; what is written of a tool is what was locked, not what the statement saw before it waited.
 */
export const placeStatement = keepStatement<Values>('place-purchase', (value) => {
  const int = (name: keyof Values & string): SQL => sql`${value(name)}::int`;
  const person = sql`${value('person')}::uuid`;
  const network = sql`${value('network')}::bytea`;
  const now = sql`${value('now')}::timestamptz`;
  const key = sql`${value('key')}::text`;
  const limitsNewcomers = sql`(${int('maxUnconfirmed')} > 0 and not k.trusted)`;
  const placed = sql`${int('maxLines')} > 0 or ${int('stockPercent')} > 0 or ${int('maxUnconfirmed')} > 0`;
  return sql`
  with asked as materialized (
    select line_no::int, tool_id, quantity, seen, may_wait, wait_most, wait_until
      from unnest(${value('tools')}::uuid[], ${value('quantities')}::int[], ${value('prices')}::int[], ${value('waits')}::boolean[],
                  ${value('waitMost')}::int[], ${value('waitUntil')}::date[])
           with ordinality as line (tool_id, quantity, seen, may_wait, wait_most, wait_until, line_no)),
  earlier as materialized (select from idempotency where person_id = ${person} and key = ${key}),
  locked as materialized (
    select id, name, image, price, min_quantity, pack, step_from, step_price, available, waiting, restock_at,
           backorder_limit, deleted_at, greatest(available - waiting, 0) as free from tool
     where id = any (${value('tools')}::uuid[]) and not exists (select from earlier) order by id for no key update),
  own as materialized (
    select tool_id, sum(hold_quantity)::int as held from purchase join orders on purchase_id = purchase.id
     where purchase.person_id = ${person} and purchase.${UNPAID} and ${int('stockPercent')} > 0
       and tool_id = any (${value('tools')}::uuid[]) group by tool_id),
  k as materialized (
    select case when ${offerUsed(person)} or (${value('confirmedOnly')}::boolean and not ${emailConfirmed(person)})
                then 0 else ${int('offerPercent')} end as percent,
           ${int('maxUnconfirmed')} = 0 or ${isTrusted(person)} as trusted, unpaid.*,
           case when ${int('maxOfNetwork')} > 0
                then (select count(*) from purchase where network = ${network} and ${UNPAID}) else 0 end as together
      from (select count(*)::int as unpaid, coalesce(sum(lines), 0)::int as unpaid_lines from purchase
             where (${placed}) and person_id = ${person} and ${UNPAID}) unpaid),
  judged as materialized (
    select line_no, tool_id, quantity, name, image, available, waiting, free, restock_at, taken, min_quantity, pack, unit,
           coalesce(held, 0) as held,
           unit::bigint * quantity * 100 as goods, price_guard(quantity, price, step_from, step_price) * 100 as guard,
           case when t.id is null or deleted_at is not null then 'tool_gone'
                when count(*) over (partition by asked.tool_id) > 1 then 'tool_twice'
                when unit <> seen then 'price_changed'
                when quantity < min_quantity then 'quantity_below_minimum'
                when quantity % pack <> 0 then 'not_whole_packs'
                when taken < quantity and (may_wait and restock_at >= ${value('today')}::date
                     and restock_at <= coalesce(wait_until, restock_at)
                     and waiting + quantity - taken <= backorder_limit
                     and quantity - taken <= coalesce(wait_most, quantity)) is not true then 'out_of_stock'
                when held > 0 and (held + quantity)::bigint * 100 > ${int('stockPercent')} * (free + held)::bigint
                  then 'too_much_unpaid' end as refused
      from asked left join locked t on t.id = tool_id left join own using (tool_id),
           lateral (select unit_price(quantity, price, step_from, step_price) as unit,
                           case when free >= quantity then quantity else free - free % pack end as taken) its),
  whole as materialized (
    select sums.*, k.*, off, goods - guard - off as amount,
           case when exists (select from earlier) then 'replayed'
                when lines not between 1 and ${MAX_PURCHASE_LINES}::int then 'too_many_lines'
                when unfit > 0 then 'lines_refused'
                when ${limitsNewcomers} and (unpaid >= ${int('maxUnconfirmed')}
                     or unpaid_lines + lines > ${int('maxUnconfirmedLines')}) then 'unconfirmed_unpaid'
                when ${int('maxLines')} > 0 and unpaid_lines + lines > ${int('maxLines')} then 'too_many_unpaid'
                when ${limitsNewcomers} and ${int('maxOfNetwork')} > 0 and together >= ${int('maxOfNetwork')}
                  then 'unconfirmed_network'
                when refused > 0 then 'lines_refused'
                when goods - guard - off > ${MAX_PAYMENT}::bigint then 'amount_too_large' end as verdict
      from (select count(*)::int as lines, sum(goods)::bigint as goods, sum(guard)::bigint as guard,
                   count(refused) as refused, count(refused) filter (where refused <> 'too_much_unpaid') as unfit
              from judged) sums, k,
           lateral (select ((goods - guard) * k.percent + 50) / 100 as off) offered),
  shared as materialized (
    select part.*, floor_cents + (row_number() over (order by rest desc, line_no)
                                  <= whole_off - sum(floor_cents) over ())::int as off
      from (select judged.*, whole.off as whole_off,
                   (judged.goods - judged.guard) * whole.off / (whole.goods - whole.guard) as floor_cents,
                   (judged.goods - judged.guard) * whole.off % (whole.goods - whole.guard) as rest
              from judged, whole where verdict is null) part),
  taken as (
    update tool set available = shared.available - taken, waiting = shared.waiting + quantity - taken
      from shared where tool.id = tool_id),
  p as (
    insert into purchase (id, person_id, name, email, phone, address, lines, goods_cents, guard_cents, discount_cents,
                          amount_cents, offer, hold_until, created_at, unpaid_place, network, network_place, po_number, job)
    select gen_random_uuid(), ${person}, ${value('name')}, ${value('email')}, ${value('phone')}, ${value('address')},
           lines, goods, guard, off, amount, off > 0,
           ${now} + make_interval(mins => case when ${int('maxUnconfirmed')} > 0 then ${holdMinutes(sql`k.trusted`)} else ${HOLD_MINUTES} end),
           ${now}, case when ${placed} then ${freePlace(person)} end,
           case when ${int('maxOfNetwork')} > 0 and not k.trusted then ${network} end,
           case when ${int('maxOfNetwork')} > 0 and not k.trusted then ${freeNetworkPlace(network)} end,
           ${value('poNumber')}, ${value('job')}
      from whole k where verdict is null
    returning *),
  o as (
    insert into orders (id, purchase_id, purchase_state, line_no, person_id, tool_id, name, email, phone, address,
                        tool_name, tool_image, unit_price, quantity, total_cents, guard_cents, discount_cents,
                        hold_quantity, waiting, queue_no, promised_at, hold_no, created_at, hold_until, unpaid_place,
                        network, network_place)
    select case when line_no = 1 then p.id else gen_random_uuid() end, p.id, p.state, line_no, p.person_id, s.tool_id,
           p.name, p.email, p.phone, p.address, s.name, s.image, unit, quantity, goods, guard, off, taken, quantity - taken,
           case when taken < quantity then nextval('line_queue') end, case when taken < quantity then restock_at end,
           (taken > 0)::int, p.created_at, former.*
      from p cross join shared s
      -- Read by the previous version, which knows purchases of one line.
      left join lateral (select hold_until, unpaid_place, network, network_place where p.lines = 1) former on true
     order by line_no
    returning id, line_no, tool_id, hold_quantity, hold_no),
  m as (
    insert into stock_move (tool_id, order_id, hold_no, kind, delta)
    select tool_id, id, hold_no, 'hold', -hold_quantity from o where hold_quantity > 0),
  a as (
    insert into audit (actor, action, target) select ${person}, 'order.placed', id from p),
  x as (
    insert into job (queue, kind, key, payload)
    select 'mail', ${MAIL}::text, ${MAIL}::text || ':' || id, jsonb_build_object('orderId', id) from p),
  i as (
    insert into idempotency (person_id, key, body_hash, order_id)
    select ${person}, ${key}, ${value('bodyHash')}::bytea, id from p where ${key} is not null)
  select verdict, unpaid, unpaid_lines as "unpaidLines", p.id as purchase,
         (select jsonb_agg(id order by line_no) from o) as lines,
         case when verdict = 'lines_refused' then (
           select jsonb_agg(jsonb_build_object('line', line_no, 'code', judged.refused, 'available', free, 'held', held,
                                               'least', min_quantity, 'pack', pack, 'price', unit) order by line_no)
             from judged where judged.refused is not null) end as refused
    from whole left join p on true`;
});
