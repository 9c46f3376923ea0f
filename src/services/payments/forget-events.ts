import { sql } from 'drizzle-orm';
import type { Context } from '../kernel/context.ts';

/** Far longer than the provider sends an event again, or the shop reads back: until then it is known and kept once. */
const DAYS = 90;
const AT_ONCE = 1_000;

/** Removes the provider's events that were settled long ago. Answers how many. */
export async function forgetEvents({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock().getTime() - DAYS * 86_400_000).toISOString();
  const { rows: gone } = await db.execute(sql`
    delete from stripe_event where id in
      (select id from stripe_event where done_at < ${before}::timestamptz limit ${AT_ONCE}) returning 1`);
  return gone.length;
}
