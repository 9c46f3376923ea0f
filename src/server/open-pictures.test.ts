import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startS3 } from '../../tests/harness/own-s3.ts';
import { markCopy, unmarkCopy } from './copied-data.ts';
import { openPictures } from './open-pictures.ts';

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'of the tests' };
const KEY = '0123456789abcdef0123456789abcdef';

let server: Awaited<ReturnType<typeof startS3>>;
let dataFolder = '';
beforeAll(async () => {
  server = await startS3({ buckets: ['pictures'], keys });
  dataFolder = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterAll(async () => {
  await server.close();
  await rm(dataFolder, { recursive: true });
});

test('a copy of a shop removes no picture from the bucket that it shares with the shop', async () => {
  const s3 = { endpoint: server.endpoint, region: 'us-east-1', bucket: 'pictures', ...keys };
  const open = (testCopy = false) => openPictures({ s3, dataFolder, testCopy });
  const path = `${KEY}/320.webp` as const;
  await (await open()).put(path, Buffer.from('bytes'));
  const isThereWithout = async (store: Awaited<ReturnType<typeof open>>) => {
    await store.remove(KEY);
    return store.has(path);
  };
  expect(await isThereWithout(await open(true))).toBe(true);
  await markCopy(dataFolder, '/backups');
  expect(await isThereWithout(await open())).toBe(true);
  await unmarkCopy(dataFolder);
  expect(await isThereWithout(await open())).toBe(false);
});
