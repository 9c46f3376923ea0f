import { desc } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#platform/database.ts';
import { auditSeal } from './audit-tables.ts';

/** A copy of the last seal outside the database, whenever it is `due`. A warning, so that the usual log level shows it. */
export async function anchorAudit(
  { db, log }: { readonly db: Pick<Database, 'select'>; readonly log: Logger },
  due: () => Promise<boolean>,
): Promise<number> {
  const [last] = await db
    .select({ no: auditSeal.no, hash: auditSeal.hash })
    .from(auditSeal)
    .orderBy(desc(auditSeal.no))
    .limit(1);
  if (last && (await due()))
    log.warn({ anchor: `${last.no}:${last.hash.toString('hex')}` }, 'the audit is sealed up to here');
  return 0;
}
