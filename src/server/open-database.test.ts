import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { readConfig } from '../config.ts';
import { noteBackup } from './bookmarks.ts';
import { openDatabase } from './open-database.ts';

const sql = await ownDatabase();
const { host, port, user, password, database } = sql.options.place;
const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;

async function start(root: string, environment: Record<string, string> = {}): Promise<string> {
  const config = readConfig({ DATABASE_URL, SHOP_DATA: root, ...environment });
  if (!config.ok) throw new Error(config.failure.join());
  await using resources = new AsyncDisposableStack();
  const options = { root, resources, progress: () => {}, builtPages: undefined };
  const opened = await openDatabase(config.value, options, pino({ level: 'silent' }));
  return opened.ok ? 'open' : opened.failure;
}

test('a shop whose data moved to another server says nothing of a backup that failed before', async () => {
  await noteBackup(sql, undefined);
  expect(await start(fileURLToPath(new URL('../../', import.meta.url)))).toBe('open');
  expect(await sql`select from bookmark where name = 'backup failed'`).toEqual([]);
});

test('live data that are opened without their keys are refused before they are changed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'open-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'migrations'));
  await writeFile(join(root, 'migrations', '0001-new.sql'), 'create table newer (id int);');
  await sql`truncate migration`;
  const newer = async () => (await sql`select to_regclass('newer') is not null as there`)[0]?.there;

  await sql`insert into bookmark (name, at) values ('live', now())`;
  expect(await start(root)).toContain('These data are of a shop that takes real payments');
  expect(await newer()).toBe(false);
  expect(await start(root, { TEST_COPY: 'on' })).toBe('open');
  expect(await newer()).toBe(true);
});
