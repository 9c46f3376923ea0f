import { pictureKey } from '#model/images/picture.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { isKept } from './keep-picture.ts';
import { holdPicture } from './picture-lock.ts';

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
