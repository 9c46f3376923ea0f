import { spawn } from 'node:child_process';
import { cp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newCustomer } from '../harness/people.ts';
import { shopFolder, startShopProcess } from '../harness/shop.ts';
import { orderOf } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';
import { withSql } from './large-tool.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const STACK = /^\s+at .+:\d+:\d+/m;

test('what is damaged is said in words by the doctor and at the start, with what to do about it', async () => {
  const folder = await shopFolder(theShop().folder);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const shop = await startShopProcess({ folder });
  await orderOf(shop.origin, await newCustomer(shop.origin), { tool: '' });
  const { file, image } = await withSql(folder, async (sql) => {
    const [found] = await sql`select pg_relation_filepath('orders') as file,
      (select image from tool where deleted_at is null order by seq limit 1) as image`;
    return found as unknown as { file: string; image: string };
  });
  expect(await shop.stop(), shop.said()).toBe(0);
  expect(await doctor(folder)).toMatchObject({ code: 0, said: expect.stringContaining('all is well') });

  const store = join(folder, 'sandbox-stripe.sqlite');
  await damaging(
    store,
    (path) => writeFile(path, 'This is no database. '.repeat(500)),
    async () => {
      await refused(folder, [store, 'is damaged (file is not a database)', 'move it out of the folder']);
      await told(folder, [`DAMAGED: The file ${store}`, 'move it out of the folder']);
    },
  );

  const password = join(folder, 'postgres', 'shop.password');
  await damaging(
    password,
    (path) => writeFile(path, ''),
    async () => {
      const words = [`The password file ${password} is empty`, 'copy it back from a backup'];
      await refused(folder, words);
      await told(folder, words);
    },
  );

  const admin = join(folder, 'postgres', 'admin.password');
  await damaging(
    admin,
    (path) => writeFile(path, 'of-another-database'),
    async () => {
      const words = [`The password in ${admin} is not that of the database`, 'copy it back from a backup'];
      await refused(folder, words);
      await told(folder, words);
    },
  );

  const picture = join(folder, image.replace(/^\//, ''));
  await damaging(
    picture,
    (path) => rm(path),
    async () => {
      await told(folder, ['1 picture is missing', picture, 'backup']);
      await starts(folder, ['pictures are missing']);
    },
  );

  await damaging(join(folder, 'postgres', 'data', file), garble, async () => {
    await told(folder, ['DAMAGED: The table orders', 'invalid page', 'npm run restore -- --list']);
    await starts(folder, ['the table orders is damaged', 'npm run doctor']);
  });
  expect(await doctor(folder)).toMatchObject({ code: 0 });
}, 300_000);

/** Damages a file, looks, and brings it back. */
async function damaging(path: string, damage: (path: string) => Promise<void>, look: () => Promise<void>) {
  const before = await readFile(path);
  await cp(path, `${path}.whole`, { preserveTimestamps: true });
  await damage(path);
  await look();
  // In place: it belongs to the account of the database.
  if (before.length > 0 && (await exists(path))) await writeFile(path, before);
  else await rename(`${path}.whole`, path);
  await rm(`${path}.whole`, { force: true });
}

const exists = (path: string) =>
  open(path).then(
    (handle) => handle.close().then(() => true),
    () => false,
  );

/** Writes over the middle of its first page, as a broken disk does. */
async function garble(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.write(Buffer.alloc(4_000, 0x5a), 0, 4_000, 4_000);
  await handle.close();
}

async function refused(folder: string, words: readonly string[]): Promise<void> {
  const said = await startShopProcess({ folder }).then(
    async (shop) => {
      await shop.stop();
      return 'It started.';
    },
    (error: Error) => error.message,
  );
  for (const word of words) expect(said).toContain(word);
  expect(said).not.toMatch(STACK);
}

/** Starts the shop, which opens all the same, and waits until it has said so. */
async function starts(folder: string, words: readonly string[]): Promise<void> {
  const shop = await startShopProcess({ folder });
  for (const word of words) await expect.poll(shop.said, { timeout: 30_000 }).toContain(word);
  expect(shop.said()).not.toMatch(STACK);
  await shop.stop();
}

async function told(folder: string, words: readonly string[]): Promise<void> {
  const { code, said } = await doctor(folder);
  for (const word of words) expect(said).toContain(word);
  expect(said).not.toMatch(STACK);
  expect(code).toBe(1);
}

function doctor(folder: string): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, SHOP_DATA: folder };
  const child = spawn(process.execPath, ['scripts/doctor.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += piece));
  return new Promise((done) => child.once('exit', (code) => done({ code, said })));
}
