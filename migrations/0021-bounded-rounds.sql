-- Which of the kept pictures an address leads to, so that an index finds who uses one.
create function picture_key(address text) returns text
  language sql immutable parallel safe
  return substring(address from '^/images/([0-9a-f]{32})/');
create index tool_picture on tool (picture_key(image));
create index person_picture on person (picture_key(photo)) where photo is not null;
create index review_picture on review (picture_key(photo)) where photo is not null;

-- Pictures that orders show and their tools do not. An order takes its picture from its tool, so there is one only after
-- somebody changed either by hand: these few are written down, instead of an index of all orders.
create table former_picture (address text primary key);
insert into former_picture select distinct tool_image from orders where tool_image not in (select image from tool);
create function keep_former_picture() returns trigger language plpgsql as $$
declare address text;
begin
  if tg_table_name = 'tool' then address := old.image; else address := new.tool_image; end if;
  insert into former_picture values (address) on conflict do nothing;
  return null;
end $$;
create trigger tool_former_picture after update of image on tool
  for each row execute function keep_former_picture();
create trigger orders_former_picture after update of tool_image on orders
  for each row execute function keep_former_picture();
create index former_picture_key on former_picture (picture_key(address));

-- Mails that wait, however many, keep nobody from finding the messages about money, and the other way round.
drop index outbox_due;
create index outbox_due on outbox (run_at) where done_at is null and dead_at is null and kind not like 'mail.%';
create index outbox_mail_due on outbox (run_at) where done_at is null and dead_at is null and kind like 'mail.%';

-- The payments of the last weeks, among those of years: rows stand in the order of their age, so a few kilobytes tell where.
create index payment_by_age on payment using brin (created_at);
