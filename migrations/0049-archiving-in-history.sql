-- Archiving and restoring stand in the history of a tool beside its edits. Each is a version of its own.
alter table tool_change add column event text
  check (event is null or (event in ('archived', 'restored') and fields = '{}' and undoes is null));
comment on column tool_change.event is 'what happened to the whole tool; null for an edit of its fields';
