import { type SQL, sql } from 'drizzle-orm';
import { HOLD_MINUTES } from '#model/orders/order-life.ts';
import { MAX_LISTS } from '#model/orders/saved-lists.ts';
import { MAX_PURCHASE_LINES, PURCHASE_LIFE, type PurchaseState } from '#model/purchases/purchase-life.ts';

export interface Invariant {
  readonly name: string;
  readonly meaning: string;
  readonly remedy: string;
}

export interface QueriedInvariant extends Invariant {
  readonly query: (now: Date) => SQL;
}

export const breachesQuery = (now: Date): SQL =>
  sql.join(
    INVARIANTS.map(({ name, query }) => sql`select ${name}::text as name, id from (${query(now)}) broken`),
    sql` union all `,
  );

const REPORT = 'Nothing the shop does leads here: keep the database as it is and look into the audit rows of the id.';

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
       where first.waiting > 0 and served.waiting = 0 and served.queue_no > first.queue_no`,
  },
  {
    name: 'who asked hears of what is here',
    meaning: 'As soon as as many pieces of a tool are free as somebody asked to be told of, they are told.',
    remedy:
      'Correct the stock of the tool by −1, then by +1: they are then told. A restock would end its delivery day.',
    query: () => sql`select stock_watch.id::text from stock_watch join tool on tool.id = tool_id
      where deleted_at is not null
         or pieces <= available - waiting
            and not exists (select from job where kind = 'tell-watchers' and done_at is null and dead_at is null
                             and payload ->> 'toolId' = tool.id::text)`,
  },
  {
    name: 'what is paid has its money and its stock',
    meaning:
      'A paid or shipped order holds its pieces or waits for them, and has exactly one payment that succeeded, of its amount.',
    remedy: "Look the order's transaction up at the provider. If the money is there, keep the order; else give it up.",
    query: () => sql`select id::text from purchase where state = 'paid'
      and (exists (select from orders where purchase_id = purchase.id and hold_quantity + waiting + given_up <> quantity)
        or 1 <> (select count(*) from payment where order_id = purchase.id and state = 'succeeded'
                    and intent_id = paid_intent and payment.amount_cents = purchase.amount_cents))`,
  },
  {
    name: 'all money has its order',
    meaning:
      'A payment that succeeded belongs to an order that is paid, shipped, put aside for people to look at, or about to give it back.',
    remedy: 'Look the payment up at the provider and give the money back there if the order is not to be filled.',
    query: () => sql`select payment.intent_id as id from payment join purchase on purchase.id = payment.order_id
      where payment.state = 'succeeded' and purchase.state not in ('paid', 'review', 'refund_due')`,
  },
  {
    name: 'money that is due goes back',
    meaning:
      'An order whose money is to be given back has a refund on its way, and every such refund a message that sends it.',
    remedy: 'Give the money back at the provider; the shop notices that by itself.',
    query: () => sql`
      select id::text from purchase where state = 'refund_due'
         and not exists (select from refund where purchase_id = purchase.id and refund.state in ('due', 'sent'))
         and not exists (select from job where kind = 'refund' and done_at is null and dead_at is null
                          and payload ->> 'orderId' = purchase.id::text)
      union all select id::text from refund where state in ('due', 'sent')
         and not exists (select from job where key = 'refund:' || refund.id and done_at is null and dead_at is null)`,
  },
  {
    name: 'no more goes back than was paid',
    meaning:
      'The refunds of a payment add up to what the shop counts as given back, and the lines of a refund to the refund, where nobody gave back past the shop.',
    remedy: `Compare the refunds of the payment at the provider. ${REPORT}`,
    query: () => sql`
      select coalesce(intent_id, order_id::text) as id from payment
       where refunded_cents <> (select coalesce(sum(amount_cents), 0) from refund where state <> 'failed'
                                  and purchase_id = order_id and refund.attempt = payment.attempt)
      union all select refund.id::text from refund join refund_line on refund_id = refund.id
         where not exists (select from refund other where other.purchase_id = refund.purchase_id and other.state = 'by_hand')
       group by refund.id having sum(goods_cents - guard_cents - discount_cents) <> amount_cents`,
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
       where purchase_state in ('paid', 'invoiced')
         and (shipped_quantity <> coalesce(sent.pieces, 0) - coalesce(back.pieces, 0)
           or coalesce(sent.lines, 0) <> coalesce(told.lines, 0))`,
  },
  {
    name: 'no order is put aside as unpaid that was paid',
    meaning: 'Of an order that waits in review because its payment is not there, the provider never said that it is.',
    remedy:
      'Open the order in Manage All Orders and look its payment up at the provider. If the money is there, decide that the order goes on as it was.',
    query: () => sql`select purchase.id::text from purchase
        join payment on payment.order_id = purchase.id and payment.intent_id = review_intent
       where purchase.state = 'review' and review_reason = 'provider' and payment.state = 'succeeded'
         and exists (select from job where queue = 'inbox' and kind = 'payment_intent.succeeded'
                      and payload ->> 'intentId' = review_intent)`,
  },
  {
    name: 'one payment at a time',
    meaning: 'An order has one payment at most that can still be paid or was.',
    remedy: REPORT,
    query:
      () => sql`select order_id::text as id from payment where state in ('creating', 'open', 'capturing', 'succeeded')
      group by order_id having count(*) > 1`,
  },
  {
    name: 'what is being taken comes to an end',
    meaning:
      'A payment that the shop takes at PayPal has a message that takes it, and one that was given up is not taken.',
    remedy: 'Look the payment up at PayPal. Money of an order that was given up is given back there.',
    query: () => sql`
      select coalesce(intent_id, order_id::text) as id from payment
       where state = 'capturing' and not exists (select from job where kind = 'take-payment' and done_at is null
               and dead_at is null and key = 'take:' || order_id || ':' || attempt)
          or state = 'cancelled' and claimed_at is null and capture_id is not null
             and not exists (select from refund where purchase_id = order_id and refund.attempt = payment.attempt)`,
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
    name: 'what is being closed has an open payment',
    meaning: 'A purchase is changing, cancelling or expiring only until its open payment is closed or paid.',
    remedy: REPORT,
    query: () => sql`select id::text from purchase where state in ('changing', 'cancelling', 'expiring')
      and not exists (select from payment where order_id = purchase.id and payment.state in ('open', 'capturing'))`,
  },
  {
    name: 'a hold ends within the hour',
    meaning: 'Unpaid pieces are kept from others for an hour at most, unless their buyer asks again.',
    remedy: REPORT,
    query: (now) => sql`select id::text from purchase where state = 'unpaid'
      and hold_until > ${now.toISOString()}::timestamptz + make_interval(mins => ${HOLD_MINUTES + CLOCKS_APART})`,
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
    name: 'a pay link ends',
    meaning:
      'No payment was begun by a link after its end, after another took its place, or for a promise that is not its own.',
    remedy:
      'Look the payment up at the provider; money that was taken against the will of the customer is given back there.',
    query: () => sql`
      select coalesce(intent_id, order_id::text) as id from payment
        join pay_link on pay_link.id = pay_link_id join purchase on purchase.id = order_id
       where pressed_at > least(expires_at, revoked_at) or purchase.promise_id is distinct from pay_link.promise_id
      union all select promise.id::text from price_promise promise
       where promise.state = 'withdrawn'
         and exists (select from pay_link where promise_id = promise.id and revoked_at is null)`,
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
