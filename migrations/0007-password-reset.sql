-- The mail holds the token, the row only its hash: a stolen table resets no password.
create table password_reset (
  token_hash bytea primary key,
  person_id uuid not null references person,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_person on password_reset (person_id);

-- How often something was done in the hour that began with the first time.
create table allowance (
  subject text primary key,
  began timestamptz not null,
  used int not null
);
create index allowance_age on allowance (began);
