import { type SQL, sql } from 'drizzle-orm';
import { HOLD_MINUTES } from '#model/orders/order-life.ts';
import { MAX_LISTS } from '#model/orders/saved-lists.ts';
import { MAX_PURCHASE_LINES, PURCHASE_LIFE, type PurchaseState } from '#model/purchases/purchase-life.ts';
import { LEAD } from '#platform/jobs/lead.ts';
import { type QueriedInvariant, REPORT } from './invariant.ts';
import { MONEY_INVARIANTS } from './money-invariants.ts';

export const breachesQuery = (now: Date): SQL =>
  sql.join(
    INVARIANTS.map(({ name, query }) => sql`select ${name}::text as name, id from (${query(now)}) broken`),
    sql` union all `,
  );

// The purchase's state after an audited action. Other actions say nothing about it.
const STATE_AFTER: Partial<Record<string, PurchaseState>> = {
  'order.placed': 'unpaid',
  'order.paid': 'paid',
  'order.cancelling': 'cancelling',
  'order.cancelled': 'cancelled',
  'order.refund_due': 'refund_due',
  'order.refunded': 'refunded',
  'order.review': 'review',
  'order.resumed': 'paid',
  'order.resumed_shipped': 'paid',
  'order.refund_decided': 'refund_due',
  'order.closed': 'refunded',
};

/** The audit shows neither `expiring` nor `changing`: such a purchase counts as unpaid. */
const CLOSING: readonly PurchaseState[] = ['expiring', 'changing'];
const MOVES = (Object.keys(PURCHASE_LIFE) as PurchaseState[]).flatMap((from) =>
  PURCHASE_LIFE[from].map((to) => `${CLOSING.includes(from) ? 'unpaid' : from}>${to}`),
);

/** Minutes by which two machines may differ. */
const CLOCKS_APART = 5;

const literals = (texts: readonly string[]): SQL =>
  sql.join(
    texts.map((text) => sql`${text}::text`),
    sql`, `,
  );

const HISTORY = sql`
  select audit.id as row, audit.target as id, told.state,
         lag(told.state) over (partition by audit.target order by audit.id) as before,
         lead(told.state) over (partition by audit.target order by audit.id) as after
    from audit join (values ${sql.join(
      Object.entries(STATE_AFTER).map(([action, state]) => sql`(${action}::text, ${state}::text)`),
      sql`, `,
    )}) as told (action, state) on told.action = audit.action`;

export const RENEW_SEARCH = '--renew-search';

export const INVARIANTS: readonly QueriedInvariant[] = [
  ...MONEY_INVARIANTS,
  {
    name: 'stock is the sum of its moves',
    meaning: "A tool's available pieces are what its stock moves add up to, and never less than none.",
    remedy: `Compare the tool's stock moves with its orders, then write the missing move as a correction. ${REPORT}`,
    query: () => sql`select id::text
      from tool left join (select tool_id, sum(delta) as moved from stock_move group by 1) moves on tool_id = id
     where available < 0 or available <> coalesce(moved, 0)`,
  },
  {
    name: 'no piece appears or vanishes',
    meaning: 'What is available, held and sold of a tool is what was put into the shop.',
    remedy: REPORT,
    query: () => sql`select id::text
      from tool
      left join (select tool_id, sum(hold_quantity) as held from orders group by 1) holds on holds.tool_id = id
      left join (select tool_id, sum(delta) as added from stock_move where order_id is null group by 1) moves on moves.tool_id = id
     where available + coalesce(held, 0) <> coalesce(added, 0)`,
  },
  {
    name: 'who waits is counted',
    meaning: 'The pieces of a tool that are said to wait for its next delivery are those that its orders wait for.',
    remedy: REPORT,
    query: () => sql`select id::text
      from tool left join (select tool_id, sum(waiting) as pieces from orders group by 1) its on tool_id = id
     where waiting <> coalesce(pieces, 0)`,
  },
  {
    name: 'who waits first is served first',
    meaning: 'No piece lies idle that somebody waits for, and nobody is served before those who asked earlier.',
    remedy:
      'Correct the stock of the tool by −1, then by +1: whoever waits is then served. A restock would end its delivery day.',
    query: () => sql`select id::text from tool
     where waiting > 0 and available >= (select least(orders.waiting, pack) from orders
                                          where tool_id = tool.id and orders.waiting > 0 order by queue_no limit 1)
       and not exists (select from job where kind = 'allocate' and done_at is null and dead_at is null
                        and payload ->> 'toolId' = tool.id::text)
      union all select served.id::text from orders first join orders served using (tool_id)
       where first.waiting > 0 and served.waiting < greatest(served.from_delivery, 1) and served.queue_no > first.queue_no`,
  },
  {
    name: 'who asked hears of what is here',
    meaning: 'As soon as as many pieces of a tool are free as somebody asked to be told of, they are told.',
    remedy:
      'Correct the stock of the tool by −1, then by +1: they are then told. A restock would end its delivery day.',
    query: () => sql`select stock_watch.id::text from stock_watch join tool on tool.id = tool_id
      where deleted_at is null and pieces <= available - waiting
            and not exists (select from job where kind = 'tell-watchers' and done_at is null and dead_at is null
                             and payload ->> 'toolId' = tool.id::text)`,
  },
  {
    name: 'no piece is given up twice',
    meaning: 'The pieces of an order that were given up are those of its refunds, or all when it was taken out unpaid.',
    remedy: REPORT,
    query: () => sql`select orders.id::text from orders
        left join (select target, count(*) as times from audit where action = 'order.line_dropped' group by target) dropped
          on target = orders.id::text
        left join (select order_id, sum(quantity) as pieces from refund_line group by 1) back on back.order_id = orders.id
       where given_up <> case when times > 0 then quantity else coalesce(back.pieces, 0) end
          or times > 1 or times > 0 and (hold_quantity > 0 or state <> 'cancelled')`,
  },
  {
    name: 'what was shipped is in a shipment',
    meaning:
      'The pieces of an order that have left are those of its shipments, but for those that came back, and the audit shows each.',
    remedy: REPORT,
    query: () => sql`
      select orders.id::text from orders
        left join (select order_id, count(*) as lines, sum(quantity) as pieces from shipment_line group by 1) sent
          on sent.order_id = orders.id
        left join (select order_id, sum(of_shipped) as pieces from refund_line group by 1) back on back.order_id = orders.id
        left join (select target, sum(case action when 'order.shipped' then 1 else -1 end) as lines from audit
                    where action in ('order.shipped', 'order.shipping_undone') group by 1) told on told.target = orders.id::text
       where hold_quantity + waiting + given_up = quantity
         and (shipped_quantity <> coalesce(sent.pieces, 0) - coalesce(back.pieces, 0)
           or coalesce(sent.lines, 0) <> coalesce(told.lines, 0))`,
  },
  {
    name: 'a purchase and its orders agree',
    meaning: 'Every order is a line of a purchase, which has their number, their sums, and their state.',
    remedy: REPORT,
    query: () => sql`
      select purchase.id::text from purchase
        left join (select purchase_id, count(*) as lines, sum(total_cents) as goods, sum(guard_cents) as guard,
                          sum(discount_cents) as discount, bool_or(hold_quantity + waiting > 0) as held,
                          bool_and(hold_quantity + waiting = quantity - given_up) as whole
                     from orders where state <> 'cancelled' or given_up < quantity group by 1) its on its.purchase_id = purchase.id
       where (purchase.lines, goods_cents, guard_cents, discount_cents)
               is distinct from (coalesce(its.lines, 0)::int, coalesce(its.goods, 0)::bigint, coalesce(its.guard, 0)::bigint,
                                 coalesce(its.discount, 0)::bigint)
          or amount_cents <> goods_cents - guard_cents - discount_cents
          or (state in ('unpaid', 'expiring', 'cancelling', 'cancelled')
              and (coalesce(held, false) <> (hold_until is not null) or held and not whole))
          or (state not in ('changing', 'expiring') and exists (select from purchase_wish where purchase_id = purchase.id))
      union all select orders.id::text from orders left join purchase on purchase.id = purchase_id
       where purchase.id is null or purchase_state <> purchase.state
          or orders.state <> line_state(purchase_state, orders.state, quantity, shipped_quantity, given_up)`,
  },
  {
    name: 'a hold ends within the hour',
    meaning:
      'Unpaid pieces are kept from others for an hour at most, unless their buyer asks again, and a running shop takes them back.',
    remedy: `Look for "hold could not be ended" in the log, and start the shop anew. ${REPORT}`,
    query: (now) => sql`select id::text from purchase, (select ${now.toISOString()}::timestamptz as now) clock
      where state = 'unpaid' and (hold_until > now + make_interval(mins => ${HOLD_MINUTES + CLOCKS_APART})
        or hold_until < now - interval '1 hour'
           and exists (select from job where key = ${LEAD} and run_at < now - interval '1 hour' and locked_until > now))`,
  },
  {
    name: 'what was shipped was paid and held',
    meaning: 'Pieces leave after their payment, and stay taken out of the stock.',
    remedy: 'Stop the shipment if that is still possible, and look into the audit rows of the id.',
    query: () => sql`select id::text from orders where shipped_quantity > hold_quantity
      or shipped_quantity > 0 and purchase_state not in ('paid', 'invoiced', 'review', 'refund_due', 'refunded')`,
  },
  {
    name: 'the offer is given once',
    meaning: 'No customer has the first-order offer in two purchases that are unpaid or paid.',
    remedy: REPORT,
    query: () => sql`select 'customer ' || person_id as id from purchase
      where offer and state in ('unpaid', 'changing', 'cancelling', 'expiring', 'paid') group by person_id having count(*) > 1`,
  },
  {
    name: 'a price promise is kept, once',
    meaning:
      'A promise that was accepted has one purchase, no other has any, and no line of it costs more than was promised.',
    remedy:
      'Give back what was charged beyond the promise. Two purchases of one promise: cancel the one that is not paid.',
    query: () => sql`
      select promise.id::text from price_promise promise
       where (select count(*) from purchase where promise_id = promise.id) <> case when promise.state = 'accepted' then 1 else 0 end
      union all select orders.id::text from orders join purchase on purchase.id = purchase_id
        left join price_promise_line line on line.promise_id = purchase.promise_id and line.tool_id = orders.tool_id
       where purchase.promise_id is not null
         and (total_cents - orders.guard_cents > least(line.unit_price::bigint * orders.quantity,
                line.unit_price::bigint * line.quantity - line.guard_cents / 100) * 100) is not false`,
  },
  {
    name: 'prices by quantity fall',
    meaning:
      "A tool's price steps begin above its minimum, come in whole packs, and each is cheaper than the one before.",
    remedy: "Correct the tool's price steps in Manage Tools.",
    query: () => sql`select id::text from tool where not is_ladder(price, min_quantity, pack, step_from, step_price)`,
  },
  {
    name: 'what has ended holds nothing',
    meaning: 'A cancelled or refunded order keeps no pieces from others and waits for none.',
    remedy: REPORT,
    query: () =>
      sql`select id::text from orders where state in ('cancelled', 'refunded') and hold_quantity + waiting > 0`,
  },
  {
    name: 'orders and their audit agree on who exists',
    meaning: 'Every order that was acknowledged is there, and every order that is there was placed by somebody.',
    remedy: 'An order was removed or added past the shop: restore the last backup beside the shop and compare.',
    query: () => sql`(select target as id from audit where action = 'order.placed'
                        and not exists (select from purchase where purchase.id::text = audit.target))
      union all (select id::text from purchase where not exists
        (select from audit where action = 'order.placed' and audit.target = purchase.id::text))`,
  },
  {
    name: 'each hold is taken once and given back once',
    meaning:
      'The stock moves of an order are its holds in turn: one taken and given back, the last perhaps still held.',
    remedy: REPORT,
    query: () => sql`select id::text from orders where hold_quantity <>
        (select coalesce(-sum(delta), 0) from stock_move where order_id = orders.id)
      or hold_no <> (select count(*) from stock_move where order_id = orders.id and kind = 'hold')
                    + (select count(*) from refund_line where order_id = orders.id)
      or exists (select from stock_move where order_id = orders.id group by hold_no, kind having count(*) > 1)`,
  },
  {
    name: 'nothing that must leave lies about',
    meaning: 'Every message and every event is done, given up with an alarm, or due again within the hour.',
    remedy:
      'If the shop is not running, start it: it goes on by itself. Else read last_error of the row in the table job: docs/operations.md says how to ask the database.',
    query: (now) => sql`select queue || ' ' || id as id from job where done_at is null and dead_at is null
      and greatest(run_at, locked_until) > ${now.toISOString()}::timestamptz + interval '1 hour'`,
  },
  {
    name: 'orders move along their table',
    meaning: "Every move of an order that the audit shows is one of the shop's, and the last one is where it stands.",
    remedy: 'The order was changed past the shop, or the shop has a fault: look into the audit rows of the id.',
    query: () => sql`
      select history.id from (${HISTORY}) history left join purchase on purchase.id::text = history.id
        where (before is null and history.state <> 'unpaid')
           or (before is not null and before || '>' || history.state not in (${literals(MOVES)}))
           or (after is null and history.state
               <> case when purchase.state::text in (${literals(CLOSING)}) then 'unpaid' else purchase.state::text end)`,
  },
  {
    name: 'lists and searches know every tool',
    meaning: 'What is kept beside the tools, to find and count them by, is what the tools say.',
    remedy: `Run "npm run doctor -- ${RENEW_SEARCH}": it writes anew what differs, in an open shop too; meanwhile orders wait.`,
    query: () => sql`
      (select 'tool number ' || coalesce(listed.seq, kept.seq) as id
         from listed_tools() listed full join tool_search kept on kept.seq = listed.seq
        where listed is distinct from kept)
      union all (select 'tool number ' || coalesce(listed.seq, kept.seq)
         from listed_tools() listed full join tool_stock kept on kept.seq = listed.seq
        where listed.available is distinct from kept.available)
      union all (select 'prices ' || id from price_ladder
        where ceiling <> ceiling_of(step_from, step_price))
      union all (select 'category ' || category
         from (select category, count(*) as tools from listed_tools() where category is not null group by category) listed
         full join tool_category kept using (category) where coalesce(listed.tools, 0) <> coalesce(kept.tools, 0))`,
  },
  {
    name: 'invoices are numbered without gaps',
    meaning:
      'The counter of each year is one above its invoices, which are as they were written, and every purchase names its own.',
    remedy: `Keep the document: a mistake is put right by another one. ${REPORT}`,
    query: () => sql`
      select 'series ' || series as id from document_series
        left join (select series, count(*) as documents, max(number) as last from document group by 1) its using (series)
       where next - 1 <> coalesce(documents, 0) or next - 1 <> coalesce(last, 0)
      union all select id::text from document where sha256 <> document_digest(series, number, kind, purchase_id, body)
      union all select purchase.id::text from purchase full join document on purchase_id = purchase.id and kind = 'invoice'
       where invoice_no is distinct from right(series, 4) || '-' || lpad(number::text, greatest(4, length(number::text)), '0')`,
  },
  {
    name: 'an order list fits into a purchase',
    meaning: 'Nobody has more tools in the order list than a purchase has lines.',
    remedy: REPORT,
    query: () => sql`select person_id::text as id from order_list_line group by 1
      having count(*) > ${MAX_PURCHASE_LINES}::int`,
  },
  {
    name: 'saved lists have tools, and no more than fit',
    meaning:
      'Every saved list has a tool at least, none has more than a purchase has lines, and nobody has more than 100.',
    remedy: REPORT,
    query: () => sql`select id::text from saved_list
        where (select count(*) from saved_list_line where list_id = id) not between 1 and ${MAX_PURCHASE_LINES}::int
      union all (select person_id::text from saved_list group by 1 having count(*) > ${MAX_LISTS}::int)`,
  },
];
