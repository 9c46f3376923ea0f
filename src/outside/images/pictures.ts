import type { PictureFormat, PictureWidth } from '#model/images/picture.ts';
import type { Outcome } from '#model/kernel/outcome.ts';

/** Where one size of a picture is kept: the key of its content (32 hex digits), its width and its format. */
export type PicturePath = `${string}/${PictureWidth}.${PictureFormat}`;

/** Keeps the sizes of pictures. What is kept under a path never changes. */
export type PictureStore = {
  /** Keeps the bytes durably before it resolves. Throws a RangeError for a path that is not a `PicturePath`. */
  put(path: PicturePath, bytes: Uint8Array): Promise<void>;
  /** Undefined when nothing is kept there; also for any text that is not a `PicturePath`. */
  get(path: string): Promise<PictureFile | undefined>;
  has(path: string): Promise<boolean>;
  /** Forgets every size of a picture. Throws a RangeError for a text that is not the key of one. */
  remove(key: string): Promise<void>;
};

export type PictureFile = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: 'image/avif' | 'image/webp';
};

/** Makes every size that the shop serves out of a JPEG, PNG or WebP of unknown origin. */
export type PictureEncoder = {
  encode(source: Uint8Array): Promise<Outcome<EncodedPicture[], PictureRefusal>>;
};

export type EncodedPicture = {
  readonly width: PictureWidth;
  readonly format: PictureFormat;
  readonly bytes: Uint8Array;
};

/**
 * unsupported_format: neither JPEG, PNG nor WebP. too_large: too many pixels. animated: more than one frame.
 * damaged: it begins like a picture but cannot be read to its end, or not within the limits of time and memory.
 * busy: too many pictures are being made at this moment.
 */
export type PictureRefusal = { readonly code: 'unsupported_format' | 'too_large' | 'animated' | 'damaged' | 'busy' };
