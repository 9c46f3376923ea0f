import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { compareSeals } from './audit-chain.ts';

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
