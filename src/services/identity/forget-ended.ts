import { lt, or, type SQL, sql } from 'drizzle-orm';
import { passwordReset, session } from '#tables/identity.ts';
import type { Context } from '../kernel/context.ts';
import { SESSION_LIFE } from './sessions.ts';

const DAY = 86_400_000;
const AT_ONCE = 1_000;

/** Removes the sessions that have run out, and the proofs for a new password a day after their end. Answers how many. */
export async function forgetEnded({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = (ms: number) => new Date(clock().getTime() - ms);
  const { idle, absolute } = SESSION_LIFE.customer;
  const over = or(lt(session.seenAt, before(idle)), lt(session.createdAt, before(absolute))) as SQL;
  const sessions = await db.execute(sql`
    delete from session where id in (select id from session where ${over} limit ${AT_ONCE}) returning 1`);
  const proofs = await db.execute(sql`
    delete from password_reset where token_hash in
      (select token_hash from password_reset where ${lt(passwordReset.expiresAt, before(DAY))} limit ${AT_ONCE}) returning 1`);
  return sessions.length + proofs.length;
}
