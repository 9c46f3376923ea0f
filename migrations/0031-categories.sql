-- A tool's category stands among its words, as "=" and the category. No word of letters begins with "=", so a category is
-- found, combined with other words and sorted by the same indexes.
create function terms_of(search text, category text) returns setof text
  language sql immutable parallel safe
  begin atomic
    select words_of(search) union select '=' || category where category is not null;
  end;

-- The categories of the catalogue, and how many tools that are sold each has.
create table tool_category (category text primary key, tools bigint not null default 0);

-- Nobody adds or changes a tool between the first copy and the triggers that keep it true.
lock table tool in share row exclusive mode;

insert into tool_word
  select '=' || category, seq, price, min_quantity, lower(name) from tool where deleted_at is null and category is not null;
insert into tool_category
  select category, count(*) from tool where deleted_at is null and category is not null group by category order by category;
analyze tool_word;

-- Adds these numbers to the counts of words and categories, always in one order: two changes never wait for each other in turn.
create function count_terms(terms text[], changes bigint[]) returns void language sql as $$
  insert into search_word
    select term, sum(change) from unnest(terms, changes) as changed (term, change)
     where term not like '=%' group by term having sum(change) <> 0 order by term
    on conflict (word) do update set tools = search_word.tools + excluded.tools;
  insert into tool_category
    select substr(term, 2), sum(change) from unnest(terms, changes) as changed (term, change)
     where term like '=%' group by term having sum(change) <> 0 order by term
    on conflict (category) do update set tools = tool_category.tools + excluded.tools;
$$;

create or replace function keep_words() returns trigger language plpgsql as $$
declare terms text[]; changes bigint[];
begin
  insert into tool_stock select seq, available, price, min_quantity from added where deleted_at is null;
  with kept as (
    insert into tool_word
    select term, seq, price, min_quantity, lower(name)
      from added, lateral (select terms_of(added.search, added.category) term) its where deleted_at is null
    returning word),
  counted as (select word, count(*) as tools from kept group by word)
  select array_agg(word), array_agg(tools) into terms, changes from counted;
  perform count_terms(terms, changes);
  return null;
end $$;

create or replace function keep_new_words() returns trigger language plpgsql as $$
declare terms text[]; changes bigint[];
begin
  delete from tool_stock where seq = old.seq;
  insert into tool_stock select new.seq, new.available, new.price, new.min_quantity where new.deleted_at is null;
  delete from tool_word where seq = old.seq and word in (select terms_of(old.search, old.category));
  insert into tool_word
    select term, new.seq, new.price, new.min_quantity, lower(new.name) from terms_of(new.search, new.category) term
     where new.deleted_at is null;
  select array_agg(term), array_agg(change) into terms, changes from (
    select term, -1 as change from terms_of(old.search, old.category) term where old.deleted_at is null
    union all select term, 1 from terms_of(new.search, new.category) term where new.deleted_at is null) changed;
  perform count_terms(terms, changes);
  return null;
end $$;
drop trigger tool_changed_words on tool;
create trigger tool_changed_words after update of name, sku, category, price, min_quantity, deleted_at on tool
  for each row execute function keep_new_words();

create or replace function forget_words() returns trigger language plpgsql as $$
declare terms text[]; changes bigint[];
begin
  if tg_op = 'TRUNCATE' then
    truncate tool_word, tool_stock;
    update search_word set tools = 0;
    update tool_category set tools = 0;
    return null;
  end if;
  delete from tool_stock using removed where tool_stock.seq = removed.seq;
  delete from tool_word using removed
   where tool_word.seq = removed.seq and word in (select terms_of(removed.search, removed.category));
  select array_agg(term), array_agg(-1) into terms, changes
    from removed, terms_of(removed.search, removed.category) term where deleted_at is null;
  perform count_terms(terms, changes);
  return null;
end $$;

create or replace function renew_search() returns void language plpgsql as $$
begin
  lock table tool in share mode;
  delete from tool_stock kept where not exists (
    select from tool where deleted_at is null
       and (seq, available, price, min_quantity) = (kept.seq, kept.available, kept.price, kept.min_quantity));
  insert into tool_stock select seq, available, price, min_quantity from tool where deleted_at is null
    on conflict do nothing;
  create temporary table said on commit drop as
    select term as word, seq, price, min_quantity, lower(name) as name
      from tool, terms_of(tool.search, tool.category) term where deleted_at is null;
  delete from tool_word kept where not exists (
    select from said where (word, seq, price, min_quantity, name)
       = (kept.word, kept.seq, kept.price, kept.min_quantity, kept.name));
  insert into tool_word select * from said on conflict do nothing;
  update search_word set tools = 0 where tools <> 0 and word not in (select word from said);
  insert into search_word select word, count(*) from said where word not like '=%' group by word order by word
    on conflict (word) do update set tools = excluded.tools where search_word.tools <> excluded.tools;
  update tool_category set tools = 0 where tools <> 0 and '=' || category not in (select word from said);
  insert into tool_category select substr(word, 2), count(*) from said where word like '=%' group by word order by word
    on conflict (category) do update set tools = excluded.tools where tool_category.tools <> excluded.tools;
end $$;
