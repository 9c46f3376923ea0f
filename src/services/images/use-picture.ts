import { sql } from 'drizzle-orm';
import { pictureKey } from '#model/images/picture.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { isKept } from './keep-picture.ts';

/** Called in the transaction that writes the address: the lock keeps the picture until then, the row afterwards. */
export async function canUsePicture(
  tx: Transaction,
  context: Pick<Context, 'pictures'>,
  image: string,
): Promise<boolean> {
  const key = pictureKey(image);
  if (!key) return false;
  await holdPicture(tx, key);
  return isKept(context, key);
}

/** Shared: until the transaction ends, the picture is not removed. */
export const holdPicture = (tx: Transaction, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`);

/** Exclusive: waits for holders; until the transaction ends, uploads and uses of the picture wait. */
export const claimPicture = (tx: Transaction, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
