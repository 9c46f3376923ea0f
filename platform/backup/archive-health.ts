import { chooseAccount, writingTrouble } from '#platform/postgres/os-account.ts';
import type { Sql } from '#platform/postgres/sql.ts';

/** One sentence on why the log does not reach the archive; undefined when it does, or when none is archived. */
export async function archiveTrouble(
  sql: Sql,
  server: { osUser: string | undefined; data: string },
): Promise<string | undefined> {
  const [row] = await sql<
    [{ failing: boolean; kept: boolean; file: string | null; since: string | null; archive: string | null }]
  >`
    select current_setting('archive_library') || current_setting('archive_command') = '' as kept,
            coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
           last_failed_wal as file, last_archived_time::text as since,
           current_setting('basic_archive.archive_directory', true) as archive
      from pg_stat_archiver where current_setting('archive_mode') = 'on'`;
  if (row?.kept)
    return "The database's log stays with its data, whose disk fills up, and nothing is backed up: the backups of the shop were gone from BACKUP_DIR at the start. Is the disk mounted? Mount it, and start the shop again.";
  if (!row?.failing) return undefined;
  const account = await chooseAccount(server);
  const why = account.ok && row.archive ? await writingTrouble(account.value, row.archive) : undefined;
  const since = row.since ? `since ${row.since}` : 'at all';
  return `The database's log has not reached ${row.archive} ${since} (${row.file} failed${why ? `: ${why}` : ''}): what is saved now could be lost with the disk of the database, which also fills up. Make that folder writable and its disk free; a file of that name that is there already and is not the shop's must go.`;
}
