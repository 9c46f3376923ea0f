-- step: admins look for a purchase by what its buyer calls it
drop index concurrently if exists purchase_by_po_number;
-- step
create index concurrently purchase_by_po_number on purchase (lower(po_number)) where po_number is not null;
-- step
drop index concurrently if exists purchase_by_job;
-- step
create index concurrently purchase_by_job on purchase (lower(job)) where job is not null;
-- step: without figures about them the planner takes very many for alike
analyze purchase;
