import type { Sql } from '#platform/postgres/sql.ts';

/** Says in one sentence what keeps the log from reaching the archive, or undefined when it does or none is kept. */
export async function archiveTrouble(sql: Sql): Promise<string | undefined> {
  const [its] = await sql<[{ failing: boolean; file: string | null; since: string | null; archive: string | null }]>`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
           last_failed_wal as file, last_archived_time::text as since,
           current_setting('basic_archive.archive_directory', true) as archive
      from pg_stat_archiver where current_setting('archive_mode') = 'on'`;
  if (!its?.failing) return undefined;
  const since = its.since ? `since ${its.since}` : 'at all';
  return `The database's log has not reached ${its.archive} ${since} (${its.file} failed): what is saved now could be lost with the disk of the database, which also fills up. Make that folder writable and its disk free.`;
}
