-- step: the row of a tool that is searched says which prices it has, so that what words or limits find is sorted by total
-- without looking up each. A new table is filled beside the old one: to change a million rows in place writes 60 GB of log
drop table if exists tool_next cascade;
create table tool_next (
  seq bigint not null,
  price int not null,
  min_quantity int not null,
  available int not null,
  name text not null,
  category text,
  search text not null,
  pack int not null default 1,
  ladder int not null
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02);

create function next_tools() returns setof tool_next language sql stable
  begin atomic
    select seq, tool.price, tool.min_quantity, greatest(available - waiting, 0), lower(name), category,
           tool_search_text(name, sku, tool.id), tool.pack, price_ladder.id
      from tool left join price_ladder using (price, min_quantity, pack, step_from, step_price) where deleted_at is null;
  end;

-- A name in small letters without signs, as a list is written.
create or replace function plain_name(name text) returns text language sql immutable parallel safe
  return trim(regexp_replace(name, '[]\s!-/:-@[\\^_`{-~]+', ' ', 'g'));
-- step
insert into tool_next select * from next_tools() order by category, name;
-- step
set maintenance_work_mem = '256MB';
-- step
alter table tool_next add primary key (seq);
create index tool_next_price on tool_next (price, (- seq));
create index tool_next_price_down on tool_next (price desc, seq desc);
create index tool_next_name on tool_next (name, (- seq));
create index tool_next_plain_name on tool_next (plain_name(name));
create index tool_next_minimum on tool_next (min_quantity, (- seq));
create index tool_next_ladder on tool_next (ladder, (- seq));
create index tool_next_category on tool_next (category, seq);
create index tool_next_category_price on tool_next (category, price, (- seq));
create index tool_next_category_price_down on tool_next (category, price desc, seq desc);
create index tool_next_category_name on tool_next (category, name, (- seq));
create index tool_next_category_minimum on tool_next (category, min_quantity, (- seq));
create index tool_next_terms on tool_next using gin (search_terms(search)) with (fastupdate = off);
alter index tool_next_terms alter column 1 set statistics 0;
analyze tool_next;
-- step: from here on orders wait, while what changed since is written anew
lock table tool in share row exclusive mode;
delete from tool_next kept where not exists (
  select from next_tools() listed where listed.seq = kept.seq and listed is not distinct from kept);
insert into tool_next select * from next_tools() listed where not exists (select from tool_next where seq = listed.seq);

-- Read by processes of the version before.
do $$ begin
  execute (select case relkind when 'v' then 'drop view tool_ladder' else 'drop table tool_ladder' end
             from pg_class where oid = 'tool_ladder'::regclass);
end $$;
drop function listed_tools();
drop table tool_search;
alter table tool_next rename to tool_search;
alter function next_tools() rename to listed_tools;
do $$
declare its text;
begin
  for its in select indexname from pg_indexes where tablename = 'tool_search' loop
    execute format('alter index %I rename to %I', its, replace(its, 'tool_next', 'tool_search'));
  end loop;
end $$;
alter table tool_search add constraint tool_search_ladder_fkey foreign key (ladder) references price_ladder not valid;
create view tool_ladder as select seq, ladder from tool_search;

-- A ladder that another change is just about to drop is waited for, and written again.
create or replace function keep_ladder(tool tool) returns void language plpgsql as $$
begin
  loop
    perform from price_ladder kept
     where (kept.price, kept.min_quantity, kept.pack, kept.step_from, kept.step_price)
         = (tool.price, tool.min_quantity, tool.pack, tool.step_from, tool.step_price)
       for key share;
    exit when found;
    insert into price_ladder (price, min_quantity, pack, step_from, step_price, ceiling)
    values (tool.price, tool.min_quantity, tool.pack, tool.step_from, tool.step_price,
            ceiling_of(tool.step_from, tool.step_price))
    on conflict do nothing;
  end loop;
end $$;

-- A ladder goes with its last tool, unless another change has it at this moment.
create or replace function drop_ladder(its int) returns void language plpgsql as $$
begin
  delete from price_ladder where id in (
    select id from price_ladder kept
     where id = its and not exists (select from tool_search where ladder = kept.id) for update skip locked);
exception when foreign_key_violation then
  return;
end $$;

create or replace function keep_search() returns trigger language plpgsql set enable_seqscan = off as $$
declare before int;
begin
  if tg_op = 'TRUNCATE' then
    truncate tool_search, tool_stock, tool_category, price_ladder;
    return null;
  end if;
  if tg_op = 'UPDATE' and (old.name, old.sku, old.category, old.price, old.min_quantity, old.pack, old.step_from, old.step_price, old.deleted_at)
      is not distinct from (new.name, new.sku, new.category, new.price, new.min_quantity, new.pack, new.step_from, new.step_price, new.deleted_at) then
    update tool_search set available = greatest(new.available - new.waiting, 0) where seq = new.seq;
    update tool_stock set available = greatest(new.available - new.waiting, 0) where seq = new.seq;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from tool_search where seq = old.seq returning ladder into before;
    delete from tool_stock where seq = old.seq;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    perform keep_ladder(new);
    insert into tool_search select * from listed_tools() where seq = new.seq;
    insert into tool_stock values (new.seq, greatest(new.available - new.waiting, 0));
  end if;
  perform drop_ladder(before) where before is not null;
  -- In one order, so that two changes never wait for each other in turn.
  insert into tool_category
    select category, sum(change) from (
      select old.category, -1 where tg_op <> 'INSERT' and old.deleted_at is null
      union all select new.category, 1 where tg_op <> 'DELETE' and new.deleted_at is null) changed (category, change)
     where category is not null group by category having sum(change) <> 0 order by category
    on conflict (category) do update set tools = tool_category.tools + excluded.tools;
  return null;
end $$;

create or replace function renew_ladders() returns void language sql as $$
  insert into price_ladder (price, min_quantity, pack, step_from, step_price, ceiling)
    select distinct price, min_quantity, pack, step_from, step_price, ceiling_of(step_from, step_price)
      from tool where deleted_at is null
    on conflict (price, min_quantity, pack, step_from, step_price) do update set ceiling = excluded.ceiling
     where price_ladder.ceiling <> excluded.ceiling;
$$;

create or replace function renew_search() returns void language plpgsql as $$
begin
  lock table tool in share row exclusive mode;
  perform renew_ladders();
  delete from tool_search kept where not exists (
    select from listed_tools() listed where listed.seq = kept.seq and listed is not distinct from kept);
  insert into tool_search select * from listed_tools() listed
   where not exists (select from tool_search where seq = listed.seq) order by category, name;
  delete from price_ladder kept where not exists (select from tool_search where ladder = kept.id);
  delete from tool_stock kept where not exists (
    select from tool_search where seq = kept.seq and available = kept.available);
  insert into tool_stock select seq, available from tool_search on conflict do nothing;
  update tool_category set tools = 0 where tools <> 0;
  insert into tool_category select category, count(*) from tool_search where category is not null group by category
    on conflict (category) do update set tools = excluded.tools;
end $$;
drop function if exists drop_ladder(bigint);
-- step
alter table tool_search validate constraint tool_search_ladder_fkey;
-- step: ladders that went with their last tool meanwhile
select drop_ladder(id) from price_ladder kept where not exists (select from tool_search where ladder = kept.id);
-- step
reset maintenance_work_mem;
