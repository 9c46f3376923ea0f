-- Money goes back and pieces leave in parts. A refund is a row with a key of its own at the provider, a shipment a row of
-- facts. Payments that were refunded and orders that were shipped before get theirs in the next file.
create type refund_state as enum ('due', 'sent', 'succeeded', 'failed', 'by_hand');

-- An order held all its pieces or none; now it may have given some up. What must hold is said by line_pieces.
do $$
declare told text;
begin
  for told in select conname from pg_constraint
    where conrelid = 'orders'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ 'hold_quantity = 0'
  loop execute format('alter table orders drop constraint %I', told); end loop;
end $$;

alter table payment
  add column refunded_cents bigint not null default 0;
alter table payment
  add constraint payment_refunded_cents check (refunded_cents between 0 and amount_cents) not valid;

create table refund (
  id uuid primary key default gen_random_uuid(),
  purchase_id uuid not null references purchase,
  attempt int not null,
  no int not null check (no >= 1),
  amount_cents bigint not null check (amount_cents > 0),
  state refund_state not null default 'due',
  reason text,
  person_id uuid references person,
  request_key text,
  provider_refund_id text unique,
  replaces uuid unique references refund,
  tries int not null default 1 check (tries >= 1),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  ended_at timestamptz,
  unique (purchase_id, no),
  unique (person_id, request_key),
  foreign key (purchase_id, attempt) references payment (order_id, attempt)
);
create index refund_of_payment on refund (purchase_id, attempt);

create table refund_line (
  refund_id uuid not null references refund,
  order_id uuid not null references orders,
  quantity int not null check (quantity > 0),
  of_shipped int not null default 0 check (of_shipped between 0 and quantity),
  back_in_stock int not null check (back_in_stock between quantity - of_shipped and quantity),
  goods_cents bigint not null,
  guard_cents bigint not null,
  discount_cents bigint not null,
  primary key (refund_id, order_id)
);
create index refund_line_of_order on refund_line (order_id);

create table shipment (
  id uuid primary key default gen_random_uuid(),
  purchase_id uuid not null references purchase,
  no int not null check (no >= 1),
  person_id uuid references person,
  carrier text,
  tracking text,
  request_key text,
  at timestamptz not null default now(),
  unique (purchase_id, no),
  unique (person_id, request_key)
);

create table shipment_line (
  shipment_id uuid not null references shipment on delete cascade,
  order_id uuid not null references orders,
  quantity int not null check (quantity > 0),
  primary key (shipment_id, order_id)
);
create index shipment_line_of_order on shipment_line (order_id);

-- A process of the version before says nothing of shipped pieces; this one does, and needs no help with them.
drop trigger former_shipping on orders;
create trigger former_shipping before update of state, hold_quantity on orders for each row
  when (pg_trigger_depth() = 0 and new.shipped_quantity = old.shipped_quantity
        and (new.state <> old.state or new.hold_quantity < old.shipped_quantity))
  execute function shipped_by_order();

-- Money may be given back at the provider when pieces have left: `returned`. What the reasons are is said by purchase.
alter table orders drop constraint orders_review_reason_check;
alter table purchase add constraint purchase_review_reason check
  (review_reason in ('amount', 'currency', 'order', 'mode', 'dispute', 'provider', 'refund', 'returned')) not valid;
