-- Where a row of the audit stands in the order in which rows are sealed: the number of its transaction. A database that
-- moved to another server counts from the beginning there; the shop then replaces this function by one that goes on.
create function audit_place(its xid8) returns bigint
  language sql immutable parallel safe
  return its::text::bigint;

alter table audit add column tx bigint not null default audit_place(pg_current_xact_id()) check (tx > 0);
create index audit_by_place on audit (tx, id);
create index audit_by_action on audit (action, id);

-- One block of the audit: all rows whose place is from `since` up to, but not including, `until`. Every transaction below
-- `until` had ended when it was written, so nothing can ever be added to it. The hash is over the hash before and all
-- that the rows say.
create table audit_seal (
  no bigint primary key check (no >= 1),
  since bigint not null,
  until bigint not null check (until > since),
  entries bigint not null check (entries >= 1),
  sealed_at timestamptz not null default now(),
  hash bytea not null check (length(hash) = 32)
);

-- How far the comparison of the audit with its seals has come, and what it found the last time that it was through.
create table audit_check (
  single boolean primary key default true check (single),
  next_no bigint not null default 1,
  entries bigint not null default 0,
  broken_no bigint,
  done_at timestamptz,
  done_entries bigint,
  done_broken_no bigint
);
insert into audit_check default values;

-- Time and place are the database's own word, whatever an insert says.
create function audit_stamp() returns trigger language plpgsql as $$
begin
  new.at := now();
  new.tx := audit_place(pg_current_xact_id());
  return new;
end $$;
create trigger audit_stamp before insert on audit for each row execute function audit_stamp();

create function audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed and never removed', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function audit_refuse();
create trigger audit_seal_append_only before update or delete or truncate on audit_seal
  for each statement execute function audit_refuse();
