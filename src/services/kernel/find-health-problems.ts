import { sql } from 'drizzle-orm';
import { BACKUP_FAILED } from '#model/kernel/restored.ts';
import type { Context } from './context.ts';

/**
 * What is wrong with a shop that can serve all the same. `messages` and `events`: something that leaves the shop, or
 * came from the payment provider, has waited for over five minutes. `audit`: it was changed past the shop. `archive`
 * and `backup`: what is saved now could be lost with the database's disk.
 */
export type HealthProblem = 'messages' | 'events' | 'audit' | 'archive' | 'backup';

/** All of them, from rows that an index leads to: asking costs as much as any question. */
export async function findHealthProblems({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<HealthProblem[]> {
  // A mail that is held until an address may have another one waits on purpose.
  const waited = sql`${new Date(clock().getTime() - PATIENCE_MS).toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ name: HealthProblem }>(sql`
    select name from (values
      ('messages', exists (select from outbox where done_at is null and dead_at is null and kind not like 'mail.%' and created_at < ${waited})
                   or exists (select from outbox where done_at is null and dead_at is null and kind like 'mail.%' and created_at < ${waited}
                                 and (attempts > 0 or run_at < ${waited}))),
      ('events', exists (select from stripe_event where done_at is null and received_at < ${waited}
                                  and last_error is distinct from 'unknown')),
      ('archive', exists (select from pg_stat_archiver where current_setting('archive_mode') = 'on'
                                   and last_failed_time > coalesce(last_archived_time, '-infinity'))),
      ('backup', exists (select from bookmark where name = ${BACKUP_FAILED})),
      ('audit', exists (select from audit_check where coalesce(broken_no, done_broken_no) is not null))
    ) problem (name, has) where has`);
  return rows.map(({ name }) => name);
}

const PATIENCE_MS = 300_000;
