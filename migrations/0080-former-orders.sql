-- step: every process that may run beside this version knows purchases, so nothing is copied between them and orders any
-- more. The columns stay until a later release, because the version before names some of them when it places an order
drop trigger if exists former_order on orders;
drop trigger if exists former_order_moved on orders;
drop trigger if exists former_shipping on orders;
-- step
drop trigger if exists former_columns on purchase;
-- step
drop function if exists purchase_from_order(), order_from_purchase(), shipped_by_order(), purchases_of_orders(uuid[]),
  purchase_state_of(order_state);
-- step
alter table orders drop constraint if exists orders_paid_intent_key, drop constraint if exists orders_unpaid_place_check,
  drop constraint if exists orders_review_no_check, drop constraint if exists line_has_purchase;
-- step
drop index concurrently if exists orders_hold;
-- step
drop index concurrently if exists orders_network_ended;
-- step
drop index concurrently if exists orders_unpaid_age;
-- step
drop index concurrently if exists one_order_per_network_place;
-- step
drop index concurrently if exists one_order_per_place;
-- step: the networks of buyers are forgotten with their purchases, no longer with their orders, for which the version
-- before still names them
create or replace function order_without_network() returns trigger language plpgsql as $$
begin
  new.network := null;
  new.network_place := null;
  return new;
end $$;
-- step
drop trigger if exists order_without_network on orders;
-- step
create trigger order_without_network before insert on orders for each row
  when (new.network is not null or new.network_place is not null) execute function order_without_network();
-- step: an index of what is left to do
drop index concurrently if exists orders_with_network;
-- step
create index concurrently orders_with_network on orders (seq) where network is not null;
-- step, until nothing is left
with due as (select id from orders where network is not null order by seq limit 1000 for no key update)
update orders set network = null, network_place = null from due where orders.id = due.id returning orders.id;
-- step
drop index concurrently if exists orders_with_network;
-- step
alter table orders add constraint line_has_purchase
  check (purchase_id is not null and purchase_state is not null) not valid;
-- step: proves, without a lock that orders wait for, that the columns are never absent
alter table orders validate constraint line_has_purchase;
-- step
alter table orders alter column purchase_id set not null, alter column purchase_state set not null;
-- step
alter table orders drop constraint line_has_purchase;
