-- step: who waits to hear of a tool that is archived goes on waiting, and hears once it is back
create or replace function watch_stock() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null
      and exists (select from stock_watch where tool_id = new.id and pieces <= new.available - new.waiting) then
    insert into job (queue, kind, key, payload)
    values ('outbox', 'tell-watchers', concat_ws(':', 'tell-watchers', new.id, pg_current_xact_id()),
            jsonb_build_object('toolId', new.id))
    on conflict (key) do nothing;
  end if;
  return null;
end $$;
