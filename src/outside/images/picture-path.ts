import { PICTURE_WIDTHS } from '#model/images/picture.ts';
import type { PictureFile, PicturePath } from './pictures.ts';

const PATH = new RegExp(`^[0-9a-f]{32}/(${PICTURE_WIDTHS.join('|')})\\.(avif|webp)$`);

/** The one shape of a path: no dot, slash or letter that could lead anywhere else. */
export const isPicturePath = (text: string): text is PicturePath => PATH.test(text);

/** Throws a RangeError for a text that is not the key of a picture. */
export function mustBeKey(key: string): void {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new RangeError(`Not the key of a picture: ${key}`);
}

/** Throws a RangeError for a text that is not the path of a picture. */
export function mustBePath(path: string): void {
  if (!isPicturePath(path)) throw new RangeError(`Not the path of a picture: ${path}`);
}

export const typeOf = (path: string): PictureFile['type'] => (path.endsWith('.avif') ? 'image/avif' : 'image/webp');
