import { createHash } from 'node:crypto';
import { PICTURE_WIDTHS, pictureUrl } from '#model/images/picture.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { PicturePath, PictureRefusal } from '#outside/images/pictures.ts';
import type { Context } from '../kernel/context.ts';

/** The files are durable before it returns, so that a row may name them. Same bytes, same address. */
export async function keepPicture(
  context: Pick<Context, 'pictures' | 'encoder'>,
  bytes: Uint8Array,
): Promise<Outcome<{ image: string }, PictureRefusal>> {
  const key = keyOf(bytes);
  const kept = success({ image: pictureUrl(key, 1200, 'webp') });
  if (await isKept(context, key)) return kept;
  const encoded = await context.encoder.encode(bytes);
  if (!encoded.ok) return encoded;
  await Promise.all(encoded.value.map((it) => context.pictures.put(`${key}/${it.width}.${it.format}`, it.bytes)));
  return kept;
}

export const keyOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

export async function isKept({ pictures }: Pick<Context, 'pictures'>, key: string): Promise<boolean> {
  const present = await Promise.all(pathsOf(key).map((path) => pictures.has(path)));
  return present.every(Boolean);
}

const pathsOf = (key: string): PicturePath[] =>
  PICTURE_WIDTHS.flatMap((width) => [`${key}/${width}.avif`, `${key}/${width}.webp`] as const);
