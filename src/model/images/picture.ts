/** Widths in pixels in which every picture is kept, as AVIF and as WebP. */
export const PICTURE_WIDTHS = [320, 640, 960, 1200] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = 'avif' | 'webp';

/** Where one size of a picture is served. The key names the content, so the answer never changes. */
export const pictureUrl = (key: string, width: PictureWidth, format: PictureFormat): string =>
  `/images/${key}/${width}.${format}`;

/** The `srcset` of one of our own pictures, or undefined for a picture that is kept elsewhere. */
export function pictureSrcSet(image: string, format: PictureFormat): string | undefined {
  const key = /^\/images\/([0-9a-f]{32})\/1200\.webp$/.exec(image)?.[1];
  if (!key) return undefined;
  return PICTURE_WIDTHS.map((width) => `${pictureUrl(key, width, format)} ${width}w`).join(', ');
}
