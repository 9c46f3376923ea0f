import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeLinks } from './binaries.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'toolyard-links-'));
  await mkdir(path.join(root, 'native/lib'), { recursive: true });
  await writeFile(path.join(root, 'native/lib/libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(path.join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => rm(root, { recursive: true }));

test('a library that npm left without its other name gets it, wherever the bundle is copied to later', async () => {
  expect(await completeLinks(path.join(root, 'native'))).toBe(true);
  expect(await readFile(path.join(root, 'native/lib/libpq.so.5'), 'utf8')).toBe('library');
});

test('links that are there are left alone', async () => {
  await completeLinks(path.join(root, 'native'));
  expect(await completeLinks(path.join(root, 'native'))).toBe(true);
});

test('a bundle without a list of links is complete', async () => {
  await rm(path.join(root, 'native/pg-symlinks.json'));
  expect(await completeLinks(path.join(root, 'native'))).toBe(true);
});
