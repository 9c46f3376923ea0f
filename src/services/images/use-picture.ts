import { pictureKey } from '#model/images/picture.ts';
import type { Context, Transaction } from '../kernel/context.ts';
import { isKept } from './keep-picture.ts';
import { holdPicture } from './picture-lock.ts';

/**
 * Whether `image` is the address of a picture that the shop keeps. Asked in the transaction that writes the address
 * into its row: until that ends the picture is not removed, and afterwards the row keeps it.
 */
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
