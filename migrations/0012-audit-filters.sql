-- Whoever reads the audit narrows it by kind of deed, by who and by what; each index leads to the newest rows of one kind
-- at once, however many others there are. Each has an expression of its own for "newest first": only one index then fits
-- an order, and a guess about how many rows fit can never lead down another one, past millions that do not.
drop index audit_by_action;
create index audit_by_action on audit (action, (-id));
create index audit_by_actor on audit (actor, action, (0 - id)) where actor is not null;
create index audit_by_target on audit (target, action, (-1 - id));
