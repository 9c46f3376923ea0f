-- A shipment may leave without a mail, and its tracking number may be corrected afterwards.
alter table shipment
  add column tells boolean not null default true,
  add column corrections int not null default 0 check (corrections >= 0);
