import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PICTURE_WIDTHS } from '#model/images/picture.ts';
import { authorizationOf, startS3, startSilentS3 } from '../../../tests/harness/own-s3.ts';
import type { PicturePath } from './pictures.ts';
import { createS3Store, type S3Bucket } from './s3-store.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const PATH: PicturePath = `${KEY}/320.webp`;

let server: Awaited<ReturnType<typeof startS3>>;
let bucket: S3Bucket;
beforeAll(async () => {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'of the tests' };
  server = await startS3({ buckets: ['pictures'], keys });
  bucket = { endpoint: server.endpoint, region: 'us-east-1', bucket: 'pictures', ...keys };
});
afterAll(() => server.close());

test("the tests' store signs as Amazon's own published example does", () => {
  const authorization =
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
    'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
    'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';
  const headers = {
    authorization,
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  };
  const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
  const request = { method: 'GET', target: '/test.txt', headers };
  expect(authorizationOf(request, keys)).toBe(authorization);
  expect(authorizationOf({ ...request, target: '/text.txt' }, keys)).not.toBe(authorization);
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

test('keys that end after some hours are sent with their token', async () => {
  const keys = { accessKeyId: 'ASIAEXAMPLE', secretAccessKey: 'of some hours', sessionToken: 'token' };
  const other = await startS3({ buckets: ['pictures'], keys });
  onTestFinished(async () => void (await other.close()));
  const place = { ...bucket, endpoint: other.endpoint, ...keys };
  expect(await createS3Store(place).has(PATH)).toBe(false);
  await expect(createS3Store({ ...place, sessionToken: 'wrong' }).get(PATH)).rejects.toThrow(/token/i);
});

test('a bucket that takes requests and does not answer is given up, more often than there are connections', async () => {
  for (const begins of [false, true]) {
    const silent = await startSilentS3({ begins });
    onTestFinished(async () => void (await silent.close()));
    const store = createS3Store({ ...bucket, endpoint: silent.endpoint }, 200);
    for (let round = 0; round < 2; round += 1) {
      const asked = await Promise.allSettled(Array.from({ length: 60 }, () => store.get(PATH)));
      for (const { status, ...rest } of asked)
        expect([status, rest]).toEqual(['rejected', { reason: expect.objectContaining({ name: 'TimeoutError' }) }]);
    }
    if (!begins) await expect(store.put(PATH, Buffer.from('x'))).rejects.toMatchObject({ name: 'TimeoutError' });
  }
});
