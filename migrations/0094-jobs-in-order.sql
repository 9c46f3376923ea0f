-- step: jobs due at the same moment are taken in the order they were written
drop index concurrently if exists job_next;
-- step
create index concurrently job_next on job (queue, priority, run_at, id) where done_at is null and dead_at is null;
-- step
drop index concurrently if exists job_due;
