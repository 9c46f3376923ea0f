import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Db } from '#services/kernel/context.ts';
import { sealAudit } from '../../platform/audit/seal-audit.ts';

/** Seals every row of the audit. It may take a moment: transactions of other tests run on the same server. */
export async function sealAll(db: Db): Promise<void> {
  const seal = async () => {
    while ((await sealAudit({ db })) > 0);
    const {
      rows: [row],
    } = await db.execute<{ left: number }>(sql`
      select count(*) as left from audit where tx >= coalesce((select max(until) from audit_seal), 0)`);
    if (row?.left !== 0) throw new Error(`${row?.left} rows of the audit are not sealed`);
  };
  await vi.waitFor(seal, { timeout: 30_000, interval: 20 });
}
