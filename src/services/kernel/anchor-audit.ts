import { desc, lt, sql } from 'drizzle-orm';
import { auditSeal, bookmark } from '#tables/kernel.ts';
import type { Context } from './context.ts';

const NAME = 'audit anchor';
const DAY = 86_400_000;

/** Daily, for all processes: a copy outside the database. A warning, so that the usual log level shows it. */
export async function anchorAudit({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = clock();
  const [last] = await db
    .select({ no: auditSeal.no, hash: auditSeal.hash })
    .from(auditSeal)
    .orderBy(desc(auditSeal.no))
    .limit(1);
  if (!last) return 0;
  await db.insert(bookmark).values({ name: NAME, at: now }).onConflictDoNothing();
  const due = await db
    .update(bookmark)
    .set({ at: now })
    .where(sql`${bookmark.name} = ${NAME} and ${lt(bookmark.at, new Date(now.getTime() - DAY))}`)
    .returning({ name: bookmark.name });
  if (due.length > 0) log.warn({ anchor: anchorOf(last) }, 'the audit is sealed up to here');
  return 0;
}

const anchorOf = ({ no, hash }: { no: number; hash: Buffer }): string => `${no}:${hash.toString('hex')}`;
