-- step: whether a buyer was asked by mail; a question that no mail carried gives nothing up
alter table orders add column if not exists asked boolean not null default false;
-- step: lines whose buyer is asked about a later delivery
drop index concurrently if exists line_asked;
-- step
create index concurrently line_asked on orders (agree_by) where agree_by is not null;
-- step: mails that were given up, for the health of the shop
drop index concurrently if exists job_dead;
-- step
create index concurrently job_dead on job (dead_at) where dead_at is not null;
-- step: questions of before, but for those whose mail waits or was given up, or has nobody to go to
with unsent as materialized (select key from job where kind = 'mail.delivery-moved' and done_at is null)
update orders set asked = true
 where agree_by is not null
   and not exists (select from unsent where key like 'mail.delivery-moved:' || tool_id || ':%:' || person_id)
   and exists (select from person where person.id = person_id and disabled_at is null);
