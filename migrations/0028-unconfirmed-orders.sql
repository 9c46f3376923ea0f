-- From which network an account without a confirmed e-mail or a paid order ordered, as a hash, and the place of the
-- order among the unpaid ones of all such accounts there. Two orders that come at once want the same place and one of
-- them looks again: so the limit holds without any lock. Both are forgotten once the order is no longer unpaid.
alter table orders add column network bytea;
alter table orders add column network_place int;
create unique index one_order_per_network_place on orders (network, network_place)
  where network is not null and state in ('unpaid', 'expiring', 'cancelling');
create index orders_network_ended on orders (id)
  where network is not null and state not in ('unpaid', 'expiring', 'cancelling');

-- How often stock was held for an order once more or for longer.
alter table orders add column hold_renewals int not null default 0;
