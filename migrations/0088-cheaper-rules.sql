-- The rules of ladders and lines as functions that cost little where they are asked for every row: as SQL functions with
-- a query in them, or with a cast that is not immutable, they were planned and run like queries of their own.

-- Every step is for more pieces, in whole packs, and cheaper than the one before. A check of `tool` asks it at each change
-- of the stock, too.
create or replace function is_ladder(price int, min_quantity int, pack int, step_from int[], step_price int[]) returns boolean
  language plpgsql immutable parallel safe as $$
declare
  fewer int := min_quantity;
  dearer int := price;
begin
  if (pack >= 1 and min_quantity % pack = 0 and cardinality(step_from) = cardinality(step_price)
      and cardinality(step_from) <= 10) is not true then
    return false;
  end if;
  for place in 1..cardinality(step_from) loop
    if (step_from[place] > fewer and step_from[place] % pack = 0 and step_price[place] < dearer and step_price[place] >= 1)
        is not true then
      return false;
    end if;
    fewer := step_from[place];
    dearer := step_price[place];
  end loop;
  return true;
end $$;

create or replace function price_guard(quantity int, price int, step_from int[], step_price int[]) returns bigint
  language plpgsql immutable parallel safe as $$
declare cheapest bigint;
begin
  -- Of a tool that is not there nothing is known.
  for place in 1..coalesce(cardinality(step_from), 0) loop
    if step_from[place] > quantity then
      cheapest := least(cheapest, step_from[place]::bigint * step_price[place]);
    end if;
  end loop;
  return greatest(0, quantity::bigint * unit_price(quantity, price, step_from, step_price) - cheapest);
end $$;

-- The text of an enum is only stable: declared immutable, the function could not become part of the query that asks it.
alter function line_state(purchase_state, order_state, int, int, int) stable;
