/** Widths in pixels in which every picture is kept, as AVIF and as WebP. */
export const PICTURE_WIDTHS = [320, 640, 960, 1200] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = 'avif' | 'webp';

/** What somebody may send as a picture. */
export const UPLOAD = {
  /** The name of the form field that holds the file. */
  field: 'image',
  types: ['image/jpeg', 'image/png', 'image/webp'],
  megabytes: 5,
  maxBytes: 5 * 1024 * 1024,
  megapixels: 24,
  maxPixels: 24_000_000,
} as const;

/** Where one size of a picture is served. The key names the content, so the answer never changes. */
export const pictureUrl = (key: string, width: PictureWidth, format: PictureFormat): string =>
  `/images/${key}/${width}.${format}`;

/** The key of one of our own pictures, by the address under which it is known; undefined for any other text. */
export const pictureKey = (image: string): string | undefined =>
  /^\/images\/([0-9a-f]{32})\/1200\.webp$/.exec(image)?.[1];

/** The `srcset` of one of our own pictures, or undefined for a picture that is kept elsewhere. */
export function pictureSrcSet(image: string, format: PictureFormat): string | undefined {
  const key = pictureKey(image);
  if (!key) return undefined;
  return PICTURE_WIDTHS.map((width) => `${pictureUrl(key, width, format)} ${width}w`).join(', ');
}

/** What people are told about a picture that cannot be taken. */
export const PICTURE_REFUSALS = {
  format: 'This is no JPG, PNG or WebP picture. Choose another file.',
  tooLarge: `The picture has more than ${UPLOAD.megapixels} megapixels. Choose a smaller one.`,
  animated: 'The picture moves. Choose one that stands still.',
  damaged: 'The picture is damaged and cannot be read. Choose another file.',
} as const;

/** What is wrong with a file before it is sent, as far as its size and its own word tell; undefined when nothing is. */
export function uploadProblem({ size, type }: { size: number; type: string }): string | undefined {
  if (type && !UPLOAD.types.some((it) => it === type)) return PICTURE_REFUSALS.format;
  if (size === 0) return PICTURE_REFUSALS.damaged;
  if (size <= UPLOAD.maxBytes) return undefined;
  const megabytes = Math.ceil((size / 1024 ** 2) * 10) / 10;
  return `The picture has ${megabytes} MB and may have ${UPLOAD.megabytes} at most. Choose a smaller one.`;
}
