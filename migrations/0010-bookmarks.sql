-- How far something that is read bit by bit has been read.
create table bookmark (
  name text primary key,
  at timestamptz not null
);
