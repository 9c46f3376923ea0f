-- A restock or correction is undone once, by a correction that names it.
alter table stock_move add column undoes bigint references stock_move;
create unique index stock_move_undoes on stock_move (undoes) where undoes is not null;
