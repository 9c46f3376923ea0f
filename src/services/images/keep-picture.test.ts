import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileStore } from '#outside/images/file-store.ts';
import type { PictureEncoder } from '#outside/images/pictures.ts';
import { createSharpEncoder } from '#outside/images/sharp-encoder.ts';
import { keepPicture } from './keep-picture.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keep-picture-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The real encoder, with a count of what it was asked. */
function counting(): PictureEncoder & { asked: number } {
  const encoder = createSharpEncoder();
  return {
    asked: 0,
    encode(source) {
      this.asked += 1;
      return encoder.encode(source);
    },
  };
}

const red = () =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: '#d01010' } })
    .png()
    .toBuffer();

const SIZES = [320, 640, 960, 1200].flatMap((width) => [`${width}.avif`, `${width}.webp`]).sort();

test('a picture is kept in every size under the address that is answered, and encoded once', async () => {
  const context = { pictures: createFileStore(folder), encoder: counting() };
  const kept = await keepPicture(context, await red());
  if (!kept.ok) throw new Error(kept.failure.code);
  const [, key = ''] = /^\/images\/([0-9a-f]{32})\/1200\.webp$/.exec(kept.value.image) ?? [];
  expect((await readdir(join(folder, key))).sort()).toEqual(SIZES);
  expect(await keepPicture(context, await red())).toEqual(kept);
  expect(context.encoder.asked).toBe(1);
});

test('work that a crash cut short is finished', async () => {
  const context = { pictures: createFileStore(folder), encoder: counting() };
  const kept = await keepPicture(context, await red());
  const key = kept.ok ? (kept.value.image.split('/')[2] ?? '') : '';
  await rm(join(folder, key, '960.avif'));
  expect(await keepPicture(context, await red())).toEqual(kept);
  expect((await readdir(join(folder, key))).sort()).toEqual(SIZES);
});

test('a refused picture leaves nothing on the disk', async () => {
  const context = { pictures: createFileStore(folder), encoder: createSharpEncoder() };
  const broken = (await red()).subarray(0, 60);
  for (const source of [broken, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]) {
    expect(await keepPicture(context, source)).toMatchObject({ ok: false });
  }
  expect(await readdir(folder)).toEqual([]);
});
