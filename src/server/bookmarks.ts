import { BACKUP_FAILED, RESTORED } from '#model/kernel/restored.ts';
import type { Sql } from '#platform/postgres/sql.ts';

/** Records for monitoring that a backup failed, until there is a good one of later; `good`: when that was made. */
export async function noteBackup(sql: Sql, good: Date | undefined): Promise<void> {
  if (good)
    // One of a clock that was ahead says nothing.
    await sql`delete from bookmark where name = ${BACKUP_FAILED}
                 and (at <= ${good.toISOString()}::timestamptz or at > now())`;
  else await sql`insert into bookmark (name, at) values (${BACKUP_FAILED}, now()) on conflict do nothing`;
}

/** More purchases than a shop takes in the weeks that a restore may go back; customers still have their numbers. */
const LOST_PURCHASES = 10_000;

/** Records how far a restored shop's data reach; it asks the payment provider for the events since then. */
export async function noteRestore(sql: Sql, to: Date): Promise<void> {
  for (const [name, at] of [
    [RESTORED.to, to],
    [RESTORED.at, new Date()],
  ] as const) {
    await sql`insert into bookmark (name, at) values (${name}, ${at.toISOString()}::timestamptz)
      on conflict (name) do update set at = excluded.at`;
  }
  const [counter] = await sql`select to_regclass('purchase_number') is not null as there`;
  if (counter?.there)
    await sql`select setval('purchase_number', nextval('purchase_number') + ${LOST_PURCHASES}::bigint)`;
}
