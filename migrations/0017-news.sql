-- Tells all processes of the shop when what everybody may see has changed, in the transaction that changes it. Stock is
-- not told here: a transaction that tells something commits alone, and no order should have to wait for the one before.
create function tell_news() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_news', tg_argv[0]);
  return null;
end $$;
create trigger tool_news after insert or delete or truncate on tool
  for each statement execute function tell_news('tools');
create trigger tool_changed_news
  after update of name, description, image, sku, category, price, min_quantity, deleted_at on tool
  for each statement execute function tell_news('tools');
create trigger review_news after insert or update or delete or truncate on review
  for each statement execute function tell_news('reviews');
