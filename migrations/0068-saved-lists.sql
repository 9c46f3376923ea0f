-- What somebody orders again and again, by a name of theirs. The service keeps it at 100 lists of 200 lines.
create table saved_list (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default now()
);
create unique index saved_list_name on saved_list (person_id, name);
create table saved_list_line (
  list_id uuid not null references saved_list on delete cascade,
  tool_id uuid not null references tool,
  quantity int not null check (quantity between 1 and 1000000),
  place int not null,
  primary key (list_id, tool_id)
);
