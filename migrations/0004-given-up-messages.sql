-- A message that is given up. Money is never given up, mail is.
alter table outbox add column dead_at timestamptz;
drop index outbox_due;
create index outbox_due on outbox (run_at) where done_at is null and dead_at is null;
