-- Item numbers as they are looked up from a written order: without hyphens, and in place of one the end of the id.
create index tool_bare_number on tool ((coalesce(replace(sku, '-', ''), upper(right(id::text, 6))))) where deleted_at is null;
