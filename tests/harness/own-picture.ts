import { PICTURE_WIDTHS, pictureUrl } from '#model/images/picture.ts';
import type { TestShop } from './own-shop.ts';

/** Puts a picture into the shop's store in every size, as an upload would, and answers its address. */
export async function keptPicture({ context }: TestShop, key = 'a1'.repeat(16)): Promise<string> {
  for (const width of PICTURE_WIDTHS)
    for (const format of ['avif', 'webp'] as const)
      await context.pictures.put(`${key}/${width}.${format}`, Buffer.from('a picture'));
  return pictureUrl(key, 1200, 'webp');
}
