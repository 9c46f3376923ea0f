-- The text in which tools are searched: name and item number in lower case, numbers and their units in one word
-- ("250 mm" is "250mm"). `searchWords` brings what somebody searches for into the same form.
create function tool_search_text(name text, sku text, id uuid) returns text
  language sql immutable parallel safe
  return regexp_replace(
    lower(name || ' ' || coalesce(sku, right(id::text, 6))),
    '(\d)[\s\u00a0]+(mm|cm|m|in|ft|g|kg|oz|lb|ml|l|v|w|a|ah|j|nm|pc|pcs|tpi)(?!\w)', '\1\2', 'g');

alter table tool add column search text not null generated always as (tool_search_text(name, sku, id)) stored;

-- One index for each order in which a page of the catalogue may begin anywhere. There is none by `available`: that
-- changes with every order, and an index on it would make each of those writes dearer than a sort ever is.
create index tool_by_price on tool (price, seq desc) where deleted_at is null;
create index tool_by_price_down on tool (price desc, seq desc) where deleted_at is null;
create index tool_by_name on tool (lower(name), seq desc) where deleted_at is null;
create index tool_by_minimum on tool (min_quantity, seq desc) where deleted_at is null;

-- Typing errors are forgiven where the database has pg_trgm and lets the shop use it; elsewhere a search finds what
-- is spelled as it is typed.
do $$
begin
  create extension if not exists pg_trgm;
  create index tool_by_text on tool using gin (search gin_trgm_ops) where deleted_at is null;
  create function tool_resembles(search text, word text) returns boolean
    language sql stable parallel safe
    return word_similarity(word, search) >= 0.4;
exception when others then
  raise warning 'Searches will not forgive typing errors, because pg_trgm cannot be used here: %', sqlerrm;
  create function tool_resembles(search text, word text) returns boolean
    language sql immutable parallel safe
    return false;
end $$;
