-- Who is told, once, as soon as so many pieces of a tool are free. The service keeps it at 100 for a person.
create table stock_watch (
  id uuid not null unique default gen_random_uuid(),
  person_id uuid not null references person,
  tool_id uuid not null references tool,
  pieces int not null check (pieces between 1 and 1000000),
  created_at timestamptz not null default now(),
  primary key (person_id, tool_id)
);
create index stock_watch_of_tool on stock_watch (tool_id, pieces);
comment on column stock_watch.id is 'of one wish: who was told and asks again has another';

-- By whatever way pieces come back, a job tells those for whom there are enough. A tool that is deleted ends its watches.
create function watch_stock() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from stock_watch where tool_id = new.id;
  elsif exists (select from stock_watch where tool_id = new.id and pieces <= new.available - new.waiting) then
    insert into job (queue, kind, key, payload)
    values ('outbox', 'tell-watchers', concat_ws(':', 'tell-watchers', new.id, pg_current_xact_id()),
            jsonb_build_object('toolId', new.id))
    on conflict (key) do nothing;
  end if;
  return null;
end $$;
create trigger tool_tells_watchers after update of available, waiting, deleted_at on tool for each row
  when (new.deleted_at is distinct from old.deleted_at or new.available - new.waiting > old.available - old.waiting)
  execute function watch_stock();
