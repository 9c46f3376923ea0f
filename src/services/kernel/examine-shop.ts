import type { Context, Db, Transaction } from './context.ts';
import { INVARIANTS, type Invariant } from './invariants.ts';

/** Something that should always be true and is not, with the ids of what breaks it. */
export interface Finding {
  readonly broken: Invariant;
  readonly ids: readonly string[];
}

/** Looks whether everything holds that must hold, one promise after the other. None found means a healthy shop. */
export async function examineShop(db: Db | Transaction, clock: Context['clock']): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const broken of INVARIANTS) {
    const rows = await db.execute<{ id: string }>(broken.query(clock()));
    if (rows.length > 0) findings.push({ broken, ids: rows.map((row) => row.id) });
  }
  return findings;
}
