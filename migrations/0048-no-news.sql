-- Public answers are cached for a second, so nothing has to be told when they change.
-- A process of the version before shows changes late until it is replaced.
drop trigger tool_news on tool;
drop trigger tool_changed_news on tool;
drop trigger review_news on review;
drop trigger order_shipped_news on orders;
drop function tell_news();
drop function tell_verified();
