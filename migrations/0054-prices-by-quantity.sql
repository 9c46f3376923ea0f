-- Prices by quantity. The steps stand in the tool's row: what is read with a price is what is locked with it, and one check
-- guards them all. The checks are validated by the next migration, which does not keep orders waiting.
create function is_ladder(price int, min_quantity int, pack int, step_from int[], step_price int[]) returns boolean
  language sql immutable parallel safe
  return pack >= 1 and min_quantity % pack = 0
    and cardinality(step_from) = cardinality(step_price) and cardinality(step_from) <= 10
    and (cardinality(step_from) = 0 or not exists (
      select from (
        select quantity, each, lag(quantity, 1, min_quantity) over steps as fewer, lag(each, 1, price) over steps as dearer
          from unnest(step_from, step_price) with ordinality as step (quantity, each, place)
        window steps as (order by place)) as step
       where (quantity > fewer and quantity % pack = 0 and each < dearer and each >= 1) is not true));

-- Whole dollars for one piece of so many; where no step is reached, the tool's own price.
create function unit_price(quantity int, price int, step_from int[], step_price int[]) returns int
  language sql immutable parallel safe
  return coalesce(step_price[width_bucket(quantity, step_from)], price);

-- Whole dollars that so many cost more than the cheapest of the larger quantities at which a step begins; 0 if they do not.
create function price_guard(quantity int, price int, step_from int[], step_price int[]) returns bigint
  language sql immutable parallel safe
  return (select greatest(0, quantity::bigint * unit_price(quantity, price, step_from, step_price)
                             - min(larger::bigint * each) filter (where larger > quantity))
            from unnest(step_from, step_price) as step (larger, each));

alter table tool
  add column pack int not null default 1,
  add column step_from int[] not null default '{}',
  add column step_price int[] not null default '{}',
  add constraint ladder check (is_ladder(price, min_quantity, pack, step_from, step_price)) not valid;
comment on column tool.pack is 'pieces in a pack: only whole packs are ordered';
comment on column tool.step_from is 'from so many pieces on, each costs the step_price at the same place';

alter table orders
  add column guard_cents bigint not null default 0,
  add constraint orders_discount check (guard_cents >= 0 and discount_cents between 0 and total_cents - guard_cents) not valid;
comment on column orders.guard_cents is 'taken off the total, because a larger order would cost less as a whole';
