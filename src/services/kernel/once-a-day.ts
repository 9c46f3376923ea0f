import { sql } from 'drizzle-orm';
import { bookmark } from '#tables/kernel.ts';
import type { Context } from './context.ts';

/** True for one process a day; the first day begins with the first call. */
export async function onceADay({ db, clock }: Pick<Context, 'db' | 'clock'>, name: string): Promise<boolean> {
  const at = clock();
  await db.insert(bookmark).values({ name, at }).onConflictDoNothing();
  const { rows } = await db.execute(sql`
    update bookmark set at = ${at.toISOString()}::timestamptz
     where name = ${name} and at < ${at.toISOString()}::timestamptz - interval '1 day' returning name`);
  return rows.length > 0;
}
