import { spawn } from 'node:child_process';
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive, readPostmasterFile } from './postmaster-file.ts';
import { connect, type Sql } from './sql.ts';

const asRoot = process.getuid?.() === 0;
const lines: string[] = [];
const log = (line: string) => void lines.push(line);
const undo: (() => Promise<unknown> | unknown)[] = [];
let home = '';

beforeEach(async () => {
  lines.length = 0;
  home = await mkdtemp(path.join(os.tmpdir(), 'toolyard-pg-'));
  // What mkdtemp makes is shut to the account that root runs Postgres as.
  await chmod(home, 0o755);
  undo.push(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

describe('a start', () => {
  test('makes a database for the shop alone, and the next one finds its data', async () => {
    const first = await running('shop/db');
    const sql = pool(first);
    expect(
      await sql`select current_user as role, rolsuper as super, pg_get_userbyid(datdba) as owner,
          current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle,
          current_setting('transaction_timeout') as transaction, current_setting('data_checksums') as checksums
        from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    ).toEqual([
      {
        role: 'shop',
        super: false,
        owner: 'shop',
        statement: '5s',
        lock: '2s',
        idle: '10s',
        transaction: '15s',
        checksums: 'on',
      },
    ]);
    await sql`create extension pg_trgm`;
    await sql`create table kept as select 'hammer' as tool`;
    await sql.end();
    await first.stop();

    // As an editor leaves it.
    for (const name of ['admin.password', 'shop.password']) await appendFile(path.join(first.folder, name), '\n');
    const second = await running('shop/db');
    expect(await pool(second)`select tool from kept`).toEqual([{ tool: 'hammer' }]);
    expect(second.connection).toEqual(first.connection);
  });

  test('keeps its data and passwords from the other accounts of the machine, and off the network', async () => {
    const postgres = await running('db');
    expect((await stat(postgres.folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(postgres.folder, 'admin.password'))).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(postgres.folder, 'shop.password'))).mode & 0o777).toBe(0o600);
    const [settings] = await pool(postgres)`
      select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync`;
    expect(settings).toEqual({ addresses: '', fsync: 'off' });
    const intruder = connect({ ...postgres.connection, password: 'guessed' }, { max: 1, log });
    await expect(intruder`select 1`).rejects.toThrow('password authentication failed');
    await intruder.end();
  });

  test('is durable unless it is told otherwise', async () => {
    const postgres = await running('db', { durable: true });
    expect(
      await pool(postgres)`select name, setting from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`,
    ).toEqual(['fsync', 'full_page_writes', 'synchronous_commit'].map((name) => ({ name, setting: 'on' })));
  });

  test('works where the path is too long for a socket', async () => {
    const postgres = await running(`${'deep/'.repeat(20)}db`);
    expect(Buffer.byteLength(postgres.connection.host)).toBeLessThanOrEqual(90);
    undo.push(() => rm(postgres.connection.host, { recursive: true, force: true }));
    expect(await pool(postgres)`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test('stays in a folder that its account may enter, and moves from one it may not to a lasting place', async () => {
    await mkdir(path.join(home, 'private'), { mode: 0o700 });
    const postgres = await running('private/db');
    if (asRoot) {
      undo.push(() => rm(postgres.folder, { recursive: true }));
      expect(path.dirname(postgres.folder)).toBe('/var/lib/toolyard');
      expect(lines).toEqual([expect.stringContaining(postgres.folder)]);
    } else {
      expect(postgres.folder).toBe(path.join(home, 'private/db'));
    }
    expect(await pool(postgres)`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

describe('an empty folder that is shut to others', () => {
  test('is given to the account instead of being left', async () => {
    await mkdir(path.join(home, 'own'), { mode: 0o700 });
    expect((await running('own')).folder).toBe(path.join(home, 'own'));
  });
});

describe('a stop', () => {
  test('leaves no process behind, may be repeated, and lets the next start in at once', async () => {
    const postgres = await running('db');
    const { pid = 0 } = (await readPostmasterFile(path.join(postgres.folder, 'data'))) ?? {};
    expect(isAlive(pid)).toBe(true);
    const open = pool(postgres);
    await open`select 1`;
    const stopping = postgres.stop();
    const next = await running('db');
    await Promise.all([stopping, postgres.stop()]);
    expect(await livingPostmasters(pid)).toEqual([]);
    await next.stop();
    await expect(open`select 1`).rejects.toThrow();
  });
});

describe('a refused start says what to do', () => {
  test('when another process has the folder, whose number it gives', async () => {
    const postgres = await running('db');
    const refused = await startEmbeddedPostgres({ folder: path.join(home, 'db'), log });
    expect(refused).toEqual(refusal('folder-in-use', `process ${process.pid}`));
    expect(await pool(postgres)`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test('when the folder cannot be made', async () => {
    await writeFile(path.join(home, 'file'), '');
    expect(await start('file/db')).toEqual(refusal('folder-unusable', 'name another folder in SHOP_DATA'));
    await mkdir(path.join(home, 'shut'), { mode: 0o500 });
    const shut = asRoot ? '/proc/toolyard/db' : path.join(home, 'shut', 'db');
    expect(await startEmbeddedPostgres({ folder: shut, log })).toEqual(refusal('folder-unusable', 'make it writable'));
  });

  test('when the folder is full of other things, which it does not touch', async () => {
    const folder = path.join(home, 'photos');
    await mkdir(folder, { mode: 0o755 });
    await writeFile(path.join(folder, 'holiday.jpg'), '');
    const before = await stat(folder);
    expect(await start('photos')).toEqual(refusal('folder-unusable', 'holds other things'));
    const after = await stat(folder);
    expect([after.mode, after.uid, await readdir(folder)]).toEqual([before.mode, before.uid, ['holiday.jpg']]);
  });

  test('when the account does not exist', async () => {
    const outcome = await start('db', { osUser: 'nobody-of-that-name' });
    if (asRoot) expect(outcome).toEqual(refusal('account-unusable', 'nobody-of-that-name'));
    else expect(outcome.ok).toBe(true);
  });

  test('when the data is of another version, unfinished or damaged', async () => {
    const postgres = await running('db');
    await postgres.stop();
    const data = path.join(postgres.folder, 'data');

    await writeFile(path.join(data, 'PG_VERSION'), '17\n');
    expect(await start('db')).toEqual(refusal('version-unsupported', 'PostgreSQL 17'));
    await rm(path.join(data, 'PG_VERSION'));
    expect(await start('db')).toEqual(refusal('data-damaged', 'PG_VERSION is missing'));
    await writeFile(path.join(data, 'PG_VERSION'), '18\n');

    const control = path.join(data, 'global/pg_control');
    const whole = await readFile(control);
    const file = await open(control, 'r+');
    await file.write(Buffer.alloc(100, 7));
    await file.close();
    // Long enough for a new one.
    await truncate(path.join(postgres.folder, 'postgres.log'), 10_000_001);
    expect(await start('db')).toEqual(refusal('data-damaged', 'restore a backup over it with npm run restore'));
    await writeFile(control, whole);
    await running('db');
  });

  test('when its backups would get among those of another shop', { timeout: 60_000 }, async () => {
    const backups = path.join(home, 'backups');
    const first = await running('one', { backups });
    await first.stop();
    expect(await start('two', { backups })).toEqual(refusal('folder-unusable', 'those of another shop'));
    const again = await running('one', { backups });
    await again.stop();
    await rm(backups, { recursive: true });
    await (await running('one', { backups })).stop();
    expect(lines.join()).toContain(`gone from ${backups}: is the disk mounted?`);
    // A folder that is changed on purpose begins empty.
    await running('one', { backups: `${backups}-new` });
    expect(await readdir(home)).not.toContain('backups');
    expect(await readdir(`${backups}-new`)).toContain('cluster');
    await mkdir(path.join(home, 'photos'));
    await writeFile(path.join(home, 'photos', 'holiday.jpg'), '');
    const other = await start('three', { backups: path.join(home, 'photos') });
    expect(other).toEqual(refusal('folder-unusable', 'other things than backups'));
  });

  test('when somebody runs a Postgres of their own on the data', async () => {
    const postgres = await running('db');
    await postgres.stop();
    const owner = await stat(postgres.folder);
    const binaries = await findBinaries(undefined, log);
    if (!binaries.ok) throw new Error(binaries.failure.message);
    const elsewhere = path.join(postgres.folder, 'elsewhere');
    await mkdir(elsewhere);
    const words = ['-D', path.join(postgres.folder, 'data'), '-k', postgres.folder, '-c', 'listen_addresses='];
    const theirs = spawn(binaries.value.postgres, words, { uid: owner.uid, gid: owner.gid, cwd: '/', stdio: 'ignore' });
    const ended = new Promise((resolve) => theirs.once('exit', resolve));
    undo.push(async () => {
      theirs.kill('SIGINT');
      await ended;
    });
    await expect.poll(async () => (await readPostmasterFile(path.join(postgres.folder, 'data')))?.ready).toBe(true);
    expect(await start('db')).toEqual(refusal('folder-in-use', `Process ${theirs.pid}`));
  });
});

type Wish = { durable?: boolean; osUser?: string; backups?: string };

const start = (folder: string, wish: Wish = {}) =>
  startEmbeddedPostgres({ folder: path.join(home, folder), durable: false, log, ...wish });

async function running(folder: string, wish: Wish = {}): Promise<EmbeddedPostgres> {
  const outcome = await start(folder, wish);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  undo.push(outcome.value.stop);
  return outcome.value;
}

function pool(postgres: EmbeddedPostgres): Sql {
  const sql = connect(postgres.connection, { max: 2, log });
  undo.push(() => sql.end({ timeout: 1 }));
  return sql;
}

const refusal = (code: string, part: string) => ({
  ok: false,
  failure: { code, message: expect.stringContaining(part) },
});

/** The processes whose parent is that one, or that are it. */
async function livingPostmasters(pid: number): Promise<string[]> {
  const left: string[] = [];
  for (const entry of await readdir('/proc').catch(() => [])) {
    const state = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    const [, status, parent] = /^\d+ \(.*\) (\S) (\d+)/.exec(state) ?? [];
    if (status !== 'Z' && (entry === String(pid) || parent === String(pid))) left.push(state);
  }
  return left;
}
