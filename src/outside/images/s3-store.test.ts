import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PICTURE_WIDTHS } from '#model/images/picture.ts';
import type { PicturePath } from './pictures.ts';
import { createS3Store, type S3Bucket } from './s3-store.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const PATH: PicturePath = `${KEY}/320.webp`;

let folder: string;
let server: S3rver;
let bucket: S3Bucket;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-'));
  const buckets = [{ name: 'pictures' }];
  server = new S3rver({ port: 0, address: '127.0.0.1', directory: folder, silent: true, configureBuckets: buckets });
  const { port } = await server.run();
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  bucket = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'pictures', ...keys };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('what was put is there, with its type, also for another process of the shop', async () => {
  const store = createS3Store(bucket);
  expect(await store.has(PATH)).toBe(false);
  expect(await store.get(PATH)).toBeUndefined();
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
  await store.put(PATH, bytes);
  await store.put(`${KEY}/320.avif`, Buffer.from('avif bytes'));
  const other = createS3Store(bucket);
  expect(await other.has(PATH)).toBe(true);
  expect(await other.get(PATH)).toEqual({ bytes, type: 'image/webp' });
  expect((await other.get(`${KEY}/320.avif`))?.type).toBe('image/avif');
});

test('putting the same picture again changes nothing', async () => {
  const store = createS3Store(bucket);
  for (let time = 0; time < 3; time += 1) await store.put(`${KEY}/640.webp`, Buffer.from('same'));
  expect((await store.get(`${KEY}/640.webp`))?.bytes).toEqual(new Uint8Array(Buffer.from('same')));
});

test('removing forgets every size of one picture and nothing else, and may be done twice', async () => {
  const store = createS3Store(bucket);
  const other: PicturePath = `${'f'.repeat(32)}/320.webp`;
  for (const width of PICTURE_WIDTHS) await store.put(`${KEY}/${width}.webp`, Buffer.from('bytes'));
  await store.put(other, Buffer.from('other'));
  await store.remove(KEY);
  await store.remove(KEY);
  for (const width of PICTURE_WIDTHS) expect(await store.has(`${KEY}/${width}.webp`)).toBe(false);
  expect(await store.has(other)).toBe(true);
});

test('what is no path of a picture leads nowhere', async () => {
  const store = createS3Store(bucket);
  for (const path of ['', '../secret.webp', `${KEY}/321.webp`, `${KEY}/320.webp\n`, `/${KEY}/320.webp`]) {
    expect(await store.get(path)).toBeUndefined();
    expect(await store.has(path)).toBe(false);
    await expect(store.put(path as PicturePath, Buffer.from('evil'))).rejects.toThrow(RangeError);
  }
  await expect(store.remove('..')).rejects.toThrow(RangeError);
});

test('a bucket that is missing and a wrong secret are trouble, not a missing picture', async () => {
  await expect(createS3Store({ ...bucket, bucket: 'none' }).get(PATH)).rejects.toThrow(/bucket/i);
  await expect(createS3Store({ ...bucket, secretAccessKey: 'wrong' }).get(PATH)).rejects.toThrow(/signature/i);
  await expect(createS3Store({ ...bucket, secretAccessKey: 'wrong' }).put(PATH, Buffer.from('x'))).rejects.toThrow();
});
