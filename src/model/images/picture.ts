/** In pixels. Every picture is stored as AVIF and WebP in each width. */
export const PICTURE_WIDTHS = [320, 640, 960, 1200] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = 'avif' | 'webp';

/** The field of the form in which a picture is sent. */
export const UPLOAD_FIELD = 'image';

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
