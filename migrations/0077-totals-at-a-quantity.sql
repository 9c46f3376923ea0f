-- step: the prices that tools have, each once, and which tool has which. A million tools have some thousand of them, so what
-- all cost at a quantity is reckoned when it is asked for
create table if not exists price_ladder (
  id int generated always as identity primary key,
  price int not null,
  min_quantity int not null,
  pack int not null,
  step_from int[] not null,
  step_price int[] not null,
  -- Of each step, the least that it or one above it costs: no smaller order costs more. See price_guard.
  ceiling bigint[] not null,
  unique (price, min_quantity, pack, step_from, step_price)
);
create table if not exists tool_ladder (
  seq bigint primary key,
  ladder int not null references price_ladder
);
create index if not exists tool_ladder_tools on tool_ladder (ladder, (- seq));
alter table tool_search add column if not exists pack int not null default 1;

-- Whole dollars that each ladder's tools cost at a need: the least quantity in whole packs that covers it and the minimum.
-- `atNeed` of the shop says the same.
create or replace function totals_at(need int) returns table (ladder int, total bigint) language sql stable parallel safe
  begin atomic
    select id, least(quantity::bigint * coalesce(step_price[step], price), ceiling[step + 1])
      from (select *, width_bucket(quantity, step_from) as step
              from (select *, (greatest(need, min_quantity) + pack - 1) / pack * pack as quantity from price_ladder offset 0) its
            offset 0) reached;
  end;

create or replace function ceiling_of(step_from int[], step_price int[]) returns bigint[] language sql immutable parallel safe
  return (select coalesce(array_agg(least order by place), '{}') from (
    select place, min(pieces::bigint * each) over (order by place desc) as least
      from unnest(step_from, step_price) with ordinality as step (pieces, each, place)) steps);

create or replace function listed_tools() returns setof tool_search language sql stable
  begin atomic
    select seq, price, min_quantity, greatest(available - waiting, 0), lower(name), category, tool_search_text(name, sku, id), pack
      from tool where deleted_at is null;
  end;

-- A ladder that another change is just about to drop is waited for, and written again.
create or replace function keep_ladder(tool tool) returns void language plpgsql as $$
declare its int;
begin
  loop
    select id into its from price_ladder kept
     where (kept.price, kept.min_quantity, kept.pack, kept.step_from, kept.step_price)
         = (tool.price, tool.min_quantity, tool.pack, tool.step_from, tool.step_price)
       for key share;
    exit when found;
    insert into price_ladder (price, min_quantity, pack, step_from, step_price, ceiling)
    values (tool.price, tool.min_quantity, tool.pack, tool.step_from, tool.step_price,
            ceiling_of(tool.step_from, tool.step_price))
    on conflict do nothing;
  end loop;
  insert into tool_ladder values (tool.seq, its) on conflict (seq) do update set ladder = excluded.ladder;
end $$;

-- A ladder goes with its last tool, unless another change has it at this moment.
create or replace function drop_ladder(of bigint) returns void language plpgsql as $$
declare its int;
begin
  delete from tool_ladder where seq = of returning ladder into its;
  delete from price_ladder where id in (
    select id from price_ladder kept
     where id = its and not exists (select from tool_ladder where ladder = kept.id) for update skip locked);
exception when foreign_key_violation then
  delete from tool_ladder where seq = of;
end $$;

create or replace function keep_search() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate tool_search, tool_stock, tool_category, tool_ladder, price_ladder;
    return null;
  end if;
  if tg_op = 'UPDATE' and (old.name, old.sku, old.category, old.price, old.min_quantity, old.pack, old.step_from, old.step_price, old.deleted_at)
      is not distinct from (new.name, new.sku, new.category, new.price, new.min_quantity, new.pack, new.step_from, new.step_price, new.deleted_at) then
    update tool_search set available = greatest(new.available - new.waiting, 0) where seq = new.seq;
    update tool_stock set available = greatest(new.available - new.waiting, 0) where seq = new.seq;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from tool_search where seq = old.seq;
    delete from tool_stock where seq = old.seq;
    perform drop_ladder(old.seq);
  end if;
  if tg_op <> 'DELETE' then
    insert into tool_search select * from listed_tools() where seq = new.seq;
    insert into tool_stock select new.seq, greatest(new.available - new.waiting, 0) where new.deleted_at is null;
    perform keep_ladder(new) where new.deleted_at is null;
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
  after insert or delete or update of name, sku, category, price, min_quantity, pack, step_from, step_price, available, waiting, deleted_at
  on tool for each row execute function keep_search();

create or replace function renew_ladders() returns void language plpgsql as $$
begin
  insert into price_ladder (price, min_quantity, pack, step_from, step_price, ceiling)
    select distinct price, min_quantity, pack, step_from, step_price, ceiling_of(step_from, step_price)
      from tool where deleted_at is null
    on conflict (price, min_quantity, pack, step_from, step_price) do update set ceiling = excluded.ceiling
     where price_ladder.ceiling <> excluded.ceiling;
  insert into tool_ladder
    select seq, price_ladder.id from tool join price_ladder using (price, min_quantity, pack, step_from, step_price)
     where deleted_at is null
    on conflict (seq) do update set ladder = excluded.ladder where tool_ladder.ladder <> excluded.ladder;
  delete from tool_ladder kept where not exists (select from tool where seq = kept.seq and deleted_at is null);
  delete from price_ladder kept where not exists (select from tool_ladder where ladder = kept.id);
end $$;

create or replace function renew_search() returns void language plpgsql as $$
begin
  lock table tool in share row exclusive mode;
  delete from tool_search kept where not exists (
    select from listed_tools() listed where listed.seq = kept.seq and listed is not distinct from kept);
  insert into tool_search select * from listed_tools() listed
   where not exists (select from tool_search where seq = listed.seq) order by category, name;
  delete from tool_stock kept where not exists (
    select from tool_search where seq = kept.seq and available = kept.available);
  insert into tool_stock select seq, available from tool_search on conflict do nothing;
  update tool_category set tools = 0 where tools <> 0;
  insert into tool_category select category, count(*) from tool_search where category is not null group by category
    on conflict (category) do update set tools = excluded.tools;
  perform renew_ladders();
end $$;
-- step: the ladders of the tools that are there. Changes of prices wait meanwhile, orders do not
lock table price_ladder in share mode;
insert into price_ladder (price, min_quantity, pack, step_from, step_price, ceiling)
  select distinct price, min_quantity, pack, step_from, step_price, ceiling_of(step_from, step_price)
    from tool where deleted_at is null
  on conflict do nothing;
insert into tool_ladder
  select seq, price_ladder.id from tool join price_ladder using (price, min_quantity, pack, step_from, step_price)
   where deleted_at is null
  on conflict do nothing;
-- step: few tools are sold in packs
update tool_search set pack = tool.pack from tool where tool.seq = tool_search.seq and tool_search.pack <> tool.pack;
-- step
analyze price_ladder, tool_ladder;
