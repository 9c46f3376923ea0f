import { eq, type SQL, sql } from 'drizzle-orm';
import { upload } from '#tables/images.ts';
import type { Context, Db, Transaction } from '../kernel/context.ts';
import { claimPicture } from './use-picture.ts';

const DAY = 86_400_000;
const AT_ONCE = 10;

export async function removeUnusedPictures({
  db,
  clock,
  pictures,
}: Pick<Context, 'db' | 'clock' | 'pictures'>): Promise<number> {
  const before = new Date(clock().getTime() - DAY);
  let removed = 0;
  for await (const key of parts(db, before)) {
    removed += await db.transaction(async (tx) => {
      // Checked again under the lock: the picture may be in use by now.
      await claimPicture(tx, key);
      if ((await unusedKeys(tx, before, sql`key = ${key}`)).length === 0) return 0;
      await pictures.remove(key);
      await tx.delete(upload).where(eq(upload.key, key));
      return 1;
    });
  }
  return removed;
}

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

/** In sixteen parts, so that no query takes long with a million pictures. */
async function* parts(db: Db, before: Date): AsyncGenerator<string> {
  for (const digit of '0123456789abcdef')
    yield* await unusedKeys(db, before, sql`key >= ${digit} and key <= ${`${digit}g`}`);
}
