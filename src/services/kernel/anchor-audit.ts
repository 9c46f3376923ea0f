import { desc, lt, sql } from 'drizzle-orm';
import { auditSeal, bookmark } from '#tables/kernel.ts';
import type { Context } from './context.ts';

const NAME = 'audit anchor';
const DAY = 86_400_000;

/**
 * Writes the last seal to the log, once a day for all processes of a shop: a copy that nobody can change who gets hold
 * of the database alone. A warning, because it must reach the log at its usual level.
 */
export async function anchorAudit({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = clock();
  const [last] = await db
    .select({ no: auditSeal.no, hash: auditSeal.hash })
    .from(auditSeal)
    .orderBy(desc(auditSeal.no))
    .limit(1);
  if (!last) return 0;
  // A new shop has its first anchor after its first day.
  await db.insert(bookmark).values({ name: NAME, at: now }).onConflictDoNothing();
  const due = await db
    .update(bookmark)
    .set({ at: now })
    .where(sql`${bookmark.name} = ${NAME} and ${lt(bookmark.at, new Date(now.getTime() - DAY))}`)
    .returning({ name: bookmark.name });
  if (due.length > 0) log.warn({ anchor: anchorOf(last) }, 'the audit is sealed up to here');
  return 0;
}

/** A seal in one word: its number and its hash. */
const anchorOf = ({ no, hash }: { no: number; hash: Buffer }): string => `${no}:${hash.toString('hex')}`;
