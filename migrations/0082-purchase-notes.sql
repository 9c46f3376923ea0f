-- What admins write down about a purchase for each other; its buyer never sees it. Rows are only added.
create table purchase_note (
  id uuid primary key default gen_random_uuid(),
  purchase_id uuid not null references purchase,
  person_id uuid not null references person,
  text text not null check (char_length(text) between 1 and 2000),
  request_key text,
  at timestamptz not null,
  unique (person_id, request_key)
);
create index purchase_note_of_purchase on purchase_note (purchase_id, at);
