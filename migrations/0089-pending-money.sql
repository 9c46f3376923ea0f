-- Money that a provider has taken and does not hand over is looked into after a week.
alter table purchase drop constraint purchase_review_reason;
alter table purchase add constraint purchase_review_reason check
  (review_reason in ('amount', 'currency', 'order', 'mode', 'dispute', 'provider', 'pending', 'refund', 'returned')) not valid;
