-- step: of the time before purchases, read and written by no version that may run beside this one
drop trigger if exists order_without_network on orders;
-- step
drop function if exists order_without_network();
-- step
alter table orders drop column if exists hold_until, drop column if exists hold_renewals,
  drop column if exists unpaid_place, drop column if exists network, drop column if exists network_place,
  drop column if exists paid_intent, drop column if exists paid_at, drop column if exists review_reason,
  drop column if exists review_no, drop column if exists review_intent;
