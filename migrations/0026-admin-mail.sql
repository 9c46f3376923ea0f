-- What an admin wants to hear by mail. Whoever never chose has no row, and hears of disputes and refused refunds.
create table admin_mail (
  person_id uuid primary key references person (id),
  paid_order boolean not null,
  dispute boolean not null,
  refund_refused boolean not null,
  low_stock boolean not null
);

create index person_admin on person (id) where role = 'admin';

-- One message for each admin who wants the news, in the transaction of its cause. `cause` names it: it is told once.
-- The accounts of the demonstration have addresses of nobody: they hear what they chose themselves, and nothing else.
create function tell_admins(kind text, news text, cause text, about jsonb) returns void language sql as $$
  insert into outbox (kind, dedupe, payload)
  select kind, concat_ws(':', kind, news, cause, person.id), about || jsonb_build_object('news', news, 'personId', person.id)
    from person left join admin_mail wish on wish.person_id = person.id
   where person.role = 'admin' and person.disabled_at is null and (wish.person_id is not null or not person.demo)
     and case news
           when 'paidOrder' then coalesce(wish.paid_order, false)
           when 'dispute' then coalesce(wish.dispute, true)
           when 'refundRefused' then coalesce(wish.refund_refused, true)
           when 'lowStock' then coalesce(wish.low_stock, false)
         end
  on conflict (dedupe) do nothing
$$;

-- Wherever pieces are taken: fewer are left than the least that may be ordered. Told again only after there were enough.
create function tell_low_stock() returns trigger language plpgsql as $$
begin
  perform tell_admins('mail.stock-news', 'lowStock', new.id || ':' || pg_current_xact_id(), jsonb_build_object('toolId', new.id));
  return null;
end $$;
create trigger tool_low_stock after update of available, min_quantity on tool for each row
  when (old.available >= old.min_quantity and new.available < new.min_quantity and new.deleted_at is null)
  execute function tell_low_stock();
