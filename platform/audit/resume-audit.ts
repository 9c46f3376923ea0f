import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';

/** "audi" in ASCII, unique among the advisory locks: shops that start together take turns. */
const LOCK = 0x61756469;

/** On another server transaction ids begin anew; new rows must still come after the old. Call it before any write. */
export async function resumeAudit(db: Pick<Database, 'transaction'>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const {
      rows: [now],
    } = await tx.execute<{ place: number; taken: number }>(sql`
      select audit_place(pg_snapshot_xmax(pg_current_snapshot())) as place,
             greatest((select until from audit_seal order by no desc limit 1), (select max(tx) + 1 from audit), 0) as taken`);
    if (!now || now.place >= now.taken) return;
    await tx.execute(
      sql.raw(`create or replace function audit_place(its xid8) returns bigint
        language sql immutable parallel safe return its::text::bigint + ${now.taken}`),
    );
  });
}
