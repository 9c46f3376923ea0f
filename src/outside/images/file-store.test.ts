import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileStore } from './file-store.ts';
import type { PicturePath } from './pictures.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const PATH: PicturePath = `${KEY}/320.webp`;

let home: string;
let folder: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'pictures-'));
  folder = join(home, 'data', 'pictures');
});
afterEach(() => rm(home, { recursive: true }));

const everyFile = async () =>
  (await readdir(home, { recursive: true, withFileTypes: true })).filter((it) => it.isFile()).map((it) => it.name);

test('what was put is there, with its type, also for a store opened later', async () => {
  const store = createFileStore(folder);
  expect(await store.has(PATH)).toBe(false);
  expect(await store.get(PATH)).toBeUndefined();
  await store.put(PATH, Buffer.from('webp bytes'));
  await store.put(`${KEY}/320.avif`, Buffer.from('avif bytes'));
  const later = createFileStore(folder);
  expect(await later.has(PATH)).toBe(true);
  expect(await later.get(PATH)).toEqual({ bytes: Buffer.from('webp bytes'), type: 'image/webp' });
  expect(await later.get(`${KEY}/320.avif`)).toEqual({ bytes: Buffer.from('avif bytes'), type: 'image/avif' });
});

test('putting the same picture again changes nothing and leaves nothing behind', async () => {
  const store = createFileStore(folder);
  for (let time = 0; time < 3; time += 1) await store.put(PATH, Buffer.from('same'));
  expect((await store.get(PATH))?.bytes).toEqual(Buffer.from('same'));
  expect(await everyFile()).toEqual(['320.webp']);
});

test.each([
  '../secret.webp',
  '../../secret.webp',
  `${KEY}/../../../secret.webp`,
  `../pictures/${KEY}/320.webp`,
  `/${KEY}/320.webp`,
  `./${KEY}/320.webp`,
  `${KEY}//320.webp`,
  `${KEY}/320.webp/`,
  `${KEY}\\320.webp`,
  `${KEY}/320.webp\n`,
  `${KEY}/320.webp\0.txt`,
  `${KEY}/320.html`,
  `${KEY}/321.webp`,
  `${KEY}/.320.webp`,
  `${KEY.toUpperCase()}/320.webp`,
  `${KEY}0/320.webp`,
  '',
])('the path %j leads nowhere', async (path) => {
  const store = createFileStore(folder);
  await mkdir(join(folder, KEY), { recursive: true });
  for (const place of [home, join(home, 'data'), folder]) await writeFile(join(place, 'secret.webp'), 'secret');
  for (const name of ['320.webp', '321.webp', '.320.webp', '320.html'])
    await writeFile(join(folder, KEY, name), 'kept');
  const before = await everyFile();
  expect(await store.get(path)).toBeUndefined();
  expect(await store.has(path)).toBe(false);
  await expect(store.put(path as PicturePath, Buffer.from('evil'))).rejects.toThrow(RangeError);
  expect(await everyFile()).toEqual(before);
});

test('a reader sees a whole picture or none while it is written', async () => {
  const store = createFileStore(folder);
  const bytes = Buffer.alloc(2_000_000, 7);
  let writing = true;
  const writes = Promise.all(Array.from({ length: 10 }, () => store.put(PATH, bytes))).finally(() => {
    writing = false;
  });
  const seen = new Set<number | undefined>();
  while (writing) seen.add((await store.get(PATH))?.bytes.byteLength);
  await writes;
  seen.delete(undefined);
  expect([...seen]).toEqual([bytes.length]);
});

test('a write that fails says so and leaves no part of a file', async () => {
  await mkdir(join(folder, PATH), { recursive: true });
  await expect(createFileStore(folder).put(PATH, Buffer.from('bytes'))).rejects.toThrow();
  expect(await everyFile()).toEqual([]);
});

test('trouble other than a missing file is not taken for one', async () => {
  await mkdir(join(folder, PATH), { recursive: true });
  await expect(createFileStore(folder).get(PATH)).rejects.toThrow(/EISDIR/);
});
