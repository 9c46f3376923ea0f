-- step: invoices, whose numbers rise without gaps within a year. A counter is raised where its numbers are used, so that a
-- rollback gives them back; a sequence would not
create table if not exists document_series (
  series text primary key,
  next bigint not null default 1 check (next >= 1)
);
create table if not exists document (
  id uuid primary key default gen_random_uuid(),
  series text not null references document_series,
  number bigint not null check (number >= 1),
  kind text not null check (kind in ('invoice')),
  purchase_id uuid not null references purchase,
  body jsonb not null,
  sha256 bytea not null,
  written_at timestamptz not null default now(),
  unique (series, number),
  unique (purchase_id, kind)
);
alter table purchase add column if not exists invoice_no text;
comment on column purchase.invoice_no is 'as people read it, 2026-0431; the invoice itself is in document';

create or replace function document_digest(series text, number bigint, kind text, purchase_id uuid, body jsonb)
  returns bytea language sql stable
  return sha256(convert_to(concat_ws(' ', series, number, kind, purchase_id, body::text), 'UTF8'));

-- A mistake is put right by another document.
create or replace trigger document_kept before update or delete or truncate on document
  for each statement execute function audit_refuse();
-- step
drop index concurrently if exists purchase_to_invoice;
-- step: what is paid and has no invoice yet, also of the time before there were any
create index concurrently purchase_to_invoice on purchase (paid_at, seq) where paid_at is not null and invoice_no is null;
