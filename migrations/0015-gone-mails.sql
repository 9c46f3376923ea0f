-- Whom a mail went to is not kept once it has gone, or was given up.
update outbox set payload = '{}' where kind like 'mail.%' and (done_at is not null or dead_at is not null) and payload <> '{}';
