-- Browsers that signed in to an account before: strangers who guess its password do not keep them waiting.
create table known_device (
  token_hash bytea,
  person_id uuid references person,
  seen_at timestamptz not null,
  failures int not null default 0,
  primary key (token_hash, person_id)
);
create index known_device_person on known_device (person_id);
create index known_device_age on known_device (seen_at);

-- Mails that let people into their accounts leave before all others, however many wait.
create index outbox_account_mail_due on outbox (run_at)
  where done_at is null and dead_at is null and (kind like 'mail.password-%' or kind like 'mail.account-%');
