-- step: a letter and its accent are saved as one character, as a search asks for them; earlier texts may have two
update tool set name = normalize(name), description = normalize(description), category = normalize(category)
 where name is not normalized or description is not normalized or category is not normalized;
-- step: the reviews that admins have hidden, the newest first
drop index concurrently if exists review_hidden;
-- step
create index concurrently review_hidden on review (seq) where hidden_at is not null;
