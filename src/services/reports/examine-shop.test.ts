import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { sealAll } from '../../../tests/harness/seal-all.ts';
import { ALL_INVARIANTS, examineShop } from './examine-shop.ts';

const shop = await ownShop();
const { db, clock } = shop.context;
const tool = await shop.tool({ available: 100 });
const buyer = await shop.person();
const paid = await ordered(shop, buyer, tool);
const { clientSecret, intentId } = await begun(shop, buyer, paid);
await payments(shop).confirm(clientSecret);
const confirmed = { order_id: paid.id, transactionId: intentId };
await shop.call('confirmPayment', { params: { id: paid.id }, body: confirmed }, buyer);
const unpaid = await ordered(shop, buyer, tool);
await shop.work();
await sealAll(db);

/** Refunds of what was paid, counted; the last of them has a line of so many cents. */
function ofRefunds(rows: SQL, lineCents: number | null): SQL {
  return sql`
    with made as (
      insert into refund (purchase_id, attempt, no, amount_cents, state, reason)
      select ${paid.id}, 1, no, cents, state::refund_state, reason from (values ${rows}) as its (no, cents, state, reason)
      returning id, no, amount_cents),
    line as (
      insert into refund_line (refund_id, order_id, quantity, back_in_stock, goods_cents, guard_cents, discount_cents)
      select id, ${paid.id}, 1, 1, ${lineCents}::bigint, 0, 0 from made
       where ${lineCents}::bigint is not null order by no desc limit 1)
    update payment set refunded_cents = (select sum(amount_cents) from made) where order_id = ${paid.id}`;
}

/** Changes that the shop never makes, written straight to the tables; one at least for each promise. */
const SABOTAGE: Record<string, SQL | readonly SQL[]> = {
  'stock is the sum of its moves': sql`update tool set available = available + 1`,
  'no piece appears or vanishes': sql`update tool set available = available - 1`,
  'who waits is counted': sql`update tool set waiting = waiting + 1`,
  'who waits first is served first': [
    sql`with line as (update orders set waiting = 5, queue_no = 1 where id = ${unpaid.id}) update tool set waiting = 5`,
    // Of two who waited for five pieces, the later has two.
    sql`
      with its (id, waiting, no) as (values (${unpaid.id}::uuid, 5, 1), (${paid.id}::uuid, 3, 2))
      update orders set waiting = its.waiting, from_delivery = 5, queue_no = no from its where orders.id = its.id`,
  ],
  'who asked hears of what is here': sql`
    insert into stock_watch (person_id, tool_id, pieces) values (${buyer.id}, ${tool.id}, 1)`,
  'what is paid has its money and its stock': sql`
    update payment set amount_cents = amount_cents + 1 where state = 'succeeded'`,
  'all money has its order': sql`update purchase set state = 'cancelled' where id = ${paid.id}`,
  'money that is due goes back': sql`update purchase set state = 'refund_due' where id = ${paid.id}`,
  'no order is put aside as unpaid that was paid': sql`
    with aside as (update purchase set state = 'review', review_reason = 'provider', review_intent = paid_intent, review_no = 1
                    where id = ${paid.id} returning review_intent)
    insert into job (queue, kind, key, payload)
    select 'inbox', 'payment_intent.succeeded', 'evt_paid', jsonb_build_object('intentId', review_intent) from aside`,
  'no more goes back than was paid': [
    sql`update payment set refunded_cents = 1`,
    ofRefunds(sql`(1, 500, 'by_hand', null), (2, 4000, 'succeeded', 'Damaged')`, 10_000),
    ofRefunds(sql`(1, 4000, 'succeeded', 'Damaged')`, null),
  ],
  'no piece is given up twice': sql`
    update orders set given_up = 1, hold_quantity = hold_quantity - 1 where id = ${paid.id}`,
  'what was shipped is in a shipment': [
    sql`update orders set shipped_quantity = 1 where id = ${paid.id}`,
    sql`update orders set shipped_quantity = 1, purchase_state = 'review' where id = ${paid.id}`,
  ],
  'one payment at a time': sql`
    insert into payment (order_id, attempt, idempotency_key, amount_cents, state)
    values (${paid.id}, 2, 'a second one', 100, 'creating')`,
  'what is being taken comes to an end': sql`
    update payment set state = 'cancelled', capture_id = 'taken' where order_id = ${paid.id}`,
  'a purchase and its orders agree': sql`update purchase set goods_cents = goods_cents + 1 where id = ${unpaid.id}`,
  'what is being closed has an open payment': [
    sql`update purchase set state = 'cancelling' where id = ${unpaid.id}`,
    sql`
      with closing as (update purchase set state = 'cancelling' where id = ${unpaid.id} returning id),
      asked as (
        insert into job (queue, kind, key, payload, done_at)
        select 'outbox', 'cancel-intent', 'cancel-intent:' || id || ':1', '{}', now() from closing)
      insert into payment (order_id, attempt, idempotency_key, intent_id, amount_cents, state)
      select id, 1, 'open still', 'pi_open', 100, 'open' from closing`,
  ],
  'a hold ends within the hour': [
    sql`update purchase set hold_until = hold_until + interval '10 minutes' where id = ${unpaid.id}`,
    sql`
      with lead as (
        insert into job (queue, kind, key, payload, run_at, locked_until)
        values ('lead', 'lead', 'lead', '{}', now() - interval '61 minutes', now() + interval '1 minute'))
      update purchase set hold_until = now() - interval '61 minutes' where id = ${unpaid.id}`,
  ],
  'what was shipped was paid and held': sql`update orders set shipped_quantity = quantity where id = ${unpaid.id}`,
  'the offer is given once': sql`update purchase set offer = true`,
  'a price promise is kept, once': sql`
    insert into price_promise (person_id, name, phone, address, lines, goods_cents, guard_cents, state, valid_until, created_at)
    values (${buyer.id}, 'Ann', '5550142200', '1 Main Street', 1, 100, 0, 'accepted', now(), now())`,
  'a pay link ends': sql`
    with its as (
      insert into pay_link (promise_id, token_hash, created_at, expires_at)
      values (gen_random_uuid(), '\\x00', now(), now() - interval '1 day') returning id, promise_id),
    made as (update purchase set promise_id = its.promise_id from its where purchase.id = ${paid.id})
    update payment set pay_link_id = its.id, pressed_at = now() from its where order_id = ${paid.id}`,
  'prices by quantity fall': sql`update tool set step_from = array[2 * min_quantity], step_price = array[price]`,
  'what has ended holds nothing': sql`update orders set state = 'cancelled' where id = ${unpaid.id}`,
  'orders and their audit agree on who exists': sql`delete from audit where target = ${unpaid.id}`,
  'each hold is taken once and given back once': sql`update orders set hold_no = 2 where id = ${unpaid.id}`,
  'nothing that must leave lies about': sql`
    insert into job (queue, kind, key, payload, run_at) values ('mail', 'mail', 'late', '{}', now() + interval '1 day')`,
  'orders move along their table': sql`
    insert into audit (action, target, meta) values ('order.refunded', ${unpaid.id}, '{}')`,
  'lists and searches know every tool': sql`update tool_search set price = price + 1`,
  'invoices are numbered without gaps': sql`update document_series set next = next + 1`,
  'an order list fits into a purchase': sql`
    insert into order_list_line (person_id, tool_id, quantity, seen_price, added_at)
    select ${buyer.id}, gen_random_uuid(), 1, 1, 1 from generate_series(1, 201)`,
  'saved lists have tools, and no more than fit': sql`
    insert into saved_list (person_id, name) values (${buyer.id}, 'Empty')`,
  'the audit is as it was written': sql`update audit set actor = null where target = ${unpaid.id}`,
};

test('a shop that sold something keeps every promise', async () => {
  expect(await examineShop(db, clock)).toEqual([]);
});

test('each promise has its sabotage', () => {
  expect(Object.keys(SABOTAGE).toSorted()).toEqual(ALL_INVARIANTS.map((it) => it.name).toSorted());
});

const BREAKS = Object.entries(SABOTAGE).flatMap(([name, all]) => [all].flat().map((how) => ({ name, how })));

test.each(BREAKS)('"$name" is missed when it is broken', async ({ name, how }) => {
  class Undo extends Error {}
  let found: string[] = [];
  const sabotage = db.transaction(async (tx) => {
    // The database itself would refuse most of it.
    await tx.execute(sql`do $$ declare rule record; begin
      for rule in select conrelid::regclass as its, conname from pg_constraint
        where contype = 'c' and conrelid in ('purchase'::regclass, 'orders'::regclass, 'tool'::regclass, 'payment'::regclass)
      loop execute format('alter table %s drop constraint %I', rule.its, rule.conname); end loop;
    end $$`);
    await tx.execute(sql`drop index one_live_attempt, one_offer`);
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(how);
    found = (await examineShop(tx, clock)).map(({ broken }) => broken.name);
    throw new Undo();
  });
  await expect(sabotage).rejects.toThrow(Undo);
  expect(found).toContain(name);
});
