-- The newest orders of one status, however many there are of the others.
create index orders_by_state on orders (state, seq);
