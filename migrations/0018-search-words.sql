-- The words of the catalogue, each once: whoever mistypes one is led to those that look like it. They are few, however many
-- tools there are. The words of tools that are gone stay, and find nothing.
create table search_word (word text primary key);

create function words_of(search text) returns setof text
  language sql immutable parallel safe
  begin atomic
    select found[1] from regexp_matches(search, '[[:alpha:]]{3,}', 'g') found;
  end;

insert into search_word select distinct word from tool, words_of(tool.search) word on conflict do nothing;

-- In one order, so that two who add tools at once never wait for each other in turn.
create function keep_words() returns trigger language plpgsql as $$
begin
  insert into search_word select distinct word from added, words_of(added.search) word order by word on conflict do nothing;
  return null;
end $$;
create trigger tool_words after insert on tool
  referencing new table as added for each statement execute function keep_words();

create function keep_new_words() returns trigger language plpgsql as $$
begin
  insert into search_word select distinct word from words_of(new.search) word order by word on conflict do nothing;
  return null;
end $$;
create trigger tool_renamed_words after update of name, sku on tool
  for each row execute function keep_new_words();
