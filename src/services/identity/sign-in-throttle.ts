import { eq, gte, sql } from 'drizzle-orm';
import { signInFailure } from '#tables/identity.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';
import { nameOf } from './allowance.ts';

export const FREE_FAILURES = 5;
export const MAX_WAIT_SECONDS = 900;

/** A day without a failed try, and counting starts again. */
export const FAILURES_COUNT_MS = 86_400_000;

/** 0 for the first failures, then 1, 2, 4 and so on up to 15 minutes. */
export async function secondsToWait({ db, clock }: Pick<Context, 'db' | 'clock'>, subject: string): Promise<number> {
  const [row] = await db
    .select()
    .from(signInFailure)
    .where(eq(signInFailure.subject, nameOf(subject)));
  if (!row || row.failures < FREE_FAILURES) return 0;
  const wait = Math.min(2 ** (row.failures - FREE_FAILURES), MAX_WAIT_SECONDS);
  const left = Math.ceil((row.lastAt.getTime() + wait * 1000 - clock().getTime()) / 1000);
  // A wait that is far too long is of a clock that was ahead.
  return left > 2 * MAX_WAIT_SECONDS ? 0 : Math.max(0, left);
}

export async function noteFailedSignIn({ db, clock }: Pick<Context, 'db' | 'clock'>, subject: string): Promise<void> {
  const now = clock();
  const counts = gte(signInFailure.lastAt, new Date(now.getTime() - FAILURES_COUNT_MS));
  await db
    .insert(signInFailure)
    .values({ subject: nameOf(subject), failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: signInFailure.subject,
      set: { failures: sql`case when ${counts} then ${signInFailure.failures} + 1 else 1 end`, lastAt: now },
    });
}

export async function forgiveSignIns(tx: Transaction | Db, subject: string): Promise<void> {
  await tx.delete(signInFailure).where(eq(signInFailure.subject, nameOf(subject)));
}
