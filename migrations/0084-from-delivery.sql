-- step: how many pieces of a line were promised from a delivery: they have a day of their own, also once they are here
alter table orders add column if not exists from_delivery int not null default 0;
alter table orders
  drop constraint if exists line_from_delivery,
  add constraint line_from_delivery check (from_delivery between 0 and quantity) not valid;
-- step: those that wait, and those that have come
update orders set from_delivery = least(quantity, waiting + (
    select coalesce(sum((meta ->> 'pieces')::int), 0) from audit
     where action = 'order.served' and target = orders.id::text))
 where queue_no is not null and from_delivery = 0;
-- step
alter table orders validate constraint line_from_delivery;
