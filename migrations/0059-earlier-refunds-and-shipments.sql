-- step: what was refunded before, which was always a whole payment
with due as (
  select order_id, attempt, amount_cents, created_at,
         row_number() over (partition by order_id order by attempt) as no
    from payment where state = 'refunded' and refunded_cents = 0),
r as (
  insert into refund (purchase_id, attempt, no, amount_cents, state, created_at, ended_at)
  select order_id, attempt, no, amount_cents, 'succeeded', created_at, created_at from due)
update payment set refunded_cents = payment.amount_cents from due
 where payment.order_id = due.order_id and payment.attempt = due.attempt;
-- step: what was shipped before, which was always a whole order; such a shipment has the id of its order
with due as (
  select id, purchase_id, shipped_quantity, shipped_at, created_at from orders
   where shipped_quantity > 0 and not exists (select from shipment_line where order_id = orders.id)),
s as (
  insert into shipment (id, purchase_id, no, at)
  select id, purchase_id, row_number() over (partition by purchase_id order by id), coalesce(shipped_at, created_at) from due)
insert into shipment_line (shipment_id, order_id, quantity) select id, id, shipped_quantity from due;
-- step
drop index concurrently if exists orders_still_here;
-- step
create index concurrently orders_still_here on orders (tool_id) include (hold_quantity, shipped_quantity, purchase_id)
  where hold_quantity > shipped_quantity;
-- step
drop index concurrently if exists orders_on_shelf;
-- step
alter table payment validate constraint payment_refunded_cents;
-- step
alter table purchase validate constraint purchase_review_reason;
