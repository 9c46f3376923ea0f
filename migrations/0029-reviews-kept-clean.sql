-- A hidden review keeps its row and says who hid it, when and why. `sent` counts how often its text was sent that day.
alter table review
  add column hidden_at timestamptz,
  add column hidden_by uuid references person,
  add column hidden_reason text check (length(hidden_reason) between 1 and 500),
  add column sent int not null default 1 check (sent >= 1),
  add constraint review_hidden_check
    check ((hidden_at is null) = (hidden_reason is null) and (hidden_at is null) = (hidden_by is null));

-- "Verified purchase" is read from the orders: public answers with reviews change when one is shipped, or no longer is.
create index orders_shipped on orders (person_id) where state = 'shipped';
create function tell_verified() returns trigger language plpgsql as $$
begin
  if exists (select from review where person_id = new.person_id) then
    perform pg_notify('shop_news', 'reviews');
  end if;
  return null;
end $$;
create trigger order_shipped_news after update of state on orders for each row
  when (old.state is distinct from new.state and (old.state = 'shipped' or new.state = 'shipped'))
  execute function tell_verified();
