-- What people tell about themselves. Who has told nothing has no row.
create table profile (
  person_id uuid primary key references person,
  education text not null check (length(education) between 1 and 200),
  location text not null check (length(location) between 1 and 200),
  phone text not null check (length(phone) between 1 and 40),
  linkedin text not null check (linkedin ~ '^https://([a-z0-9-]+\.)*linkedin\.com/.'),
  updated_at timestamptz not null default now()
);

-- Both are asked for before each review and each new admin, to keep their limits.
create index review_person on review (person_id, created_at) where person_id is not null;
create index audit_made_admin on audit (actor, at) where action = 'person.made_admin';
