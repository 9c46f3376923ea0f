-- Whose delivery was told for a later day is asked whether they keep waiting, until a day of their own. What waits for
-- nothing is asked nothing, by whatever way it came, was given up or given back.
alter table orders
  add column waits_until date,
  add column delayed boolean not null default false,
  add column agree_by date;

create function forget_delay() returns trigger language plpgsql as $$
begin
  new.waits_until := null;
  new.delayed := false;
  new.agree_by := null;
  return new;
end $$;
create trigger line_waits_no_more before update of waiting on orders for each row
  when (old.waiting > 0 and new.waiting = 0) execute function forget_delay();
