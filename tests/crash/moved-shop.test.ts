import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { databaseProxy, placeOf } from '../harness/database-proxy.ts';
import { ownCluster } from '../harness/own-cluster.ts';
import { startS3 } from '../harness/own-s3.ts';
import { shopFolder, startShopProcess } from '../harness/shop.ts';
import { theShop } from '../harness/the-shop.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const COUNT_TOOLS =
  'const { Client } = (await import("pg")).default; const it = new Client(); await it.connect();' +
  'console.log("tools:", (await it.query("select count(*) from tool")).rows[0].count); await it.end()';

function command(script: string, env: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...words], {
    ...{ cwd: ROOT, env: { ...process.env, ...env } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += piece));
  return new Promise<{ code: number | null; said: string }>((done) =>
    child.once('exit', (code) => done({ code, said })),
  );
}

async function opened(folder: string, env: Record<string, string>, words: string): Promise<void> {
  const shop = await startShopProcess({ folder, env });
  await expect.poll(shop.said, { timeout: 30_000 }).toContain(words);
  expect(await shop.stop(), shop.said()).toBe(0);
}

async function folderOfTest(like?: string): Promise<string> {
  const folder = await shopFolder(like);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

test('a shop that was closed and backed up is restored in another folder, which says what must not open again', async () => {
  const [before, after] = [await folderOfTest(theShop().folder), await folderOfTest()];
  await opened(before, {}, 'is open at');
  expect(await command('backup', { SHOP_DATA: before })).toMatchObject({ code: 0 });
  const env = { SHOP_DATA: after, BACKUP_DIR: join(before, 'backups') };
  expect(await command('restore', env)).toEqual({
    code: 0,
    said: expect.stringMatching(/closed before the backup and must never open again/),
  });
  await opened(after, { BACKUP_DIR: env.BACKUP_DIR }, 'is open at');
}, 300_000);

test('what is left in the folder when database, bucket or keys change is said, and can be taken along', async () => {
  const folder = await folderOfTest(theShop().folder);
  await opened(folder, {}, 'is open at');

  const env = { SHOP_DATA: folder };
  const counting = [process.execPath, '--input-type=module', '-e', COUNT_TOOLS];
  expect(await command('database', env, ...counting)).toEqual({
    code: 0,
    said: expect.stringMatching(/^tools: \d\d/m),
  });
  expect(await command('database', env, 'no-such-program')).toEqual({
    code: 1,
    said: expect.stringContaining('no-such-program could not be started'),
  });

  const cluster = await ownCluster();
  await cluster.asAdmin((admin) => admin.unsafe('create database empty owner shop'));
  const { url } = await databaseProxy({ ...placeOf(cluster.sql), database: 'empty' });
  await expect(startShopProcess({ folder, env: { DATABASE_URL: url } })).rejects.toThrow(
    /The database of DATABASE_URL holds no shop, and \S+ holds one/,
  );

  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'of the tests' };
  const store = await startS3({ buckets: ['pictures'], keys });
  onTestFinished(async () => void (await store.close()));
  const bucket = {
    ...{ S3_BUCKET: 'pictures', S3_ENDPOINT: store.endpoint },
    ...{ S3_ACCESS_KEY_ID: keys.accessKeyId, S3_SECRET_ACCESS_KEY: keys.secretAccessKey },
  };
  await opened(folder, bucket, 'pictures are missing');
  expect(await command('doctor', { ...env, ...bucket })).toEqual({
    code: 1,
    said: expect.stringMatching(/DAMAGED: \d+ pictures are missing in the bucket pictures: .*npm run pictures/),
  });
  expect(await command('doctor', { ...env, ...bucket, S3_SECRET_ACCESS_KEY: 'wrong' })).toEqual({
    code: 1,
    said: expect.stringContaining('DAMAGED: The bucket pictures cannot be read'),
  });
  expect(await command('pictures', { ...env, ...bucket })).toMatchObject({ code: 0 });
  expect(await command('doctor', { ...env, ...bucket })).toMatchObject({ code: 0 });

  const live = {
    ...{ STRIPE_SECRET_KEY: 'sk_live_of_a_test', STRIPE_PUBLISHABLE_KEY: 'pk_live_of_a_test' },
    PUBLIC_ORIGIN: 'https://shop.example',
  };
  await opened(folder, live, 'sample tools are on sale for real money');
}, 300_000);
