import { sql } from 'drizzle-orm';
import { BACKUP_FAILED, DISK_SHORT } from '#model/kernel/restored.ts';
import { DAY } from '#model/kernel/utc-day.ts';
import type { Context } from './context.ts';

/**
 * `messages`, `events`: one waits for five minutes. `mails`: one was given up within a day, or a buyer could not be asked
 * about a later delivery. `clock`: one is of a time to come, so the clock was ahead.
 * `audit`: changed from outside. `disk`: nearly full. Others: new data lacks a copy.
 */
export type HealthProblem = 'messages' | 'mails' | 'events' | 'clock' | 'audit' | 'archive' | 'backup' | 'disk';

export async function findHealthProblems({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<HealthProblem[]> {
  const now = clock();
  const ago = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;
  const waited = ago(PATIENCE_MS);
  const { rows } = await db.execute<{ name: HealthProblem }>(sql`
    select name from (values
      ('messages', exists (select from job where queue in ('outbox', 'mail') and done_at is null and dead_at is null
                              and created_at < ${waited} and (run_at < ${waited} or ${hasFailed}))),
      ('mails', exists (select from job where queue = 'mail' and dead_at > ${ago(DAY)} and not ${isMistyped})
                or exists (select from orders where waiting > 0 and purchase_state = 'paid' and not asked
                              and agree_by between (${ago(8 * DAY)} at time zone 'utc')::date and (${ago(2 * DAY)} at time zone 'utc')::date)),
      ('events', exists (select from job where queue = 'inbox' and done_at is null and created_at < ${waited}
                            and (last_error is null or ${hasFailed}))),
      ('clock', exists (select from job where queue in ('outbox', 'mail', 'inbox') and done_at is null and dead_at is null
                           and (created_at > ${ago(-PATIENCE_MS)}
                                or greatest(run_at, locked_until) > ${ago(-LONGEST_WAIT_MS - PATIENCE_MS)}))),
      ('archive', exists (select from pg_stat_archiver where current_setting('archive_mode') = 'on'
                                   and (last_failed_time > coalesce(last_archived_time, '-infinity')
                                        or current_setting('archive_library') || current_setting('archive_command') = ''))),
      ('backup', exists (select from bookmark where name = ${BACKUP_FAILED})),
      ('disk', exists (select from bookmark where name = ${DISK_SHORT})),
      ('audit', exists (select from audit_check where coalesce(broken_no, done_broken_no) is not null))
    ) problem (name, has) where has`);
  return rows.map(({ name }) => name);
}

const PATIENCE_MS = 300_000;
/** How long a mail waits at most for the hourly limit of its address. */
const LONGEST_WAIT_MS = 3_600_000;
/** Else it waits for a provider, or for a payment to be recorded, as it may for weeks. */
const hasFailed = sql`last_error not in ('pending', 'still open', 'unknown')`;
/** At sign-up any address can be typed, so these may fail. */
const isMistyped = sql`kind in ('mail.account-confirm', 'mail.account-sign-up')`;
