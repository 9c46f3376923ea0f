-- step: a customer who presses Pay again is paying as well as whoever pays by a link
alter table payment
  drop constraint if exists payer_of_link,
  add constraint payer_of_link check (
    num_nulls(pay_link_id, payer_name, payer_email, payer_key) in (0, 4) and (pay_link_id is null or pressed_at is not null)) not valid;
-- step
alter table payment validate constraint payer_of_link;
