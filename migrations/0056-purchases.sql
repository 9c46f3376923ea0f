-- A purchase: what is paid as one. Its lines are the orders. Each order of before becomes a purchase of one line with the
-- same id, and for now every purchase has the id of its first line, so that ids at the provider and in mails stay right.
create type purchase_state as enum
  ('approval', 'unpaid', 'changing', 'cancelling', 'expiring', 'paid', 'invoiced', 'cancelled', 'refund_due', 'refunded',
   'review');

create table purchase (
  id uuid primary key,
  seq bigint not null unique default nextval('orders_seq_seq'),
  person_id uuid not null references person,
  name text not null,
  email text not null,
  phone text not null,
  address text not null,
  state purchase_state not null default 'unpaid',
  version int not null default 1,
  lines int not null check (lines between 0 and 200),
  goods_cents bigint not null,
  guard_cents bigint not null default 0 check (guard_cents between 0 and goods_cents),
  discount_cents bigint not null default 0 check (discount_cents between 0 and goods_cents - guard_cents),
  amount_cents bigint not null check (amount_cents = goods_cents - guard_cents - discount_cents),
  offer boolean not null default false,
  hold_until timestamptz,
  hold_renewals int not null default 0,
  unpaid_place int check (unpaid_place >= 1),
  network bytea,
  network_place int,
  paid_intent text unique,
  paid_at timestamptz,
  review_reason text,
  review_no int not null default 0 check (review_no >= 0),
  review_intent text,
  created_at timestamptz not null default now(),
  unique (id, state),
  check (state <> 'paid' or (paid_intent is not null and paid_at is not null)),
  check (state <> 'review' or review_no >= 1)
);
create index purchase_person on purchase (person_id, seq desc);
create index purchase_by_state on purchase (state, seq);
create index purchase_hold on purchase (hold_until) where state = 'unpaid' and hold_until is not null;
create index purchase_unpaid_age on purchase (created_at) where state = 'unpaid';
create unique index one_offer on purchase (person_id)
  where offer and state in ('unpaid', 'changing', 'cancelling', 'expiring', 'paid');
create unique index one_purchase_per_place on purchase (person_id, unpaid_place)
  where state in ('unpaid', 'changing', 'expiring', 'cancelling');
create unique index one_purchase_per_network_place on purchase (network, network_place)
  where network is not null and state in ('unpaid', 'changing', 'expiring', 'cancelling');
create index purchase_network_ended on purchase (id)
  where network is not null and state not in ('unpaid', 'changing', 'expiring', 'cancelling');

-- What the buyer wished while a payment was open; done once that is closed, forgotten once it is paid.
create table purchase_wish (
  purchase_id uuid primary key references purchase,
  drop_orders uuid[] not null,
  person_id uuid references person,
  created_at timestamptz not null default now()
);

-- What a person sees of one line: its purchase's state and how many of its pieces left or were given up.
create function line_state(state purchase_state, earlier order_state, quantity int, shipped int, given_up int)
returns order_state language sql immutable parallel safe
return case
  when given_up = quantity and (earlier = 'cancelled' or state in
    ('approval', 'unpaid', 'changing', 'cancelling', 'expiring', 'cancelled')) then 'cancelled'
  when given_up = quantity then 'refunded'
  when state in ('paid', 'invoiced') then case when shipped > 0 and shipped + given_up = quantity then 'shipped' else 'paid' end
  when state in ('approval', 'changing') then 'unpaid'
  else state::text end::order_state;

alter table orders
  add column purchase_id uuid,
  add column purchase_state purchase_state,
  add column line_no int not null default 1,
  add column shipped_quantity int not null default 0,
  add column given_up int not null default 0;

-- A purchase moves all its lines at once, by its foreign key. What an order of before had to fulfil alone is now said of
-- purchase and line together.
do $$
declare told text;
begin
  for told in select conname from pg_constraint
    where conrelid = 'orders'::regclass and contype = 'c' and (pg_get_constraintdef(oid) ~ 'state' or pg_get_constraintdef(oid) ~ 'ARRAY\[0, quantity\]')
  loop execute format('alter table orders drop constraint %I', told); end loop;
end $$;
alter table orders
  add constraint line_of_purchase foreign key (purchase_id, purchase_state) references purchase (id, state)
    on update cascade not valid,
  add constraint line_pieces check (least(hold_quantity, shipped_quantity, given_up) >= 0
    and shipped_quantity <= hold_quantity and hold_quantity + given_up <= quantity) not valid,
  add constraint paid_line_has_pieces check (purchase_state <> 'paid' or hold_quantity + given_up = quantity) not valid;

-- Of a purchase with the offer every line has its share.
drop index one_offer_per_person;

create function set_line_state() returns trigger language plpgsql as $$
begin
  new.state := line_state(new.purchase_state, old.state, new.quantity, new.shipped_quantity, new.given_up);
  return new;
end $$;
create trigger line_state before update of purchase_state, shipped_quantity, given_up on orders for each row
  when (new.purchase_state is not null) execute function set_line_state();

-- Between here and the next release, processes of the previous version may run beside this one. They know orders alone:
-- what they write is brought to its purchase, and what belongs to a purchase is copied to its order.
create function purchase_state_of(state order_state) returns purchase_state language sql immutable parallel safe
return case when state = 'shipped' then 'paid' else state::text end::purchase_state;

create function shipped_by_order() returns trigger language plpgsql as $$
begin
  new.shipped_quantity := case when new.state = 'shipped' then new.quantity
                               when old.state = 'shipped' and new.state = 'paid' then 0
                               else least(new.shipped_quantity, new.hold_quantity) end;
  return new;
end $$;
create trigger former_shipping before update of state, hold_quantity on orders for each row
  when (pg_trigger_depth() = 0 and (new.state <> old.state or new.hold_quantity < old.shipped_quantity))
  execute function shipped_by_order();

create function purchase_from_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform purchases_of_orders(array[new.id]);
  elsif exists (select from orders where purchase_id = new.purchase_id and line_no > 1) then
    raise exception 'order % is a line of a purchase: this version of the shop cannot change it alone', new.id;
  else
    update purchase set state = purchase_state_of(new.state), hold_until = new.hold_until, hold_renewals = new.hold_renewals,
           unpaid_place = new.unpaid_place, network = new.network, network_place = new.network_place,
           paid_intent = new.paid_intent, paid_at = new.paid_at,
           review_reason = new.review_reason, review_no = new.review_no, review_intent = new.review_intent
     where id = new.purchase_id;
  end if;
  return null;
end $$;

create function purchases_of_orders(ids uuid[]) returns void language sql as $$
  insert into purchase (id, seq, person_id, name, email, phone, address, state, lines, goods_cents, guard_cents, discount_cents,
                        amount_cents, offer, hold_until, hold_renewals, unpaid_place, network, network_place, paid_intent,
                        paid_at, review_reason, review_no, review_intent, created_at)
  select id, seq, person_id, name, email, phone, address, purchase_state_of(state), 1, total_cents, guard_cents, discount_cents,
         total_cents - guard_cents - discount_cents, discount_cents > 0, hold_until, hold_renewals, unpaid_place, network,
         network_place, paid_intent, paid_at, review_reason, review_no, review_intent, created_at
    from orders where id = any (ids) order by id;
  update orders set purchase_id = id, purchase_state = purchase_state_of(state),
         shipped_quantity = case when shipped_at is not null then hold_quantity else 0 end
   where id = any (ids);
$$;

create trigger former_order after insert on orders for each row
  when (new.purchase_id is null) execute function purchase_from_order();
create trigger former_order_moved after update of state, hold_until, hold_renewals, unpaid_place, network, network_place,
    paid_intent, paid_at, review_reason, review_no, review_intent on orders for each row
  when (pg_trigger_depth() = 0 and new.purchase_id is not null) execute function purchase_from_order();

create function order_from_purchase() returns trigger language plpgsql as $$
begin
  update orders set hold_until = new.hold_until, hold_renewals = new.hold_renewals, unpaid_place = new.unpaid_place,
         network = new.network, network_place = new.network_place, paid_intent = new.paid_intent, paid_at = new.paid_at,
         review_reason = new.review_reason, review_no = new.review_no, review_intent = new.review_intent
   where id = new.id and not exists (select from orders where purchase_id = new.id and line_no > 1);
  return null;
end $$;
create trigger former_columns after update of hold_until, hold_renewals, unpaid_place, network, network_place, paid_intent,
    paid_at, review_reason, review_no, review_intent on purchase for each row
  when (pg_trigger_depth() = 0) execute function order_from_purchase();
