create type person_role as enum ('customer', 'admin');

create table person (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  name text not null check (length(name) between 1 and 80),
  role person_role not null default 'customer',
  photo text,
  demo boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);

create table password (
  person_id uuid primary key references person,
  hash text not null,
  changed_at timestamptz not null default now()
);

-- The cookie holds the token, the row only its hash: a stolen table opens no session.
create table session (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  person_id uuid not null references person,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index session_person on session (person_id);

-- Keys that sign the bearer tokens; in the database because every process of a shop must share them.
create table signing_key (
  id text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);

-- Failed sign-ins only, so that nobody who knows the password is ever locked out by signing in often.
create table sign_in_failure (
  subject text primary key,
  failures int not null,
  last_at timestamptz not null default now()
);

create table tool (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  name text not null check (length(name) between 1 and 200),
  description text not null check (length(description) <= 5000),
  image text not null,
  sku text unique,
  category text,
  price int not null check (price between 1 and 1000000),
  min_quantity int not null check (min_quantity >= 1),
  available int not null check (available >= 0),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on column tool.price is 'whole dollars for one piece';
comment on column tool.available is 'sum of the tool''s stock_move.delta: pieces neither held nor sold';

create type order_state as enum
  ('unpaid', 'cancelling', 'expiring', 'paid', 'shipped', 'cancelled', 'refund_due', 'refunded', 'review');

create table orders (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  person_id uuid not null references person,
  tool_id uuid not null references tool,
  name text not null,
  email text not null,
  phone text not null,
  address text not null,
  tool_name text not null,
  tool_image text not null,
  unit_price int not null check (unit_price >= 1),
  quantity int not null check (quantity >= 1),
  total_cents bigint not null check (total_cents = unit_price::bigint * quantity * 100),
  discount_cents bigint not null default 0 check (discount_cents between 0 and total_cents),
  state order_state not null default 'unpaid',
  hold_quantity int not null check (hold_quantity in (0, quantity)),
  hold_no int not null default 1,
  hold_until timestamptz,
  paid_intent text unique,
  paid_at timestamptz,
  shipped_at timestamptz,
  created_at timestamptz not null default now(),
  check (state not in ('paid', 'shipped') or (paid_intent is not null and paid_at is not null and hold_quantity = quantity)),
  check (state <> 'shipped' or shipped_at is not null),
  check (state <> 'cancelled' or hold_quantity = 0)
);
create index orders_person on orders (person_id, seq desc);
create unique index one_offer_per_person on orders (person_id)
  where discount_cents > 0 and state not in ('cancelled', 'refunded');
create index orders_hold on orders (hold_until) where state = 'unpaid' and hold_quantity > 0;

create table stock_move (
  id bigint generated always as identity primary key,
  tool_id uuid not null references tool,
  order_id uuid references orders,
  hold_no int,
  kind text not null check (kind in ('initial', 'restock', 'correction', 'hold', 'release')),
  delta int not null,
  reason text,
  at timestamptz not null default now(),
  check ((kind in ('hold', 'release')) = (order_id is not null and hold_no is not null)),
  check (kind <> 'hold' or delta < 0),
  check (kind <> 'release' or delta > 0)
);
create unique index one_move_per_hold on stock_move (order_id, hold_no, kind) where order_id is not null;
create index stock_move_tool on stock_move (tool_id);

-- A repeated submit finds its first answer here.
create table idempotency (
  person_id uuid not null references person,
  key text not null,
  body_hash bytea not null,
  order_id uuid not null references orders,
  at timestamptz not null default now(),
  primary key (person_id, key)
);

create type payment_state as enum ('creating', 'open', 'succeeded', 'cancelled', 'refunded');

create table payment (
  order_id uuid not null references orders,
  attempt int not null check (attempt >= 1),
  idempotency_key text not null unique,
  intent_id text unique,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null default 'usd',
  state payment_state not null default 'creating',
  looked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (order_id, attempt),
  check (state = 'creating' or state = 'cancelled' or intent_id is not null)
);
create unique index one_live_payment on payment (order_id) where state in ('creating', 'open', 'succeeded');
create index payment_unsettled on payment (created_at) where state in ('creating', 'open');

-- The inbox: a webhook is answered once its event is stored; a worker settles it.
create table stripe_event (
  id text primary key,
  type text not null,
  intent_id text,
  received_at timestamptz not null default now(),
  done_at timestamptz,
  attempts int not null default 0,
  run_at timestamptz not null default now(),
  last_error text
);
create index stripe_event_due on stripe_event (run_at) where done_at is null;

create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  dedupe text not null unique,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  run_at timestamptz not null default now(),
  lease_until timestamptz,
  attempts int not null default 0,
  last_error text,
  done_at timestamptz
);
create index outbox_due on outbox (run_at) where done_at is null;

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  action text not null,
  target text not null,
  meta jsonb not null default '{}'
);

create table review (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  person_id uuid references person,
  name text not null,
  photo text,
  review text not null check (length(review) between 1 and 2000),
  star numeric(2, 1) not null check (star between 0.5 and 5 and star * 2 = floor(star * 2)),
  created_at timestamptz not null default now()
);
