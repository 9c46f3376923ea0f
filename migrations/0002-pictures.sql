-- Every picture that somebody sent, written before it is decoded: what a person sent within an hour is counted here,
-- and what nobody uses a day later is found here and removed. The key names the content.
create table upload (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person,
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  bytes int not null check (bytes > 0),
  at timestamptz not null default now()
);
create index upload_person on upload (person_id, at);
create index upload_key on upload (key);

-- The item number of a tool that was deleted may be given again.
alter table tool drop constraint tool_sku_key;
create unique index tool_sku on tool (sku) where deleted_at is null;
