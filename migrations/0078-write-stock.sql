-- Writes the stock of locked tools. A statement goes on seeing the row as it was when it began, also when it waited for
-- the lock; to write it, it would lock that old version first, which somebody who waits for the new one may hold: a
-- deadlock. A function that is volatile sees what is now. Without reading all tools, so that they are written in one order.
create or replace function write_stock(tools uuid[], available int[], waiting int[]) returns void language sql volatile
  set enable_seqscan = off
  begin atomic
    update tool set available = its.available, waiting = its.waiting
      from unnest(write_stock.tools, write_stock.available, write_stock.waiting) as its (id, available, waiting)
     where tool.id = its.id;
  end;
