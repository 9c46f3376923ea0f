import { sql } from 'drizzle-orm';
import type { Context } from '../kernel/context.ts';
import { INBOX } from './work-inbox.ts';

/** Far longer than the provider resends or the shop reads back, so that an event is stored once. */
const DAYS = 90;
const AT_ONCE = 1_000;

export async function forgetEvents({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock().getTime() - DAYS * 86_400_000).toISOString();
  const { rows: gone } = await db.execute(sql`
    delete from job where id in
      (select id from job where queue = ${INBOX.name} and done_at < ${before}::timestamptz limit ${AT_ONCE}) returning 1`);
  return gone.length;
}
