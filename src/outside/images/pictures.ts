import type { PictureFormat, PictureWidth } from '#model/images/picture.ts';
import type { Outcome } from '#model/kernel/outcome.ts';

export type PicturePath = `${string}/${PictureWidth}.${PictureFormat}`;

/** The content of a path never changes. */
export type PictureStore = {
  /** Durable when it resolves. @throws RangeError for a path that is not a `PicturePath` */
  put(path: PicturePath, bytes: Uint8Array): Promise<void>;
  get(path: string): Promise<PictureFile | undefined>;
  has(path: string): Promise<boolean>;
  /** Removes every size. @throws RangeError for a text that is not a key */
  remove(key: string): Promise<void>;
};

export type PictureFile = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: 'image/avif' | 'image/webp';
};

export type PictureEncoder = {
  encode(source: Uint8Array): Promise<Outcome<EncodedPicture[], PictureRefusal>>;
};

export type EncodedPicture = {
  readonly width: PictureWidth;
  readonly format: PictureFormat;
  readonly bytes: Uint8Array;
};

/** too_large: too many pixels. damaged: unreadable, or not within the limits of time and memory. */
export type PictureRefusal = { readonly code: 'unsupported_format' | 'too_large' | 'animated' | 'damaged' };
