alter table purchase validate constraint purchase_review_reason;
