-- What the buyer's own books call a purchase.
alter table purchase
  add column po_number text check (char_length(po_number) between 1 and 40),
  add column job text check (char_length(job) between 1 and 40);

-- What somebody will order, on every device where they log in. The service keeps it at 200 lines.
create table order_list (
  person_id uuid primary key references person,
  version bigint not null check (version >= 1)
);
create table order_list_line (
  person_id uuid not null references order_list,
  tool_id uuid not null references tool,
  quantity int not null check (quantity between 1 and 1000000),
  seen_price int not null check (seen_price >= 0),
  added_at bigint not null,
  primary key (person_id, tool_id)
);
comment on column order_list_line.added_at is 'milliseconds, by the clock of the browser: the order of the lines';
