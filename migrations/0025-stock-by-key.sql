-- Every order changes a row here and leaves a dead one until the next vacuum, so that a small catalogue is soon a large
-- table of dead rows. The planner, who last saw it small, would have each order read all of it.
alter function keep_stock() set enable_seqscan = off;
