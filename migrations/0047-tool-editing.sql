-- Which admins have a tool's edit pages open, so that others are told. Nothing is lost with it: after a crash the next
-- heartbeats fill it again.
create unlogged table tool_editing (
  tool_id uuid not null references tool on delete cascade,
  person_id uuid not null references person on delete cascade,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (tool_id, person_id)
);
comment on column tool_editing.seen_at is 'of the last heartbeat; who sent none for a minute has gone';
