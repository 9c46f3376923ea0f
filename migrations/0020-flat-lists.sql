-- The words of every tool that is sold, each with all by which lists are sorted: the first of those that have a word are
-- then found at once in every order, however many others have it.
create table tool_word (
  word text collate "C" not null,
  seq bigint not null,
  price int not null,
  min_quantity int not null,
  name text not null,
  primary key (word, seq) include (price, min_quantity)
);
alter table tool_word alter column word set statistics 1000;

-- How many tools have a word: a search for several begins with the rarest.
alter table search_word add column tools bigint not null default 0;

insert into tool_word
  select word, seq, price, min_quantity, lower(name)
    from tool, lateral (select distinct word from words_of(tool.search) word) its where deleted_at is null;
update search_word set tools = counted.tools
  from (select word, count(*) as tools from tool_word group by word) counted where counted.word = search_word.word;

create index tool_word_by_price on tool_word (word, price, seq desc);
create index tool_word_by_price_down on tool_word (word, price desc, seq desc);
create index tool_word_by_minimum on tool_word (word, min_quantity, seq desc);
create index tool_word_by_name on tool_word (word, name, seq desc);

-- The stock of every tool that is sold, to be sorted by. It stands apart because an index on the tool itself would make
-- each change of stock write into all of the tool's indexes anew, that of its text among them.
create table tool_stock (seq bigint primary key, available int not null) with (autovacuum_vacuum_scale_factor = 0.02);
insert into tool_stock select seq, available from tool where deleted_at is null;
create index tool_by_stock on tool_stock (available desc, seq desc);

-- The planner knows nothing of a new table until somebody looks at it.
analyze tool_word;
analyze tool_stock;

-- Words are counted in one order, so that two who change tools at once never wait for each other in turn.
create or replace function keep_words() returns trigger language plpgsql as $$
begin
  insert into tool_stock select seq, available from added where deleted_at is null;
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
  insert into tool_stock select new.seq, new.available where new.deleted_at is null;
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
drop trigger tool_renamed_words on tool;
create trigger tool_changed_words after update of name, sku, price, min_quantity, deleted_at on tool
  for each row execute function keep_new_words();

create function forget_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate tool_word, tool_stock;
    update search_word set tools = 0;
    return null;
  end if;
  delete from tool_stock using removed where tool_stock.seq = removed.seq;
  delete from tool_word using removed where tool_word.seq = removed.seq and word in (select words_of(removed.search));
  insert into search_word
    select word, -count(*) from (select distinct seq, word from removed, words_of(removed.search) word where deleted_at is null) gone
     group by word order by word
    on conflict (word) do update set tools = search_word.tools + excluded.tools;
  return null;
end $$;
create trigger tool_removed_words after delete on tool
  referencing old table as removed for each statement execute function forget_words();
create trigger tool_truncated_words after truncate on tool for each statement execute function forget_words();

create function keep_stock() returns trigger language plpgsql as $$
begin
  update tool_stock set available = new.available where seq = new.seq;
  return null;
end $$;
create trigger tool_stock_changed after update of available on tool
  for each row when (old.available is distinct from new.available) execute function keep_stock();
