-- Each time that an order was put aside, and what was decided: until now this was looked up in the audit.
create table order_review (
  order_id uuid not null references orders,
  no int not null,
  intent_id text not null,
  reason text not null,
  decided_by uuid references person,
  decision text,
  decision_reason text,
  primary key (order_id, no)
);
comment on column order_review.no is 'as orders.review_no counts';

-- How the shop was set up at its last start.
create table configuration (
  single boolean primary key default true check (single),
  fingerprint text not null
);

with aside as (
  select orders.id, orders.review_no - count(*) over (partition by target)
           + row_number() over (partition by target order by audit.id) as no, meta
    from audit join orders on orders.id = target::uuid
   where action in ('order.review', 'order.review_added')),
decided as (
  select distinct on (target, meta ->> 'review') target, (meta ->> 'review')::int as no, actor, meta
    from audit
   where action in ('order.resumed', 'order.resumed_shipped', 'order.refund_decided', 'order.closed')
     and meta ? 'review' and actor is not null
   order by target, meta ->> 'review', id desc)
insert into order_review (order_id, no, intent_id, reason, decided_by, decision, decision_reason)
select aside.id, aside.no, aside.meta ->> 'intent', aside.meta ->> 'why',
       decided.actor, decided.meta ->> 'decision', decided.meta ->> 'reason'
  from aside left join decided on decided.target::uuid = aside.id and decided.no = aside.no
 where aside.meta ? 'intent' and aside.meta ? 'why';

insert into configuration (fingerprint)
select meta ->> 'fingerprint' from audit where action = 'shop.configured' and meta ? 'fingerprint' order by -id limit 1;
