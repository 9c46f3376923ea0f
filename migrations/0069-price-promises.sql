-- step: prices held for a customer until a day. Its lines, name and address stay as they were when it was made
create table if not exists price_promise (
  id uuid primary key default gen_random_uuid(),
  seq bigint not null generated always as identity unique,
  person_id uuid not null references person,
  name text not null,
  phone text not null,
  address text not null,
  po_number text check (char_length(po_number) between 1 and 40),
  job text check (char_length(job) between 1 and 40),
  note text check (char_length(note) between 1 and 300),
  state text not null default 'sent' check (state in ('sent', 'accepted', 'withdrawn')),
  lines int not null check (lines between 1 and 200),
  goods_cents bigint not null,
  guard_cents bigint not null check (guard_cents between 0 and goods_cents),
  valid_until timestamptz not null,
  openings int not null default 0 check (openings >= 0),
  last_opened_at timestamptz,
  request_key text,
  body_hash bytea,
  created_at timestamptz not null,
  unique (person_id, request_key)
);
create index if not exists price_promise_person on price_promise (person_id, seq desc);
create table if not exists price_promise_line (
  promise_id uuid not null references price_promise,
  line_no int not null check (line_no between 1 and 200),
  tool_id uuid not null references tool,
  tool_name text not null,
  tool_image text not null,
  sku text,
  quantity int not null check (quantity >= 1),
  unit_price int not null check (unit_price >= 1),
  guard_cents bigint not null check (guard_cents >= 0 and guard_cents < unit_price::bigint * quantity * 100),
  primary key (promise_id, line_no),
  unique (promise_id, tool_id)
);
-- A right to look and to pay. Of its token the shop has the hash alone; a new link of a promise revokes the one before.
create table if not exists pay_link (
  id uuid primary key default gen_random_uuid(),
  promise_id uuid not null references price_promise,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create unique index if not exists one_good_link on pay_link (promise_id) where revoked_at is null;
-- step: what a purchase was made of
alter table purchase add column if not exists promise_id uuid;
-- step
drop index concurrently if exists purchase_of_promise;
-- step: a promise is ordered once
create unique index concurrently purchase_of_promise on purchase (promise_id) where promise_id is not null;
-- step
alter table purchase
  drop constraint if exists purchase_promise,
  add constraint purchase_promise foreign key (promise_id) references price_promise not valid;
-- step
alter table purchase validate constraint purchase_promise;
-- step: who pays by a link, of each payment begun so. The key is the hash of the one that their browser made
alter table payment
  add column if not exists pay_link_id uuid,
  add column if not exists payer_name text,
  add column if not exists payer_email text,
  add column if not exists payer_key bytea,
  add column if not exists pressed_at timestamptz,
  drop constraint if exists payment_link,
  add constraint payment_link foreign key (pay_link_id) references pay_link not valid,
  drop constraint if exists payer_of_link,
  add constraint payer_of_link check (num_nulls(pay_link_id, payer_name, payer_email, payer_key, pressed_at) in (0, 5)) not valid;
-- step
alter table payment validate constraint payment_link;
-- step
alter table payment validate constraint payer_of_link;
