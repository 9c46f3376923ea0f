-- How many pieces of a tool are paid or held and have not left, however many orders other tools have.
create index orders_on_shelf on orders (tool_id) include (hold_quantity, paid_at)
  where hold_quantity > 0 and shipped_at is null;
