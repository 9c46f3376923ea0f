import { eq, type SQL, sql } from 'drizzle-orm';
import { upload } from '#tables/images.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';
import { claimPicture } from './picture-lock.ts';

const DAY = 86_400_000;
const AT_ONCE = 10;

/**
 * Removes pictures that were sent more than a day ago and that nothing uses: a form that was never finished, a
 * portrait that was replaced. Answers how many.
 */
export async function removeUnusedPictures({
  db,
  clock,
  pictures,
}: Pick<Context, 'db' | 'clock' | 'pictures'>): Promise<number> {
  const before = new Date(clock().getTime() - DAY);
  let removed = 0;
  for await (const key of parts(db, before)) {
    removed += await db.transaction(async (tx) => {
      // Looked at again under the lock: whoever sends or names the picture now does so before or after this.
      await claimPicture(tx, key);
      if ((await unusedKeys(tx, before, sql`key = ${key}`)).length === 0) return 0;
      await pictures.remove(key);
      await tx.delete(upload).where(eq(upload.key, key));
      return 1;
    });
  }
  return removed;
}

/** Every column that may hold the address of a picture; those of orders by what `former_picture` says of them. */
const USED = sql`
  exists (select from tool where picture_key(image) = upload.key)
  or exists (select from person where photo is not null and picture_key(photo) = upload.key)
  or exists (select from review where photo is not null and picture_key(photo) = upload.key)
  or exists (select from former_picture where picture_key(address) = upload.key)`;

const unusedKeys = async (db: Db | Transaction, before: Date, which: SQL): Promise<string[]> => {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from upload where ${which}
     group by key having max(at) < ${before.toISOString()}::timestamptz and not (${USED})
     limit ${AT_ONCE}`);
  return rows.map(({ key }) => key);
};

/** Those that begin with one of sixteen digits at a time: a shop with a million pictures asks nothing that takes long. */
async function* parts(db: Db, before: Date): AsyncGenerator<string> {
  for (const digit of '0123456789abcdef')
    yield* await unusedKeys(db, before, sql`key >= ${digit} and key <= ${`${digit}g`}`);
}
