-- step: an index of what is left to do
drop index concurrently if exists orders_without_purchase;
-- step
create index concurrently orders_without_purchase on orders (seq) where purchase_id is null;
-- step, until nothing is left: every order of before gets its purchase
with due as (select id from orders where purchase_id is null order by seq limit 1000 for no key update)
select purchases_of_orders(array_agg(id)) from due having count(*) > 0;
-- step
drop index concurrently if exists orders_without_purchase;
-- step
drop index concurrently if exists purchase_line;
-- step
create unique index concurrently purchase_line on orders (purchase_id, line_no);
-- step
drop index concurrently if exists one_line_per_tool;
-- step
create unique index concurrently one_line_per_tool on orders (purchase_id, tool_id);
-- step
alter table orders validate constraint line_of_purchase;
-- step
alter table orders validate constraint line_pieces;
-- step
alter table orders validate constraint paid_line_has_pieces;
