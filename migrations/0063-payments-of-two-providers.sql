-- step: PayPal beside Stripe, and an id for each payment, which it had only within its order
alter type payment_state add value if not exists 'capturing' after 'open';
-- step
do $$ begin
  create type payment_provider as enum ('stripe', 'paypal');
exception when duplicate_object then null; end $$;
alter table payment
  add column if not exists id uuid,
  add column if not exists provider payment_provider not null default 'stripe',
  add column if not exists capture_id text,
  add column if not exists claimed_at timestamptz;
alter table payment alter column id set default gen_random_uuid();
comment on column payment.capture_id is 'what PayPal calls the money that was taken: its refunds and disputes name it';
-- step, until nothing is left: ids for the payments of before
update payment set id = gen_random_uuid()
 where ctid = any (array(select ctid from payment where id is null limit 1000 for no key update))
returning 1;
-- step
drop index concurrently if exists payment_id;
-- step
create unique index concurrently payment_id on payment (id);
-- step
alter table payment drop constraint if exists payment_has_id;
alter table payment add constraint payment_has_id check (id is not null) not valid;
-- step
alter table payment validate constraint payment_has_id;
-- step: the check says so already, so that nothing is read for it
alter table payment alter column id set not null;
alter table payment drop constraint payment_has_id;
-- step
drop index concurrently if exists payment_capture;
-- step
create unique index concurrently payment_capture on payment (capture_id) where capture_id is not null;
-- step: one live payment, over both providers
drop index concurrently if exists one_live_attempt;
-- step
create unique index concurrently one_live_attempt on payment (order_id)
  where state in ('creating', 'open', 'capturing', 'succeeded');
-- step
drop index concurrently if exists one_live_payment;
-- step
drop index concurrently if exists payment_undecided;
-- step
create index concurrently payment_undecided on payment (created_at) where state in ('creating', 'open', 'capturing');
-- step
drop index concurrently if exists payment_unsettled;
