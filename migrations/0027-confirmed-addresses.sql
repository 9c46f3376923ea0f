-- Sign-ups that open an account once their address is confirmed. One address may have several: each mail opens its own.
create table pending_sign_up (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null,
  password_hash text not null,
  expires_at timestamptz not null
);
create index pending_sign_up_expiry on pending_sign_up (expires_at);

-- Links that confirm an address: of somebody with an account, or of a sign-up. Only the hash of the token is kept.
create table email_confirmation (
  token_hash bytea primary key,
  person_id uuid references person,
  sign_up_id uuid references pending_sign_up on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (num_nonnulls(person_id, sign_up_id) = 1)
);
create index email_confirmation_person on email_confirmation (person_id) where person_id is not null;
create index email_confirmation_sign_up on email_confirmation (sign_up_id) where sign_up_id is not null;
create index email_confirmation_expiry on email_confirmation (expires_at);

-- These accounts belong to the demonstration, and are there in test mode only.
update person set email_proof = 'stand-in' where demo and email_proof is null;
