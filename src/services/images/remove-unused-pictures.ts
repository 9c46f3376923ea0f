import { eq, sql } from 'drizzle-orm';
import { upload } from '#tables/images.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';
import { claimPicture } from './picture-lock.ts';

const DAY = 86_400_000;
const AT_ONCE = 100;

/**
 * Removes pictures that were sent more than a day ago and that nothing uses: a form that was never finished, a
 * portrait that was replaced. Answers how many; as many as one round does mean that there may be more.
 */
export async function removeUnusedPictures({
  db,
  clock,
  pictures,
}: Pick<Context, 'db' | 'clock' | 'pictures'>): Promise<number> {
  const before = new Date(clock().getTime() - DAY);
  let removed = 0;
  for (const key of await unusedKeys(db, before)) {
    removed += await db.transaction(async (tx) => {
      // Looked at again under the lock: whoever sends or names the picture now does so before or after this.
      await claimPicture(tx, key);
      if ((await unusedKeys(tx, before, key)).length === 0) return 0;
      await pictures.remove(key);
      await tx.delete(upload).where(eq(upload.key, key));
      return 1;
    });
  }
  return removed;
}

/** Every column that may hold the address of a picture. */
const ADDRESSES = sql`
  select image as address from tool union all select tool_image from orders
  union all select photo from person union all select photo from review`;

async function unusedKeys(db: Db | Transaction, before: Date, only?: string): Promise<string[]> {
  const rows = await db.execute<{ key: string }>(sql`
    select key from upload ${only ? sql`where key = ${only}` : sql``}
     group by key having max(at) < ${before.toISOString()}::timestamptz
    except
    select substring(address from '^/images/([0-9a-f]{32})/') from (${ADDRESSES}) as named
    limit ${AT_ONCE}`);
  return rows.map(({ key }) => key);
}
