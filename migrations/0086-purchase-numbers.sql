-- Purchases are counted by themselves: counted together with their lines, their numbers had gaps. Locked before it is read
-- how far they have come, so that none is placed meanwhile.
create sequence purchase_number owned by purchase.seq;
lock table purchase in access exclusive mode;
select setval('purchase_number', (select coalesce(max(seq), 0) + 1 from purchase), false);
alter table purchase alter column seq set default nextval('purchase_number');
