import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { createS3Store } from '../src/outside/images/s3-store.ts';
import { startS3 } from '../tests/harness/own-s3.ts';

const KEYS = ['a', 'b'].map((letter) => letter.repeat(32));
/** Programs that load the client of S3. */
const BUSY = 180_000;
const SECRETS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'of the tests' };

async function placeOfPictures() {
  const SHOP_DATA = await mkdtemp(join(tmpdir(), 'pictures-'));
  onTestFinished(() => rm(SHOP_DATA, { recursive: true }));
  for (const key of KEYS) {
    await mkdir(join(SHOP_DATA, 'images', key), { recursive: true });
    for (const file of ['320.webp', '320.avif'])
      await writeFile(join(SHOP_DATA, 'images', key, file), `${key} ${file}`);
  }
  await writeFile(join(SHOP_DATA, 'images', 'notes.txt'), 'no picture');
  const server = await startS3({ buckets: ['pictures'], keys: SECRETS });
  onTestFinished(async () => void (await server.close()));
  const env = {
    ...{ PATH: process.env.PATH, SHOP_DATA, S3_ENDPOINT: server.endpoint },
    ...{ S3_ACCESS_KEY_ID: SECRETS.accessKeyId, S3_SECRET_ACCESS_KEY: SECRETS.secretAccessKey },
  };
  const bucket = createS3Store({
    ...{ endpoint: server.endpoint, region: 'us-east-1', bucket: 'pictures' },
    ...SECRETS,
  });
  return { env, bucket };
}

function copying(env: SpawnOptions['env']): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [resolve('scripts/pictures.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (said += piece));
  return new Promise((done) => child.once('exit', (code) => done({ code, said })));
}

test('all pictures of the folder get into the bucket, and what is there is left alone', { timeout: BUSY }, async () => {
  const { env, bucket } = await placeOfPictures();
  await bucket.put(`${KEYS[0]}/320.webp`, Buffer.from('as it was'));
  expect(await copying({ ...env, S3_BUCKET: 'pictures' })).toEqual({
    code: 0,
    said: '3 of 4 picture files were copied into the bucket; the others were there.\n',
  });
  const texts = KEYS.flatMap((key) => ['320.webp', '320.avif'].map((file) => `${key}/${file}`)).map(async (path) =>
    Buffer.from((await bucket.get(path))?.bytes ?? []).toString(),
  );
  expect(await Promise.all(texts)).toEqual([
    'as it was',
    `${KEYS[0]} 320.avif`,
    `${KEYS[1]} 320.webp`,
    `${KEYS[1]} 320.avif`,
  ]);
  expect((await copying({ ...env, S3_BUCKET: 'pictures' })).said).toContain('0 of 4 picture files');
});

test('a bucket that cannot be written, none at all, and a folder without pictures are said in words', {
  timeout: BUSY,
}, async () => {
  const { env } = await placeOfPictures();
  const [none, wrong, nowhere] = await Promise.all([
    copying({ ...env, S3_ENDPOINT: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }),
    copying({ ...env, S3_BUCKET: 'another' }),
    copying({ ...env, S3_BUCKET: 'pictures', SHOP_DATA: join(env.SHOP_DATA, 'mistyped') }),
  ]);
  expect(none).toEqual({ code: 1, said: expect.stringContaining('Name the bucket in S3_BUCKET') });
  expect(wrong).toEqual({ code: 1, said: expect.stringMatching(/Not all pictures are in the bucket another \(.+\)/) });
  expect(nowhere).toEqual({ code: 1, said: expect.stringContaining('There are no pictures in ') });
});
