-- One table for all background work, each kind of it in a queue. Renaming is quick, however many messages there were, and
-- those that wait stay where they are. A process of the version before fails until it is replaced: it takes no orders, and
-- what it began is rolled back.
alter table outbox rename to job;
alter table job rename column dedupe to key;
alter table job rename column lease_until to locked_until;
alter index outbox_pkey rename to job_pkey;
alter index outbox_dedupe_key rename to job_key_key;
alter sequence outbox_id_seq rename to job_id_seq;
-- Most are mails, which are not rewritten for it.
alter table job add column queue text not null default 'mail', add column priority smallint not null default 0;
alter table job alter column queue drop default;
update job set queue = 'outbox' where kind not like 'mail.%';

-- Mails that let people into their accounts leave before all others, however many wait.
update job set priority = -1
 where (kind like 'mail.password-%' or kind like 'mail.account-%') and done_at is null and dead_at is null;
drop index outbox_due, outbox_mail_due, outbox_account_mail_due;
create index job_due on job (queue, priority, run_at) where done_at is null and dead_at is null;

create or replace function tell_admins(kind text, news text, cause text, about jsonb) returns void language sql as $$
  insert into job (queue, kind, key, payload)
  select 'mail', kind, concat_ws(':', kind, news, cause, person.id), about || jsonb_build_object('news', news, 'personId', person.id)
    from person left join admin_mail wish on wish.person_id = person.id
   where person.role = 'admin' and person.disabled_at is null and (wish.person_id is not null or not person.demo)
     and case news
           when 'paidOrder' then coalesce(wish.paid_order, false)
           when 'dispute' then coalesce(wish.dispute, true)
           when 'refundRefused' then coalesce(wish.refund_refused, true)
           when 'lowStock' then coalesce(wish.low_stock, false)
         end
  on conflict (key) do nothing
$$;

-- Who leads the background work is a row of it.
delete from bookmark where name = 'lead';
