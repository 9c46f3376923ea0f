import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bytesOfMissing, copyPictures, listPictures } from './keep-pictures.ts';

const NEVER = new AbortController().signal;
const KEYS = ['0', '1', '2', '3'].map((digit) => digit.repeat(32));
const NAMES = ['400.avif', '400.webp', '800.avif'];

/** Pictures of the shop, and an empty pool. */
async function pictures() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pictures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
  await mkdir(to);
  for (const key of KEYS) {
    await mkdir(path.join(from, key), { recursive: true });
    for (const name of NAMES) await writeFile(path.join(from, key, name), `${key}${name}`.repeat(50_000));
  }
  return { from, to };
}

test('those who copy at the same time each find everything whole, and leave nothing else', async () => {
  const { from, to } = await pictures();
  const bytes = (await listPictures(from, [])).reduce((sum, file) => sum + file.bytes, 0);
  expect(await bytesOfMissing(from, to)).toBe(bytes);
  await Promise.all([1, 2, 3].map(() => copyPictures(from, to, NEVER)));
  expect(await listPictures(to, [])).toEqual(await listPictures(from, []));
  for (const key of KEYS) expect((await readdir(path.join(to, key))).sort()).toEqual(NAMES);
  expect(await copyPictures(from, to, NEVER)).toBe(0);
  expect(await bytesOfMissing(from, to)).toBe(0);
});

test('what a killed copying left goes after a day', async () => {
  const { from, to } = await pictures();
  const [key] = KEYS as [string];
  await mkdir(path.join(to, key));
  const [old, fresh] = ['.400.avif.a.new', '.400.avif.b.new'];
  for (const name of [old, fresh]) await writeFile(path.join(to, key, name), 'half');
  const before = new Date(Date.now() - 2 * 86_400_000);
  await utimes(path.join(to, key, old), before, before);
  await copyPictures(from, to, NEVER);
  expect((await readdir(path.join(to, key))).sort()).toEqual([fresh, ...NAMES].sort());
});
