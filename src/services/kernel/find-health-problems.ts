import { sql } from 'drizzle-orm';
import { BACKUP_FAILED } from '#model/kernel/restored.ts';
import type { Context } from './context.ts';

/** `messages`, `events`: one waits for five minutes. `audit`: changed from outside. Others: new data lacks a copy. */
export type HealthProblem = 'messages' | 'events' | 'audit' | 'archive' | 'backup';

export async function findHealthProblems({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<HealthProblem[]> {
  // A mail that waits for an hourly limit does so on purpose.
  const waited = sql`${new Date(clock().getTime() - PATIENCE_MS).toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ name: HealthProblem }>(sql`
    select name from (values
      ('messages', exists (select from job where queue in ('outbox', 'mail') and done_at is null and dead_at is null
                              and created_at < ${waited} and (queue = 'outbox' or attempts > 0 or run_at < ${waited}))),
      ('events', exists (select from job where queue = 'inbox' and done_at is null and created_at < ${waited}
                            and last_error is distinct from 'unknown')),
      ('archive', exists (select from pg_stat_archiver where current_setting('archive_mode') = 'on'
                                   and last_failed_time > coalesce(last_archived_time, '-infinity'))),
      ('backup', exists (select from bookmark where name = ${BACKUP_FAILED})),
      ('audit', exists (select from audit_check where coalesce(broken_no, done_broken_no) is not null))
    ) problem (name, has) where has`);
  return rows.map(({ name }) => name);
}

const PATIENCE_MS = 300_000;
