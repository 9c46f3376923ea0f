-- A refund may fail days after it was made: then people must give the money back in another way.
alter table orders drop constraint orders_review_reason_check;
alter table orders add constraint orders_review_reason_check
  check (review_reason in ('amount', 'currency', 'order', 'mode', 'dispute', 'provider', 'refund'));
