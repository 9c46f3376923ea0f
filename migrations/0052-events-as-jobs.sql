-- Events of the payment provider are jobs, as messages are. Those that wait are taken along, and those that are done too:
-- an event that comes again is known.
insert into job (queue, kind, key, payload, created_at, run_at, attempts, last_error, done_at)
select 'inbox', type, id, jsonb_build_object('intentId', intent_id), received_at, run_at, attempts, last_error, done_at
  from stripe_event order by received_at;
drop table stripe_event;
create index job_inbox_done on job (done_at) where queue = 'inbox';
