-- Writes the stock of locked tools. A statement goes on seeing the row as it was when it began, also when it waited for
-- the lock; to write it, it would lock that old version first, which somebody who waits for the new one may hold: a
-- deadlock. A function that is volatile sees what is now. Without reading all tools, so that they are written in one order.
create or replace function write_stock(tools uuid[], free int[], queued int[]) returns void language plpgsql volatile
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  update tool set available = its.free, waiting = its.queued from unnest(tools, free, queued) as its (id, free, queued)
   where tool.id = its.id;
end $$;
