-- step: pieces that wait for the next delivery. None do before a tool has a date and a limit
create sequence if not exists line_queue;
alter table tool
  add column if not exists restock_at date,
  add column if not exists backorder_limit int not null default 0,
  add column if not exists waiting int not null default 0;
alter table orders
  add column if not exists waiting int not null default 0,
  add column if not exists queue_no bigint,
  add column if not exists promised_at date;
alter table tool
  drop constraint if exists tool_waiting,
  add constraint tool_waiting check (least(waiting, backorder_limit) >= 0) not valid;
alter table orders
  drop constraint if exists line_pieces,
  add constraint line_pieces check (least(hold_quantity, waiting, shipped_quantity, given_up) >= 0
    and shipped_quantity <= hold_quantity and hold_quantity + waiting + given_up <= quantity) not valid,
  drop constraint if exists paid_line_has_pieces,
  add constraint paid_line_has_pieces check (purchase_state not in ('paid', 'invoiced')
    or hold_quantity + waiting + given_up = quantity) not valid,
  drop constraint if exists line_in_queue,
  add constraint line_in_queue check (waiting = 0 or (queue_no is not null and promised_at is not null)) not valid;
-- What waited was in no stock, so it does not come back to it.
alter table refund_line
  add column if not exists of_waiting int not null default 0,
  drop constraint if exists refund_line_check1,
  drop constraint if exists refund_line_back,
  add constraint refund_line_back check (least(of_waiting, quantity - of_shipped - of_waiting) >= 0
    and back_in_stock between quantity - of_shipped - of_waiting and quantity - of_waiting) not valid;
alter table order_list_line
  add column if not exists wait_for date;
comment on column order_list_line.wait_for is 'the day of the delivery that what is missing may wait for';

-- Free is what nobody waits for: lists and searches know no other stock.
create or replace function listed_tools() returns setof tool_search language sql stable
  begin atomic
    select seq, price, min_quantity, greatest(available - waiting, 0), lower(name), category, tool_search_text(name, sku, id)
      from tool where deleted_at is null;
  end;
create or replace function keep_search() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate tool_search, tool_stock, tool_category;
    return null;
  end if;
  if tg_op = 'UPDATE' and (old.name, old.sku, old.category, old.price, old.min_quantity, old.deleted_at)
      is not distinct from (new.name, new.sku, new.category, new.price, new.min_quantity, new.deleted_at) then
    update tool_search set available = greatest(new.available - new.waiting, 0) where seq = new.seq;
    update tool_stock set available = greatest(new.available - new.waiting, 0) where seq = new.seq;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from tool_search where seq = old.seq;
    delete from tool_stock where seq = old.seq;
  end if;
  if tg_op <> 'DELETE' then
    insert into tool_search select * from listed_tools() where seq = new.seq;
    insert into tool_stock select new.seq, greatest(new.available - new.waiting, 0) where new.deleted_at is null;
  end if;
  -- In one order, so that two changes never wait for each other in turn.
  insert into tool_category
    select category, sum(change) from (
      select old.category, -1 where tg_op <> 'INSERT' and old.deleted_at is null
      union all select new.category, 1 where tg_op <> 'DELETE' and new.deleted_at is null) changed (category, change)
     where category is not null group by category having sum(change) <> 0 order by category
    on conflict (category) do update set tools = tool_category.tools + excluded.tools;
  return null;
end $$;
create or replace trigger tool_kept_search
  after insert or delete or update of name, sku, category, price, min_quantity, available, waiting, deleted_at
  on tool for each row execute function keep_search();

-- By whatever way pieces come back, those that wait are served by a job.
create or replace function ask_to_allocate() returns trigger language plpgsql as $$
begin
  insert into job (queue, kind, key, payload)
  values ('outbox', 'allocate', concat_ws(':', 'allocate', new.id, pg_current_xact_id()), jsonb_build_object('toolId', new.id))
  on conflict (key) do nothing;
  return null;
end $$;
create or replace trigger tool_serves_waiting after update of available, waiting, pack on tool for each row
  when (new.waiting > 0 and new.available > 0
    and (new.available - new.waiting > old.available - old.waiting or new.pack < old.pack))
  execute function ask_to_allocate();
-- step
drop index concurrently if exists line_waits;
-- step: whose turn it is
create index concurrently line_waits on orders (tool_id, queue_no) where waiting > 0;
-- step
alter table tool validate constraint tool_waiting;
-- step
alter table orders validate constraint line_pieces;
-- step
alter table orders validate constraint paid_line_has_pieces;
-- step
alter table orders validate constraint line_in_queue;
-- step
alter table refund_line validate constraint refund_line_back;
