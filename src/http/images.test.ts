import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileStore } from '#outside/images/file-store.ts';
import { createImages } from './images.ts';
import { createLimiter, LIMITS } from './limiter.ts';

const KEY = '00112233445566778899aabbccddeeff';
const WEBP = Buffer.from('bytes of a webp');
const AVIF = Buffer.from('bytes of an avif');

let home: string;
let app: ReturnType<typeof createImages>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'images-'));
  const pictures = createFileStore(join(home, 'pictures'));
  await pictures.put(`${KEY}/640.webp`, WEBP);
  await pictures.put(`${KEY}/640.avif`, AVIF);
  await writeFile(join(home, 'secret.webp'), 'secret');
  app = createImages(
    { pictures },
    createLimiter(LIMITS, () => false),
  );
});
afterAll(() => rm(home, { recursive: true }));

test.each([
  ['webp', WEBP],
  ['avif', AVIF],
])('a %s comes whole, typed, sealed and for good', async (format, bytes) => {
  const answer = await app.request(`/images/${KEY}/640.${format}`);
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(answer.headers)).toEqual({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': `inline; filename="00112233-640.${format}"`,
    'content-length': String(bytes.length),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'content-type': `image/${format}`,
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    'x-content-type-options': 'nosniff',
  });
});

test('HEAD says the same without the bytes', async () => {
  const get = await app.request(`/images/${KEY}/640.webp`);
  const head = await app.request(`/images/${KEY}/640.webp`, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  expect((await head.arrayBuffer()).byteLength).toBe(0);
  expect((await app.request(`/images/${KEY}/320.webp`, { method: 'HEAD' })).status).toBe(404);
});

test('who has the picture gets 304, who has another one gets the picture', async () => {
  const address = `/images/${KEY}/640.webp`;
  const tag = (await app.request(address)).headers.get('etag') ?? '';
  const other = (await app.request(`/images/${KEY}/640.avif`)).headers.get('etag') ?? '';
  expect(other).not.toBe(tag);
  const asked = async (ifNoneMatch: string, method = 'GET') =>
    app.request(address, { method, headers: { 'if-none-match': ifNoneMatch } });
  for (const known of [tag, `W/${tag}`, `${other}, ${tag}`, '*']) {
    const answer = await asked(known);
    expect([known, answer.status]).toEqual([known, 304]);
    expect(answer.headers.get('etag')).toBe(tag);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('content-type')).toBeNull();
    expect(await answer.text()).toBe('');
  }
  expect((await asked(tag, 'HEAD')).status).toBe(304);
  for (const known of [other, '', '"', tag.slice(1, -1)]) expect((await asked(known)).status).toBe(200);
});

test.each([
  `/images/${KEY}/1200.webp`,
  `/images/${KEY}/640.png`,
  `/images/${KEY}/641.webp`,
  `/images/${KEY}`,
  `/images/${KEY}/`,
  `/images/${KEY}/640.webp/more`,
  '/images/',
  '/images/../secret.webp',
  '/images/x/../../secret.webp',
  '/images/..%2f/secret.webp',
  '/images/..%2f..%2fsecret.webp/640.webp',
  '/images/%2e%2e/secret.webp',
  '/images/%2e%2e%2f%2e%2e/secret.webp',
  '/images/%252e%252e%252f/secret.webp',
  `/images/${KEY}/..%2f..%2f..%2fsecret.webp`,
  `/images/${KEY}/..%5c..%5c..%5csecret.webp`,
  `/images/${KEY}/640.webp%00`,
  `/images/${KEY}/640.webp%0a`,
  '/images/%ff/640.webp',
  '/images/%/640.webp',
])('%s is nothing', async (address) => {
  // Made by hand, because a URL object would resolve the dots before the shop sees them.
  const request = new Request('http://localhost/');
  Object.defineProperty(request, 'url', { value: `http://localhost${address}` });
  const answer = await app.fetch(request);
  expect(answer.status).toBe(404);
  if (!address.includes('..')) expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await answer.text()).not.toContain('secret');
});

test('a miss is a problem that no cache keeps, and nobody can write here', async () => {
  const missing = await app.request(`/images/${KEY.replaceAll('0', '1')}/640.webp`);
  expect(missing.headers.get('cache-control')).toBe('no-store');
  expect(await missing.json()).toMatchObject({ status: 404, code: 'picture_not_found' });
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    expect((await app.request(`/images/${KEY}/640.webp`, { method })).status).toBe(404);
  }
});
