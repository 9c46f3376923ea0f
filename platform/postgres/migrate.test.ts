import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate, versionFailure } from './migrate.ts';
import { connect, type Sql } from './sql.ts';

let home = '';
let postgres: EmbeddedPostgres;
let sql: Sql;
let folder: URL;
const log = () => {};

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'toolyard-migrate-'));
  await chmod(home, 0o755);
  const outcome = await startEmbeddedPostgres({ folder: path.join(home, 'db'), durable: false, log });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  postgres = outcome.value;
});

beforeEach(async () => {
  sql = connect(postgres.connection, { max: 4, log });
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  const place = await mkdtemp(path.join(home, 'migrations-'));
  folder = pathToFileURL(place);
  await write('0001-first.sql', 'create table tool (name text); create index on tool (name);');
  await write('0002-second.sql', "insert into tool values ('hammer');");
  await write('README.md', 'not a migration');
});

afterEach(() => sql.end({ timeout: 1 }));

afterAll(async () => {
  await postgres.stop();
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('runs what is missing, in order, once', async () => {
  expect(await migrate(sql, folder)).toEqual(ran('0001-first.sql', '0002-second.sql'));
  expect(await migrate(sql, folder)).toEqual(ran());
  await write('0003-third.sql', "insert into tool values ('saw');");
  expect(await migrate(sql, folder)).toEqual(ran('0003-third.sql'));
  expect(await sql`select name from tool order by name`).toEqual([{ name: 'hammer' }, { name: 'saw' }]);
  expect(await sql`select name, length(sha256) as digits from migration order by name`).toHaveLength(3);
});

test('may take longer than a statement of the shop, whose own limits stay', async () => {
  const hasty = connect(postgres.connection, { max: 1, log });
  await hasty`set statement_timeout = '50ms'`;
  await write('0003-slow.sql', 'select pg_sleep(0.2);');
  expect(await migrate(hasty, folder)).toEqual(ran('0001-first.sql', '0002-second.sql', '0003-slow.sql'));
  await expect(hasty`select pg_sleep(0.2)`).rejects.toThrow('statement timeout');
  await hasty.end();
});

test.each(['', '-- step\n'])(
  'with %j, a migration that waits for a dump keeps no reader waiting, and runs after it',
  async (step) => {
    await migrate(sql, folder);
    await write('0003-third.sql', `${step}alter table tool add price int;`);
    const lines: string[] = [];
    const other = connect(postgres.connection, { max: 1, log: (line) => lines.push(line) });
    let migrating: ReturnType<typeof migrate> | undefined;
    await sql.begin(async (dump) => {
      await dump`set local idle_in_transaction_session_timeout = 0`;
      await dump`select from tool`;
      migrating = migrate(other, folder);
      await expect.poll(() => sql`select from pg_locks where not granted`).toHaveLength(1);
      await sql.begin(async (reader) => {
        await reader`set local lock_timeout = 0`;
        await reader`set local statement_timeout = '10s'`;
        expect(await reader`select name from tool`).toHaveLength(1);
      });
    });
    expect(await migrating).toEqual(ran('0003-third.sql'));
    expect(lines).toEqual([expect.stringContaining('0003-third.sql waits for another session')]);
    await other.end();
  },
);

test('two shops that start together run each migration once', async () => {
  await write('0003-slow.sql', 'select pg_sleep(0.2); create table once (id int);');
  const other = connect(postgres.connection, { max: 1, log });
  const outcomes = await Promise.all([migrate(sql, folder), migrate(other, folder)]);
  await other.end();
  const applied = outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.applied : [outcome.failure.message]));
  expect(applied.sort()).toEqual(['0001-first.sql', '0002-second.sql', '0003-slow.sql']);
});

test('a migration that fails is undone, and says where', async () => {
  await write('0003-broken.sql', "insert into tool values ('lost');\ninsert into nowhere values (1);");
  const outcome = await migrate(sql, folder);
  expect(outcome).toEqual(refused('migration-failed', '0003-broken.sql'));
  expect(outcome).toEqual(refused('migration-failed', 'in line 2'));
  expect(await sql`select name from tool`).toEqual([{ name: 'hammer' }]);
  await write('0003-broken.sql', "insert into tool values ('saw');");
  expect(await migrate(sql, folder)).toEqual(ran('0003-broken.sql'));
});

test('a migration whose text changed after it ran is refused before anything runs', async () => {
  await migrate(sql, folder);
  await write('0001-first.sql', 'create table tool (name text not null);');
  await write('0003-third.sql', 'create table third (id int);');
  expect(await migrate(sql, folder)).toEqual(refused('migration-changed', '0001-first.sql'));
  expect(await sql`select to_regclass('third') as found`).toEqual([{ found: null }]);
});

test('line ends of another system are no change', async () => {
  await write('0003-lines.sql', 'select 1;\nselect 2;\n');
  await migrate(sql, folder);
  await write('0003-lines.sql', 'select 1;\r\nselect 2;\r\n');
  expect(await migrate(sql, folder)).toEqual(ran());
});

test('a database that is newer than the code is refused', async () => {
  await migrate(sql, folder);
  await rm(new URL('0002-second.sql', `${folder}/`));
  expect(await migrate(sql, folder)).toEqual(refused('migration-unknown', '0002-second.sql'));
});

test('a database of something else is refused in words, and stays as it is', async () => {
  await sql`create table tool (bore int)`;
  expect(await migrate(sql, folder)).toEqual(refused('migration-failed', 'name an empty one in DATABASE_URL'));
  expect(await sql`select name from migration`).toEqual([]);
});

test('steps are refused behind a pooler before anything runs, and need no session once they have run', async () => {
  await write('0003-steps.sql', '-- step\nselect 1;');
  const { user, password, host, port, database } = postgres.connection;
  const address = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}?prepare=false`;
  const pooled = connect(address, { max: 1, log });
  expect(await migrate(pooled, folder)).toEqual(
    refused('migration-failed', '0003-steps.sql needs a session of its own'),
  );
  expect(await sql`select name from migration`).toEqual([]);
  await migrate(sql, folder);
  pooled.alone = () => Promise.reject(new Error('no session'));
  expect(await migrate(pooled, folder)).toEqual(ran());
  await pooled.end();
});

test('a user who may not make tables is refused in words', async () => {
  const { user, database } = postgres.connection;
  const admin = connect({ ...postgres.adminConnection, database }, { max: 1, log });
  await admin`alter schema public owner to postgres`;
  const unseen = await migrate(sql, folder);
  await admin`grant usage on schema public to public`;
  const outcome = await migrate(sql, folder);
  await admin.unsafe(`alter schema public owner to "${user}"`);
  await admin.end();
  const words = `The user "${user}" may not make tables`;
  expect([unseen, outcome]).toEqual([refused('migration-failed', words), refused('migration-failed', words)]);
});

test('whether a database is of this version is known before it is used', async () => {
  expect(await versionFailure(sql, folder)).toContain('older');
  await migrate(sql, folder);
  expect(await versionFailure(sql, folder)).toBeUndefined();
  await write('0003-third.sql', 'select 1;');
  expect(await versionFailure(sql, folder)).toContain('older than this shop: 0003-third.sql');
  await rm(new URL('0002-second.sql', `${folder}/`));
  expect(await versionFailure(sql, folder)).toContain('newer');
});

test('two migrations with one number, and a name without one, are refused', async () => {
  await write('0002-also-second.sql', 'select 1;');
  expect(await migrate(sql, folder)).toEqual(refused('migration-misnamed', 'number 0002'));
  await rm(new URL('0002-also-second.sql', `${folder}/`));
  await write('later.sql', 'select 1;');
  expect(await migrate(sql, folder)).toEqual(refused('migration-misnamed', 'later.sql'));
});

test('a server that does not answer is one sentence', async () => {
  const nowhere = connect('postgres://shop:secret@127.0.0.1:1/shop', { max: 1, log });
  const outcome = await migrate(nowhere, folder);
  expect(outcome).toEqual(refused('unreachable', 'correct DATABASE_URL'));
  expect(JSON.stringify(outcome)).not.toContain('secret');
});

test("a session that ends within any of the shop's own migrations leaves those before it whole, and of that one nothing but whole steps", async () => {
  const own = new URL('../../migrations/', import.meta.url);
  const names = (await readdir(own)).filter((name) => name.endsWith('.sql')).sort();
  await rm(folder, { recursive: true });
  const tablesNow = async () =>
    (await sql`select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace`)[0]?.tables;
  for (const [done, name] of names.entries()) {
    const text = await readFile(new URL(name, own), 'utf8');
    // A step may be one that stands alone, such as an index made beside its readers.
    await write(name, `${text}${text.startsWith('-- step') ? '\n-- step\n' : '; '}select pg_sleep(60);`);
    const other = connect(postgres.connection, { max: 1, log });
    const before = await sql`select to_regclass('migration') as there`;
    const tables = before[0]?.there ? await tablesNow() : 1 + 1;
    const migrating = migrate(other, folder);
    await expect
      .poll(() => sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)
      .toHaveLength(1);
    expect(await migrating).toEqual(refused('migration-failed', name));
    await other.end({ timeout: 0 });
    expect(await sql`select name from migration order by name`).toEqual(
      names.slice(0, done).map((it) => ({ name: it })),
    );
    if (!text.startsWith('-- step')) expect(await tablesNow()).toBe(tables);
    await write(name, text);
    expect(await migrate(sql, folder)).toEqual(ran(name));
  }
}, 120_000);

async function write(name: string, text: string) {
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(name, `${folder}/`), text);
}

const ran = (...applied: string[]) => ({ ok: true, value: { applied } });
const refused = (code: string, part: string) => ({
  ok: false,
  failure: { code, message: expect.stringContaining(part) },
});
