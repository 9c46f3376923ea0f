import { hash } from 'node:crypto';
import { eq, notBetween, sql } from 'drizzle-orm';
import { failure, type Outcome } from '#model/kernel/outcome.ts';
import { allowance } from '#tables/identity.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';

const HOUR = 3_600_000;

/** Counts one use in the hour that began with the first. Returns the seconds to wait, 0 when it is allowed. */
export async function takeOne(tx: Transaction | Db, subject: string, limit: number, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const over = isOver(now);
  const [row] = await tx
    .insert(allowance)
    .values({ subject: nameOf(subject), began: now, used: 1 })
    .onConflictDoUpdate({
      target: allowance.subject,
      set: {
        used: sql`case when ${over} then 1 else ${allowance.used} + 1 end`,
        began: sql`case when ${over} then ${at} else ${allowance.began} end`,
      },
    })
    .returning()
    .prepare('take-one')
    .execute();
  if (!row || row.used <= limit) return 0;
  return Math.max(1, secondsLeft(row.began, now));
}

export interface TooMany<Of extends string> {
  readonly code: 'too_many_attempts';
  /** `of`: what the text speaks of. */
  readonly figures: { readonly of: Of; readonly seconds: number };
  readonly retryAfter: number;
}

export const tooMany = <const Of extends string>(of: Of, seconds: number): Outcome<never, TooMany<Of>> =>
  failure({ code: 'too_many_attempts', figures: { of, seconds }, retryAfter: seconds });

/** Counts one use of a person, as `takeOne` does; undefined when it is allowed. */
export async function refuseBeyond<const Of extends string>(
  tx: Transaction | Db,
  of: Of,
  personId: string,
  limit: number,
  now: Date,
): Promise<Outcome<never, TooMany<Of>> | undefined> {
  const seconds = await takeOne(tx, `${of} of ${personId}`, limit, now);
  return seconds === 0 ? undefined : tooMany(of, seconds);
}

export const takeSignUp = async (tx: Transaction | Db, client: string, limit: number, now: Date): Promise<number> =>
  limit > 0 ? takeOne(tx, `sign-up from ${client}`, limit, now) : 0;

export async function release(tx: Transaction | Db, subject: string): Promise<void> {
  await tx.delete(allowance).where(eq(allowance.subject, nameOf(subject)));
}

export async function secondsUntilOne(db: Db, subject: string, limit: number, now: Date): Promise<number> {
  const [row] = await db
    .select()
    .from(allowance)
    .where(eq(allowance.subject, nameOf(subject)));
  if (!row || row.used < limit || row.began.getTime() > now.getTime() + HOUR) return 0;
  return Math.max(0, secondsLeft(row.began, now));
}

/** Also of an hour that begins far in the future: the clock was ahead. */
const isOver = (now: Date) =>
  notBetween(allowance.began, new Date(now.getTime() - HOUR + 1), new Date(now.getTime() + HOUR));

const secondsLeft = (began: Date, now: Date): number => Math.ceil((began.getTime() + HOUR - now.getTime()) / 1000);

export async function forgetAllowances({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  await db.delete(allowance).where(isOver(clock()));
  return 0;
}

// The table need not show whose address it was.
export const nameOf = (subject: string): string => hash('sha256', subject);
