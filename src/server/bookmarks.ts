import { BACKUP_FAILED, RESTORED } from '#model/kernel/restored.ts';
import type { Sql } from '#platform/postgres/sql.ts';

/** For whoever watches the shop: until the next good backup it is known that the last one is none. */
export async function noteBackup(sql: Sql, good: boolean): Promise<void> {
  if (good) await sql`delete from bookmark where name = ${BACKUP_FAILED}`;
  else await sql`insert into bookmark (name, at) values (${BACKUP_FAILED}, now()) on conflict do nothing`;
}

/** Notes up to when the changes of a restored shop reach: it asks the payment provider about what happened since then. */
export async function noteRestore(sql: Sql, to: Date): Promise<void> {
  for (const [name, at] of [
    [RESTORED.to, to],
    [RESTORED.at, new Date()],
  ] as const) {
    await sql`insert into bookmark (name, at) values (${name}, ${at.toISOString()}::timestamptz)
      on conflict (name) do update set at = excluded.at`;
  }
}
