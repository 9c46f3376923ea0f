-- step: a tool that was taken out of an unpaid purchase may come back to it
drop index concurrently if exists one_kept_line_per_tool;
-- step
create unique index concurrently one_kept_line_per_tool on orders (purchase_id, tool_id) where given_up < quantity;
-- step
drop index concurrently if exists one_line_per_tool;
