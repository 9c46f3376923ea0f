-- Who has shown that the address is theirs, and how. A stand-in's word is worth nothing once the shop goes live.
alter table person add column email_proof text check (email_proof in ('mail', 'google', 'stand-in'));

-- The mail holds the token, the row only its hash: a stolen table resets no password.
create table password_reset (
  token_hash bytea primary key,
  person_id uuid not null references person,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_person on password_reset (person_id);

-- Google's accounts by issuer and subject, which never change hands; addresses do.
create table google_identity (
  issuer text not null,
  subject text not null,
  person_id uuid not null references person,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (person_id, issuer)
);

-- Sign-ins that are on their way to Google and back. Each is taken once.
create table google_attempt (
  state_hash bytea primary key,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);
create index google_attempt_expiry on google_attempt (expires_at);

-- How often something was done in the hour that began with the first time.
create table allowance (
  subject text primary key,
  began timestamptz not null,
  used int not null
);
create index allowance_age on allowance (began);

-- A message that is given up. Money is never given up, mail is.
alter table outbox add column dead_at timestamptz;
drop index outbox_due;
create index outbox_due on outbox (run_at) where done_at is null and dead_at is null;
