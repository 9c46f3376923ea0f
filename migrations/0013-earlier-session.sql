-- The session that a browser has when it leaves for Google. Its cookie does not come along on the way back from another
-- site, so that only this row knows which session the new one takes the place of.
alter table google_attempt add column earlier_hash bytea;
