-- Which time in review a decision is about, and which payment; what becomes of a payment's money once people decided.
alter table orders add column review_no int not null default 0 check (review_no >= 0);
alter table orders add column review_intent text;
update orders set review_no = 1, review_intent = (
    select meta ->> 'intent' from audit where target = orders.id::text and action = 'order.review' order by id desc limit 1)
 where state = 'review';
alter table orders add check (state <> 'review' or review_no >= 1);
alter table payment add column decided_at timestamptz;
