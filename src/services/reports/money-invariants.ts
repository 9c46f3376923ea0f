import { sql } from 'drizzle-orm';
import { type QueriedInvariant, REPORT } from './invariant.ts';

/** Of a refund that was given back past the shop, also where its bank has sent it back since. */
const BY_HAND = sql`(other.state = 'by_hand' or other.state = 'failed' and other.sent_at is null and other.provider_refund_id is not null)`;

export const MONEY_INVARIANTS: readonly QueriedInvariant[] = [
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
      'The refunds of a payment add up to what the shop counts as given back, and the lines of a refund to the refund, less at most what was given back past the shop.',
    remedy: `Compare the refunds of the payment at the provider. ${REPORT}`,
    query: () => sql`
      select coalesce(intent_id, order_id::text) as id from payment
       where refunded_cents <> (select coalesce(sum(amount_cents), 0) from refund where state <> 'failed'
                                  and purchase_id = order_id and refund.attempt = payment.attempt)
      union all select refund.id::text from refund left join refund_line on refund_id = refund.id
       group by refund.id
      having (count(order_id) = 0) = (reason is not null and replaces is null)
          or count(order_id) > 0 and sum(goods_cents - guard_cents - discount_cents) - amount_cents
               not between 0 and (select coalesce(sum(other.amount_cents), 0) from refund other
                                   where (other.purchase_id, other.attempt) = (refund.purchase_id, refund.attempt) and ${BY_HAND})`,
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
      'A payment that the shop takes at PayPal has a message that takes it or is put aside, and one that was given up is not taken.',
    remedy: 'Look the payment up at PayPal. Money of an order that was given up is given back there.',
    query: () => sql`
      select coalesce(intent_id, order_id::text) as id from payment
       where state = 'capturing' and not exists (select from job where kind = 'take-payment' and done_at is null
               and dead_at is null and key = 'take:' || order_id || ':' || attempt)
             and not exists (select from purchase where id = order_id and purchase.state = 'review' and review_intent = intent_id)
          or state = 'cancelled' and claimed_at is null and capture_id is not null
             and not exists (select from refund where purchase_id = order_id and refund.attempt = payment.attempt)`,
  },
  {
    name: 'what is being closed has an open payment',
    meaning:
      'A purchase is changing, cancelling or expiring only until its open payment is closed or paid, which a message asks for.',
    remedy: REPORT,
    query: () => sql`select id::text from purchase where state in ('changing', 'cancelling', 'expiring')
      and not exists (select from payment join job on key = 'cancel-intent:' || order_id || ':' || attempt
                       where order_id = purchase.id and payment.state in ('open', 'capturing')
                         and done_at is null and dead_at is null)`,
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
];
