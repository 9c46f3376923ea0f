-- Everybody whose account is open, by name, a page at a time.
create index person_by_name on person (lower(name), email) where disabled_at is null;
