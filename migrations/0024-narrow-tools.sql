-- What lists are narrowed by stands beside the stock: ten thousand whole tools, read in order to count them, are five
-- megabytes, and these a tenth of it.
drop table tool_stock;
create table tool_stock (
  seq bigint primary key,
  available int not null,
  price int not null,
  min_quantity int not null
) with (autovacuum_vacuum_scale_factor = 0.02);
insert into tool_stock select seq, available, price, min_quantity from tool where deleted_at is null order by seq;
create index tool_by_stock on tool_stock (available desc, seq desc);
analyze tool_stock;

create or replace function keep_words() returns trigger language plpgsql as $$
begin
  insert into tool_stock select seq, available, price, min_quantity from added where deleted_at is null;
  with kept as (
    insert into tool_word
    select word, seq, price, min_quantity, lower(name)
      from added, lateral (select distinct word from words_of(added.search) word) its where deleted_at is null
    returning word)
  insert into search_word select word, count(*) from kept group by word order by word
    on conflict (word) do update set tools = search_word.tools + excluded.tools;
  return null;
end $$;

create or replace function keep_new_words() returns trigger language plpgsql as $$
begin
  delete from tool_stock where seq = old.seq;
  insert into tool_stock select new.seq, new.available, new.price, new.min_quantity where new.deleted_at is null;
  delete from tool_word where seq = old.seq and word in (select words_of(old.search));
  insert into tool_word
    select distinct word, new.seq, new.price, new.min_quantity, lower(new.name) from words_of(new.search) word
     where new.deleted_at is null;
  insert into search_word
    select word, sum(change) from (
      select distinct word, -1 as change from words_of(old.search) word where old.deleted_at is null
      union all select distinct word, 1 from words_of(new.search) word where new.deleted_at is null) changed
     group by word order by word
    on conflict (word) do update set tools = search_word.tools + excluded.tools;
  return null;
end $$;

-- Writes what differs from the tools anew, should these tables ever have been changed past them. Whoever wants to change
-- a tool or its stock waits meanwhile; lists and searches do not.
create function renew_search() returns void language plpgsql as $$
begin
  lock table tool in share mode;
  delete from tool_stock kept where not exists (
    select from tool where deleted_at is null
       and (seq, available, price, min_quantity) = (kept.seq, kept.available, kept.price, kept.min_quantity));
  insert into tool_stock select seq, available, price, min_quantity from tool where deleted_at is null
    on conflict do nothing;
  create temporary table said on commit drop as
    select word, seq, price, min_quantity, lower(name) as name
      from tool, lateral (select distinct word from words_of(tool.search) word) its where deleted_at is null;
  delete from tool_word kept where not exists (
    select from said where (word, seq, price, min_quantity, name)
       = (kept.word, kept.seq, kept.price, kept.min_quantity, kept.name));
  insert into tool_word select * from said on conflict do nothing;
  update search_word set tools = 0 where tools <> 0 and word not in (select word from said);
  insert into search_word select word, count(*) from said group by word order by word
    on conflict (word) do update set tools = excluded.tools where search_word.tools <> excluded.tools;
end $$;
