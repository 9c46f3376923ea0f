import { UPLOAD_FIELD } from './picture.ts';

export const UPLOAD = {
  field: UPLOAD_FIELD,
  types: ['image/jpeg', 'image/png', 'image/webp'],
  megabytes: 5,
  maxBytes: 5 * 1024 * 1024,
  megapixels: 24,
  maxPixels: 24_000_000,
} as const;

export function uploadProblem({ size, type }: { size: number; type: string }) {
  if (type && !UPLOAD.types.some((it) => it === type)) return { code: 'picture_format' } as const;
  if (size === 0) return { code: 'picture_damaged' } as const;
  if (size <= UPLOAD.maxBytes) return undefined;
  const megabytes = Math.ceil((size / 1024 ** 2) * 10) / 10;
  return { code: 'file_too_large', figures: { most: UPLOAD.megabytes, megabytes } } as const;
}
