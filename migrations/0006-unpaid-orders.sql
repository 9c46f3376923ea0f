-- The place of an order among its customer's unpaid ones, from 1 on. Two orders that come at once want the same place
-- and one of them looks again: so the limits for unpaid orders hold without any lock.
alter table orders add column unpaid_place int check (unpaid_place >= 1);
create unique index one_order_per_place on orders (person_id, unpaid_place)
  where state in ('unpaid', 'expiring', 'cancelling');
create index orders_unpaid_age on orders (created_at) where state = 'unpaid';

-- Why people must look at an order: what does not fit about its money, or that its customer disputes the charge.
alter table orders add column review_reason text
  check (review_reason in ('amount', 'currency', 'order', 'mode', 'dispute', 'provider'));
