import { findAuditDamage } from '#platform/audit/check-audit.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';
import type { Invariant } from './invariant.ts';
import { INVARIANTS } from './invariants.ts';

const UNTOUCHED_AUDIT: Invariant = {
  name: 'the audit is as it was written',
  meaning: 'Every row that was sealed is there, unchanged, with none between; and the database refuses to change any.',
  remedy:
    'Somebody changed the database past the shop. Compare the rows of the seal with a backup, and the last seals with the anchors in the log. A guard that is missing is made anew from the migration of the audit chain.',
};

export interface Finding {
  readonly broken: Invariant;
  readonly ids: readonly string[];
}

export const ALL_INVARIANTS: readonly Invariant[] = [...INVARIANTS, UNTOUCHED_AUDIT];

/** No finding: all hold. A large shop takes longer than its limits. `anchors`: seals of the audit as the log has them. */
export async function examineShop(
  db: Db | Transaction,
  clock: Context['clock'],
  anchors: readonly string[] = [],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const broken of INVARIANTS) {
    const { rows } = await db.execute<{ id: string }>(broken.query(clock()));
    if (rows.length > 0) findings.push({ broken, ids: rows.map((row) => row.id) });
  }
  const damage = await findAuditDamage(db, anchors);
  if (damage.length > 0) findings.push({ broken: UNTOUCHED_AUDIT, ids: damage });
  return findings;
}

const SHOWN = 10;

export async function troublesOf(db: Db | Transaction): Promise<string[]> {
  const findings = await examineShop(db, () => new Date());
  return findings.map(({ broken, ids }) => `${broken.name}: broken by ${ids.slice(0, SHOWN).join(', ')}`);
}
