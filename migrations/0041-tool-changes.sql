-- An edit of a tool names the version that it was made from, so that two admins never overwrite each other unseen.
alter table tool add column version int not null default 1;

-- What edits did to a tool, one row for each save: its history, and what an edit from an older version is compared with.
create table tool_change (
  id bigint generated always as identity primary key,
  tool_id uuid not null references tool,
  version int not null check (version > 1),
  person_id uuid not null references person,
  at timestamptz not null,
  undoes bigint references tool_change,
  fields jsonb not null,
  request_key text,
  unique (tool_id, version)
);
comment on column tool_change.version is 'of the tool, after the change';
comment on column tool_change.fields is 'by the name of each field what it was and what it is: {"price": [9, 10]}';
create unique index tool_change_request on tool_change (person_id, request_key) where request_key is not null;
