-- An archived tool keeps its item number, so that it can be restored. Where a number was given again while that was
-- possible, the tool that is sold keeps it, else the one that was added last; the others go by the end of their id.
lock table tool in share row exclusive mode;
update tool set sku = null
 where deleted_at is not null
   and exists (select from tool other where other.sku = tool.sku and other.id <> tool.id
                  and (other.deleted_at is null or other.seq > tool.seq));
create unique index tool_sku_of_all on tool (sku);
drop index tool_sku;
alter index tool_sku_of_all rename to tool_sku;

alter table tool add column deleted_by uuid references person;
