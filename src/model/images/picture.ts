/** In pixels. Every picture is stored as AVIF and WebP in each width. */
export const PICTURE_WIDTHS = [320, 640, 960, 1200] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = 'avif' | 'webp';

export const UPLOAD = {
  field: 'image',
  types: ['image/jpeg', 'image/png', 'image/webp'],
  megabytes: 5,
  maxBytes: 5 * 1024 * 1024,
  megapixels: 24,
  maxPixels: 24_000_000,
} as const;

/** The key is a hash of the content, so the answer never changes. */
export const pictureUrl = (key: string, width: PictureWidth, format: PictureFormat): string =>
  `/images/${key}/${width}.${format}`;

export const pictureKey = (image: string): string | undefined =>
  /^\/images\/([0-9a-f]{32})\/1200\.webp$/.exec(image)?.[1];

export function pictureSrcSet(image: string, format: PictureFormat): string | undefined {
  const key = pictureKey(image);
  if (!key) return undefined;
  return PICTURE_WIDTHS.map((width) => `${pictureUrl(key, width, format)} ${width}w`).join(', ');
}

export function uploadProblem({ size, type }: { size: number; type: string }) {
  if (type && !UPLOAD.types.some((it) => it === type)) return { code: 'picture_format' } as const;
  if (size === 0) return { code: 'picture_damaged' } as const;
  if (size <= UPLOAD.maxBytes) return undefined;
  const megabytes = Math.ceil((size / 1024 ** 2) * 10) / 10;
  return { code: 'file_too_large', figures: { most: UPLOAD.megabytes, megabytes } } as const;
}
