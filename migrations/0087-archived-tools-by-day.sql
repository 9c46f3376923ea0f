-- step: archived tools as Manage Tools lists them, the last archived first
drop index concurrently if exists tool_archived;
-- step
create index concurrently tool_archived on tool (deleted_at, seq) where deleted_at is not null;
