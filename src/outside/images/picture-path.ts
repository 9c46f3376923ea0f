import { PICTURE_WIDTHS } from '#model/images/picture.ts';
import type { PictureFile, PicturePath } from './pictures.ts';

const PATH = new RegExp(`^[0-9a-f]{32}/(${PICTURE_WIDTHS.join('|')})\\.(avif|webp)$`);

/** Also prevents path traversal. */
export const isPicturePath = (text: string): text is PicturePath => PATH.test(text);

export function mustBeKey(key: string): void {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new RangeError(`Not the key of a picture: ${key}`);
}

export function mustBePath(path: string): void {
  if (!isPicturePath(path)) throw new RangeError(`Not the path of a picture: ${path}`);
}

export const typeOf = (path: string): PictureFile['type'] => (path.endsWith('.avif') ? 'image/avif' : 'image/webp');
