-- Who has shown that the address is theirs, and how. A stand-in's word is worth nothing once the shop goes live.
alter table person add column email_proof text check (email_proof in ('mail', 'google', 'stand-in'));

-- Google's accounts by issuer and subject, which never change hands; addresses do.
create table google_identity (
  issuer text not null,
  subject text not null,
  person_id uuid not null references person,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (person_id, issuer)
);

-- Sign-ins that are on their way to Google and back: each is taken once, by the browser that began it.
create table google_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);
create index google_attempt_expiry on google_attempt (expires_at);
