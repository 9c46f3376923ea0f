import { desc, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#platform/database.ts';
import { BLOCK, blockOf, hashOfBlock } from './audit-chain.ts';
import { auditSeal } from './audit-tables.ts';

/** Never blocks writers. Of two concurrent seals one does nothing. Returns the rows sealed, 0 when none are left. */
export async function sealAudit({ db }: { readonly db: Pick<Database, 'execute'> }): Promise<number> {
  const hash = hashOfBlock({
    before: sql`edge.hash`,
    no: sql`edge.no`,
    since: sql`edge.since`,
    until: sql`edge.until`,
    entries: sql`block.entries`,
    sealedAt: sql`now()`,
    text: sql`block.text`,
  });
  const {
    rows: [sealed],
  } = await db.execute<{ entries: number }>(sql`
    with start as (
      select coalesce(last.no, 0) + 1 as no, coalesce(last.until, 0) as since, last.hash,
             audit_place(pg_snapshot_xmin(pg_current_snapshot())) as horizon
        from (values (1)) one left join (select * from audit_seal order by no desc limit 1) last on true),
    edge as (
      select no, since, hash,
             coalesce((select tx + 1 from audit where tx >= since and tx < horizon
                        order by tx, id offset ${BLOCK - 1} limit 1), horizon) as until
        from start)
    insert into audit_seal (no, since, until, entries, hash)
    select edge.no, edge.since, edge.until, block.entries, ${hash}
      from edge cross join lateral (${blockOf(sql`edge.since`, sql`edge.until`)}) block
     where block.entries > 0
    on conflict do nothing
    returning entries`);
  return sealed && sealed.entries >= BLOCK ? sealed.entries : 0;
}

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
