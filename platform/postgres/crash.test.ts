import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive, isPostmasterOf, readPostmasterFile } from './postmaster-file.ts';
import { connect, type Sql } from './sql.ts';

const lines: string[] = [];
const log = (line: string) => void lines.push(line);
const undo: (() => Promise<unknown> | unknown)[] = [];
let home = '';
let folder = '';

beforeEach(async () => {
  lines.length = 0;
  home = await mkdtemp(path.join(os.tmpdir(), 'toolyard-crash-'));
  await chmod(home, 0o755);
  folder = path.join(home, 'db');
  undo.push(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

test('what was committed is there after the shop was killed, and nothing of it keeps running', async () => {
  const shop = await anotherShop(`
    await sql\`create table kept (number int)\`;
    await sql\`insert into kept values (42)\`;
  `);
  const postmaster = await pidOnDisk();
  shop.process.kill('SIGKILL');
  const postgres = await running();
  expect(await pool(postgres)`select number from kept`).toEqual([{ number: 42 }]);
  expect(await pidOnDisk()).not.toBe(postmaster);
  expect(await isPostmasterOf(postmaster, path.join(folder, 'data'))).toBe(false);
});

test.runIf(process.platform === 'linux')('Postgres goes with a killed shop, without a next start', async () => {
  const shop = await anotherShop('');
  const postmaster = await pidOnDisk();
  shop.process.kill('SIGKILL');
  await expect.poll(() => isPostmasterOf(postmaster, path.join(folder, 'data')), { timeout: 5_000 }).toBe(false);
  await expect.poll(() => readFile(path.join(folder, 'postgres.log'), 'utf8')).toContain('system is shut down');
});

test('of two shops that start at once on one folder, one runs and the other names it', async () => {
  const shops = await Promise.all([anotherShop(''), anotherShop('')]);
  const winner = shops.find((shop) => shop.said === 'ready');
  const loser = shops.find((shop) => shop.said !== 'ready');
  expect(loser?.said).toContain('folder-in-use');
  expect(loser?.said).toContain(`process ${winner?.process.pid}`);
});

test('a lock file whose number belongs to another program now stops no start, and that program lives', async () => {
  const first = await running();
  await first.stop();
  const sleeper = spawn('sleep', ['600'], { ...(await ownerOfData()), cwd: '/' });
  undo.push(() => sleeper.kill());
  const data = path.join(folder, 'data');
  await writeFile(path.join(data, 'postmaster.pid'), `${sleeper.pid}\n${data}\n1700000000\n5432\n\n\n`);

  const second = await running();
  expect(await pool(second)`select 1 as one`).toEqual([{ one: 1 }]);
  expect(isAlive(sleeper.pid ?? 0) && sleeper.exitCode === null && sleeper.signalCode === null).toBe(true);
});

test('a Postgres that outlived its shop is stopped cleanly and replaced', async () => {
  const first = await running();
  await first.stop();
  const data = path.join(folder, 'data');
  const binaries = await findBinaries(undefined, log);
  if (!binaries.ok) throw new Error(binaries.failure.message);
  const words = ['-D', data, '-k', first.connection.host, '-c', 'listen_addresses='];
  const orphan = spawn(binaries.value.postgres, words, { ...(await ownerOfData()), cwd: '/', stdio: 'ignore' });
  const ended = new Promise((resolve) => orphan.once('exit', (code) => resolve(code)));
  undo.push(() => orphan.kill('SIGINT'));
  await expect.poll(async () => (await readPostmasterFile(data))?.ready).toBe(true);

  const second = await running();
  expect(await ended).toBe(0);
  expect(await pool(second)`select 1 as one`).toEqual([{ one: 1 }]);
  expect(lines).toEqual([expect.stringContaining(`process ${orphan.pid}`)]);
});

test('a Postgres that dies under the shop comes back by itself with its data, and the same pool finds it', async () => {
  const postgres = await running({ durable: true });
  const sql = pool(postgres);
  await sql`create table kept as select 7 as number`;
  const returns = () => lines.filter((line) => line === 'Postgres is back.').length;
  for (const [earlier, signal] of (['SIGKILL', 'SIGQUIT'] as const).entries()) {
    const before = await pidOnDisk();
    process.kill(before, signal);
    await expect.poll(returns, { timeout: 15_000 }).toBe(earlier + 1);
    expect(await pidOnDisk()).not.toBe(before);
    await expect.poll(() => sql`select number from kept`.catch(() => [])).toEqual([{ number: 7 }]);
  }
});

test('a start that fails, as on a disk that only reads, is tried again', async () => {
  const postgres = await running();
  const log = path.join(folder, 'postgres.log');
  await rename(log, `${log}.away`);
  // Not to be opened for writing.
  await mkdir(log);
  process.kill(await pidOnDisk(), 'SIGKILL');
  const failed = 'could not be started';
  await expect.poll(() => lines, { timeout: 15_000 }).toContainEqual(expect.stringContaining(failed));
  await rmdir(log);
  await expect.poll(() => lines, { timeout: 15_000 }).toContain('Postgres is back.');
  expect(await pool(postgres)`select 1 as one`).toEqual([{ one: 1 }]);
});

test('a stop while Postgres is being started again ends both', async () => {
  const postgres = await running();
  process.kill(await pidOnDisk(), 'SIGKILL');
  await expect.poll(() => lines).toContainEqual(expect.stringContaining('ended by itself'));
  await postgres.stop();
  const left = await readPostmasterFile(path.join(folder, 'data'));
  expect(left === undefined || !(await isPostmasterOf(left.pid, path.join(folder, 'data')))).toBe(true);
});

async function running(wish: { durable?: boolean } = {}): Promise<EmbeddedPostgres> {
  const outcome = await startEmbeddedPostgres({ folder, durable: false, log, ...wish });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  undo.push(outcome.value.stop);
  return outcome.value;
}

function pool(postgres: EmbeddedPostgres): Sql {
  const sql = connect(postgres.connection, { max: 2, log });
  undo.push(() => sql.end({ timeout: 1 }));
  return sql;
}

const pidOnDisk = async () => (await readPostmasterFile(path.join(folder, 'data')))?.pid ?? 0;

async function ownerOfData() {
  const { uid, gid } = await stat(path.join(folder, 'data'));
  return { uid, gid };
}

/** Another process that starts Postgres on the folder, does some work, says how it went, and stays. */
async function anotherShop(work: string): Promise<{ process: ChildProcess; said: string }> {
  const code = `
    import { startEmbeddedPostgres } from '${new URL('./embedded-postgres.ts', import.meta.url)}';
    import { connect } from '${new URL('./sql.ts', import.meta.url)}';
    const outcome = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, log: () => {} });
    if (outcome.ok) {
      const sql = connect(outcome.value.connection, { max: 1, log: () => {} });
      ${work}
      process.stdout.write('ready\\n');
    } else {
      process.stdout.write(JSON.stringify(outcome.failure) + '\\n');
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  undo.push(() => child.kill('SIGKILL'));
  const said = await new Promise<string>((resolve) => {
    let text = '';
    child.stdout.on('data', (piece) => {
      text += piece;
      if (text.includes('\n')) resolve(text.trim());
    });
    child.once('exit', () => resolve(text.trim()));
  });
  return { process: child, said };
}
