-- One narrow table beside the tools: what lists and searches are filtered and sorted by. `available` has no index here, so
-- that an order changes its row in place; the order by stock has its own two columns in `tool_stock`.
create table tool_search (
  seq bigint not null,
  price int not null,
  min_quantity int not null,
  available int not null,
  name text not null,
  category text,
  search text not null
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02);

-- What must stand there.
create function listed_tools() returns setof tool_search language sql stable
  begin atomic
    select seq, price, min_quantity, available, lower(name), category, tool_search_text(name, sku, id)
      from tool where deleted_at is null;
  end;

-- Every end of every word, so that `'hammer':*` finds all texts with these letters, "sledgehammer" too; and after a blank
-- the first two characters of what begins a word, also behind a hyphen. The cost keeps the planner from asking row by row;
-- without "parallel safe" no search starts processes.
create function search_terms(search text) returns tsvector language sql immutable cost 10000
  begin atomic
    select array_to_tsvector(coalesce(array_agg(term), '{}')) from (
      select substr(word, place) as term
        from string_to_table(search, ' ') word, generate_series(1, length(word)) place
      union all
      select ' ' || left(part, 2) from string_to_table(translate(search, '-', ' '), ' ') part where part <> '') terms;
  end;

set local maintenance_work_mem = '256MB';
-- What is asked for together stands together: the tools of a common word are on a tenth of the pages.
insert into tool_search select * from listed_tools() order by category, name;
alter table tool_search add primary key (seq);
create index tool_search_price on tool_search (price, (- seq));
create index tool_search_price_down on tool_search (price desc, seq desc);
create index tool_search_name on tool_search (name, (- seq));
create index tool_search_minimum on tool_search (min_quantity, (- seq));
create index tool_search_category on tool_search (category, seq);
create index tool_search_category_price on tool_search (category, price, (- seq));
create index tool_search_category_price_down on tool_search (category, price desc, seq desc);
create index tool_search_category_name on tool_search (category, name, (- seq));
create index tool_search_category_minimum on tool_search (category, min_quantity, (- seq));
create index tool_search_terms on tool_search using gin (search_terms(search)) with (fastupdate = off);
-- Figures of it are dear to gather, and would only lead the planner away from the index.
alter index tool_search_terms alter column 1 set statistics 0;

analyze tool_search;

-- From here on orders wait: what changed while the table was filled is written anew by renew_search().
lock table tool in share row exclusive mode;
drop trigger tool_words on tool;
drop trigger tool_changed_words on tool;
drop trigger tool_removed_words on tool;
drop trigger tool_truncated_words on tool;
drop trigger tool_stock_changed on tool;
drop function keep_words, keep_new_words, forget_words, keep_stock, count_terms, terms_of, words_of, renew_search;
drop table tool_word, search_word;
drop index tool_by_price, tool_by_price_down, tool_by_name, tool_by_minimum;
alter table tool drop column search;
alter table tool_stock drop column price, drop column min_quantity;

-- A change of the stock alone, as each order makes one, finds both rows by their keys even where dead rows make the tables
-- look smaller to the planner than they are.
create function keep_search() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate tool_search, tool_stock, tool_category;
    return null;
  end if;
  if tg_op = 'UPDATE' and (old.name, old.sku, old.category, old.price, old.min_quantity, old.deleted_at)
      is not distinct from (new.name, new.sku, new.category, new.price, new.min_quantity, new.deleted_at) then
    update tool_search set available = new.available where seq = new.seq;
    update tool_stock set available = new.available where seq = new.seq;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from tool_search where seq = old.seq;
    delete from tool_stock where seq = old.seq;
  end if;
  if tg_op <> 'DELETE' then
    insert into tool_search select * from listed_tools() where seq = new.seq;
    insert into tool_stock select new.seq, new.available where new.deleted_at is null;
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
create trigger tool_kept_search after insert or delete or update of name, sku, category, price, min_quantity, available, deleted_at
  on tool for each row execute function keep_search();
create trigger tool_truncated_search after truncate on tool for each statement execute function keep_search();

-- Writes what differs from the tools anew, should these tables ever have been changed past them. Whoever wants to change
-- a tool or its stock waits meanwhile; lists and searches do not.
create function renew_search() returns void language plpgsql as $$
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
end $$;
select renew_search();
