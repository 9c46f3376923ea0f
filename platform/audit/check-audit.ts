import { eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#platform/database.ts';
import { compareSeals } from './audit-chain.ts';
import { auditCheck } from './audit-tables.ts';

// About 20,000 rows, a tenth of a second in the database.
const SEALS = 40;
/** "seal" in ASCII, unique among the advisory locks. */
const CHECKING = 0x7365616c;
/** "Compared at" may lag this much: each write adds to the WAL of an idle shop. */
const NOTED_MS = 3_600_000;

/** Compares the next seals, one process at a time. Returns 0, so that the next part waits for the next round. */
export async function checkAudit(
  { db, clock, log }: { readonly db: Database; readonly clock: () => Date; readonly log: Logger },
  atOnce = SEALS,
): Promise<number> {
  await db.transaction(async (tx) => {
    const {
      rows: [turn],
    } = await tx.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${CHECKING}) as taken`);
    const [state] = turn?.taken ? await tx.select().from(auditCheck) : [];
    if (!state) return;
    const looked = await compareSeals(tx, state.nextNo, atOnce);
    const found = looked.find((it) => !it.intact)?.no;
    if (found !== undefined) log.error({ seal: found }, 'the audit was changed: a seal does not fit its rows');
    const brokenNo = state.brokenNo ?? found ?? null;
    const entries = looked.reduce((sum, it) => sum + it.entries, state.entries);
    const last = looked.at(-1);
    const through = looked.length < atOnce;
    const same = state.nextNo === 1 && entries === state.doneEntries && brokenNo === state.doneBrokenNo;
    if (through && same && clock().getTime() - (state.doneAt?.getTime() ?? 0) < NOTED_MS) return;
    await tx
      .update(auditCheck)
      .set({
        ...(through || !last
          ? { nextNo: 1, entries: 0, brokenNo: null, doneAt: clock(), doneEntries: entries, doneBrokenNo: brokenNo }
          : { nextNo: last.no + 1, entries, brokenNo }),
        ...(found !== undefined && { doneBrokenNo: brokenNo }),
      })
      .where(eq(auditCheck.single, true));
  });
  return 0;
}

// In parts, so that no statement takes long however large the audit is.
const AT_ONCE = 50;

/** Also checks the tables' guards and `anchors`, seals as the log has them: `12:4be1…`. */
export async function findAuditDamage(db: Pick<Database, 'execute'>, anchors: readonly string[]): Promise<string[]> {
  const { rows: guards } = await db.execute<{ name: string }>(sql`
    select name from (values ('audit', 'audit_stamp'), ('audit', 'audit_append_only'),
                             ('audit_seal', 'audit_seal_append_only')) guard (its, name)
     where not exists (select from pg_trigger where tgname = name and tgrelid = its::regclass and tgenabled in ('O', 'A'))`);
  const damage = guards.map(({ name }) => `guard ${name}`);
  for (const anchor of anchors) {
    const {
      rows: [seal],
    } = await db.execute(
      sql`select from audit_seal where no || ':' || encode(hash, 'hex') = ${anchor} and no::text = split_part(${anchor}, ':', 1)`,
    );
    if (!seal) damage.push(`anchor ${anchor}`);
  }
  for (let from = 1, last: number | undefined; ; from = last + 1) {
    const looked = await compareSeals(db, from, AT_ONCE);
    damage.push(...looked.filter((it) => !it.intact).map(({ no }) => `seal ${no}`));
    last = looked.at(-1)?.no;
    if (last === undefined) return damage;
  }
}
