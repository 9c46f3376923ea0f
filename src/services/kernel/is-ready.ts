import { sql } from 'drizzle-orm';
import type { Context } from './context.ts';

export async function isReady({ db, log }: Pick<Context, 'db' | 'log'>): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'not ready');
    return false;
  }
}
