-- Who put or took stock by hand. The key makes a change that is sent twice one change.
alter table stock_move add column person_id uuid references person;
alter table stock_move add column request_key text;
create unique index one_stock_change on stock_move (person_id, request_key) where request_key is not null;
alter table stock_move add check (kind not in ('restock', 'correction') or (person_id is not null and reason is not null));
alter table stock_move add check (kind <> 'restock' or delta > 0);

-- The moves of one tool, page by page.
drop index stock_move_tool;
create index stock_move_tool on stock_move (tool_id, id);
