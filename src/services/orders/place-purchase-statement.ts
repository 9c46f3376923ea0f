import { type SQL, sql } from 'drizzle-orm';
import { MAX_PAYMENT } from '#model/kernel/money.ts';
import { HOLD_MINUTES } from '#model/orders/order-life.ts';
import { PAYING_MINUTES, type PromiseWay } from '#model/orders/promise.ts';
import { MAX_PURCHASE_LINES } from '#model/purchases/purchase-life.ts';
import { writeStock } from '../inventory/lock-tools.ts';
import { keepStatement } from '../kernel/named-statement.ts';
import type { Messages } from '../kernel/post.ts';
import { emailConfirmed, offerUsed } from './first-order-offer.ts';
import { holdMinutes, isTrusted, UNPAID } from './unpaid-limits.ts';

/** What both ways of placing take. */
interface Common extends Record<string, unknown> {
  readonly person: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly poNumber: string | null;
  readonly job: string | null;
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
  /** What was shown, in cents; null for any. */
  readonly amount: number | null;
}

interface Wanted extends Common {
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
}

interface Promised extends Common {
  readonly promise: string;
  readonly way: PromiseWay;
  /** The last day on which a delivery is waited for; null for any. */
  readonly waitUntil: string | null;
  /** Null where it is placed by a link. */
  readonly actor: string | null;
}

const MAIL = 'mail.order-placed' satisfies keyof Messages;

type Value = (name: keyof Common & string) => SQL;

/** In what the two ways of placing differ. */
interface Parts {
  /** `asked`, the lines that are wanted, and what is read before any tool is locked. */
  readonly asked: SQL;
  /** Whether a tool is among them. */
  readonly isAsked: (tool: SQL) => SQL;
  /** `its`: what a line costs and takes, of `asked` and the locked tool `t`. */
  readonly its: SQL;
  /** Which lines remain, their numbers, and why the tool or its price does not fit. */
  readonly remains: SQL;
  readonly lineNo: SQL;
  readonly unfit: SQL;
  /** Why nothing is placed, before all else. */
  readonly first: SQL;
  /** What is written besides. */
  readonly besides: SQL;
  readonly promise: SQL;
  readonly actor: SQL;
  /** Whether somebody else pays it, by a link: its customer is then written to only once they had the time for it. */
  readonly byLink: SQL;
}

/**
 * Places all lines or none, and answers why. Who waits for a delivery comes first: only what is free is taken, in whole
 * packs where the rest waits. Tools are locked in the order of their ids, so that two buyers never wait for
 * each other; what is written of a tool is what was locked, not what the statement saw before it waited.
 */
function placing(value: Value, parts: Parts): SQL {
  const { asked, isAsked, its, remains, lineNo, unfit, first, besides } = parts;
  const int = (name: keyof Common & string): SQL => sql`${value(name)}::int`;
  const person = sql`${value('person')}::uuid`;
  const network = sql`${value('network')}::bytea`;
  const now = sql`${value('now')}::timestamptz`;
  const limitsNewcomers = sql`(${int('maxUnconfirmed')} > 0 and not k.trusted)`;
  const placed = sql`${int('maxLines')} > 0 or ${int('stockPercent')} > 0 or ${int('maxUnconfirmed')} > 0`;
  return sql`
  with ${asked},
  locked as materialized (
    select id, name, image, price, min_quantity, pack, step_from, step_price, available, waiting, restock_at,
           backorder_limit, deleted_at, greatest(available - waiting, 0) as free from tool
     where ${isAsked(sql`id`)} and not exists (select from earlier) order by id for no key update),
  own as materialized (
    select tool_id, sum(hold_quantity)::int as held from purchase join orders on purchase_id = purchase.id
     where purchase.person_id = ${person} and purchase.${UNPAID} and ${int('stockPercent')} > 0
       and ${isAsked(sql`tool_id`)} group by tool_id),
  k as materialized (
    select case when ${offerUsed(person)} or (${value('confirmedOnly')}::boolean and not ${emailConfirmed(person)})
                then 0 else ${int('offerPercent')} end as percent,
           ${int('maxUnconfirmed')} = 0 or ${isTrusted(person)} as trusted, unpaid.*,
           case when ${int('maxOfNetwork')} > 0
                then (select count(*) from purchase where network = ${network} and ${UNPAID}) else 0 end as together
      from (select count(*)::int as unpaid, coalesce(sum(lines), 0)::int as unpaid_lines from purchase
             where (${placed}) and person_id = ${person} and ${UNPAID}) unpaid),
  judged as materialized (
    select ${lineNo} as line_no, line_no as asked_no, tool_id, its.quantity, name, image,
           available, waiting, free, restock_at, taken, min_quantity, pack, unit, coalesce(held, 0) as held,
           unit::bigint * its.quantity * 100 as goods, its.guard,
           case ${unfit}
                when taken < its.quantity and (may_wait and restock_at >= ${value('today')}::date
                     and restock_at <= coalesce(wait_until, restock_at)
                     and waiting + its.quantity - taken <= backorder_limit
                     and its.quantity - taken <= coalesce(wait_most, its.quantity)) is not true then 'out_of_stock'
                when held > 0 and (held + its.quantity)::bigint * 100 > ${int('stockPercent')} * (free + held)::bigint
                  then 'too_much_unpaid' end as refused
      from asked left join locked t on t.id = tool_id left join own using (tool_id), lateral (${its}) its
     where ${remains}),
  whole as materialized (
    select sums.*, k.*, off, goods - guard - off as amount,
           case ${first}
                when lines not between 1 and ${MAX_PURCHASE_LINES}::int then 'too_many_lines'
                when unfit > 0 then 'lines_refused'
                when ${limitsNewcomers} and (unpaid >= ${int('maxUnconfirmed')}
                     or unpaid_lines + lines > ${int('maxUnconfirmedLines')}) then 'unconfirmed_unpaid'
                when ${int('maxLines')} > 0 and unpaid_lines + lines > ${int('maxLines')} then 'too_many_unpaid'
                when ${limitsNewcomers} and ${int('maxOfNetwork')} > 0 and together >= ${int('maxOfNetwork')}
                  then 'unconfirmed_network'
                when refused > 0 then 'lines_refused'
                when goods - guard - off > ${MAX_PAYMENT}::bigint then 'amount_too_large'
                when goods - guard - off <> ${value('amount')}::bigint then 'amount_differs' end as verdict
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
  written as materialized (
    select ${writeStock(sql`available - taken`, sql`waiting + quantity - taken`)} from shared),
  p as (
    insert into purchase (id, person_id, name, email, phone, address, lines, goods_cents, guard_cents, discount_cents,
                          amount_cents, offer, hold_until, created_at, unpaid_place, network, network_place, po_number, job,
                          promise_id)
    select gen_random_uuid(), ${person}, ${value('name')}, ${value('email')}, ${value('phone')}, ${value('address')},
           lines, goods, guard, off, amount, off > 0,
           ${now} + make_interval(mins => case when ${int('maxUnconfirmed')} > 0 then ${holdMinutes(sql`k.trusted`)} else ${HOLD_MINUTES} end),
           ${now}, case when ${placed} then ${lowestFree(sql`person_id = ${person}`, sql`unpaid_place`)} end,
           case when ${int('maxOfNetwork')} > 0 and not k.trusted then ${network} end,
           case when ${int('maxOfNetwork')} > 0 and not k.trusted then ${lowestFree(sql`network = ${network}`, sql`network_place`)} end,
           ${value('poNumber')}, ${value('job')}, ${parts.promise}
      from whole k where verdict is null
    returning *),
  o as (
    insert into orders (id, purchase_id, purchase_state, line_no, person_id, tool_id, name, email, phone, address,
                        tool_name, tool_image, unit_price, quantity, total_cents, guard_cents, discount_cents,
                        hold_quantity, waiting, from_delivery, queue_no, promised_at, hold_no, created_at)
    select case when line_no = 1 then p.id else gen_random_uuid() end, p.id, p.state, line_no, p.person_id, s.tool_id,
           p.name, p.email, p.phone, p.address, s.name, s.image, unit, quantity, goods, guard, off, taken, quantity - taken, quantity - taken,
           case when taken < quantity then nextval('line_queue') end, case when taken < quantity then restock_at end,
           (taken > 0)::int, p.created_at
      from p cross join shared s order by line_no
    returning id, line_no, tool_id, hold_quantity, hold_no),
  m as (
    insert into stock_move (tool_id, order_id, hold_no, kind, delta)
    select tool_id, id, hold_no, 'hold', -hold_quantity from o where hold_quantity > 0),
  a as (
    insert into audit (actor, action, target) select ${parts.actor}, 'order.placed', id from p),
  x as (
    insert into job (queue, kind, key, payload, run_at)
    select 'mail', ${MAIL}::text, ${MAIL}::text || ':' || id,
           jsonb_strip_nulls(jsonb_build_object('orderId', id, 'byLink', nullif(by_link, false))),
           case when by_link then ${now} + make_interval(mins => ${PAYING_MINUTES}::int) else now() end
      from p, (select ${parts.byLink} as by_link) its),
  ${besides}
  select verdict, amount, unpaid, unpaid_lines as "unpaidLines", p.id as purchase,
         (select jsonb_agg(id order by line_no) from o) as lines,
         case when verdict = 'lines_refused' then (
           select jsonb_agg(jsonb_build_object('line', asked_no, 'code', judged.refused, 'available', free, 'held', held,
                                               'least', min_quantity, 'pack', pack, 'price', unit) order by asked_no)
             from judged where judged.refused is not null) end as refused
    from whole left join p on true, written`;
}

/** Lines as somebody has just seen them. */
export const placeStatement = keepStatement<Wanted>('place-purchase', (value) => {
  const person = sql`${value('person')}::uuid`;
  const key = sql`${value('key')}::text`;
  return placing(value, {
    asked: sql`asked as materialized (
    select line_no::int, tool_id, quantity, seen, may_wait, wait_most, wait_until
      from unnest(${value('tools')}::uuid[], ${value('quantities')}::int[], ${value('prices')}::int[], ${value('waits')}::boolean[],
                  ${value('waitMost')}::int[], ${value('waitUntil')}::date[])
           with ordinality as line (tool_id, quantity, seen, may_wait, wait_most, wait_until, line_no)),
  earlier as materialized (select from idempotency where person_id = ${person} and key = ${key})`,
    isAsked: (tool) => sql`${tool} = any (${value('tools')}::uuid[])`,
    its: sql`select asked.quantity, unit_price(asked.quantity, price, step_from, step_price) as unit,
                    price_guard(asked.quantity, price, step_from, step_price) * 100 as guard,
                    case when free >= asked.quantity then asked.quantity else free - free % pack end as taken`,
    remains: sql`true`,
    lineNo: sql`line_no`,
    unfit: sql`when t.id is null or deleted_at is not null then 'tool_gone'
                when cardinality(array_positions(${value('tools')}::uuid[], asked.tool_id)) > 1 then 'tool_twice'
                when unit <> seen then 'price_changed'
                when its.quantity < min_quantity then 'quantity_below_minimum'
                when its.quantity % pack <> 0 then 'not_whole_packs'`,
    first: sql`when exists (select from earlier) then 'replayed'`,
    besides: sql`i as (
    insert into idempotency (person_id, key, body_hash, order_id)
    select ${person}, ${key}, ${value('bodyHash')}::bytea, id from p where ${key} is not null)`,
    promise: sql`null::uuid`,
    actor: person,
    byLink: sql`false`,
  });
});

/**
 * The lines of a price promise, once. Its row is locked before the tools, so that of many who accept it one finds it
 * sent. Of each line the promised amount is the most that it costs; less where it costs less today. With the way `leave`
 * a line has the pieces that are here. Minimum and packs are those of the day when it was promised.
 */
export const placePromiseStatement = keepStatement<Promised>('place-promise', (value) => {
  const way = sql`${value('way')}::text`;
  const promise = sql`${value('promise')}::uuid`;
  return placing(value, {
    asked: sql`promise as materialized (
    select id, state = 'sent' and valid_until >= ${value('now')}::timestamptz as good from price_promise
     where id = ${promise} for no key update),
  earlier as materialized (select from promise where not good),
  asked as materialized (
    select line_no, tool_id, line.quantity, unit_price as promised, guard_cents as promised_guard,
           ${way} = 'wait' as may_wait, null::int as wait_most, ${value('waitUntil')}::date as wait_until
      from promise join price_promise_line line on promise_id = promise.id and good)`,
    isAsked: (tool) => sql`${tool} in (select tool_id from asked)`,
    its: sql`select wanted as quantity, taken, case when today < held_to then each else promised end as unit,
                    case when today < held_to then each::bigint * wanted * 100 - today
                         else promised::bigint * wanted * 100 - held_to end as guard
               from (select case when deleted_at is not null then 0 when free >= asked.quantity then asked.quantity
                                 else free - free % pack end as taken) its,
                    lateral (select case when ${way} = 'leave' then coalesce(taken, 0) else asked.quantity end as wanted) part,
                    lateral (select unit_price(wanted, price, step_from, step_price) as each,
                                    unit_price(wanted, price, step_from, step_price)::bigint * wanted * 100
                                      - price_guard(wanted, price, step_from, step_price) * 100 as today,
                                    least(promised::bigint * wanted * 100,
                                          promised::bigint * asked.quantity * 100 - promised_guard) as held_to) sums`,
    remains: sql`its.quantity > 0`,
    lineNo: sql`row_number() over (order by line_no)::int`,
    unfit: sql`when t.id is null or deleted_at is not null then 'tool_gone'`,
    first: sql`when exists (select from earlier) or not exists (select from promise) then 'promise_over'
                when lines = 0 then 'lines_refused'`,
    besides: sql`accepted as (
    update price_promise set state = 'accepted' from p where price_promise.id = p.promise_id)`,
    promise,
    actor: sql`${value('actor')}::uuid`,
    byLink: sql`${value('actor')}::uuid is null`,
  });
});

/** The lowest free number among unpaid purchases. Its unique index lets only one of two have it. */
function lowestFree(owned: SQL, placeColumn: SQL): SQL {
  return sql`
    (select min(place) from generate_series(1, 1 + (select count(*) from purchase where ${owned} and ${UNPAID})) as place
      where not exists (select from purchase where ${owned} and ${placeColumn} = place and ${UNPAID}))`;
}
