-- An order is asked for by what its customer reads out over the phone: the end of its id.
create index orders_by_short_id on orders (right(id::text, 12));
