import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, reachable } from './connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let home = '';
let postgres: EmbeddedPostgres;
let sql: Sql;
const lines: string[] = [];
const log = (line: string) => void lines.push(line);

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'toolyard-connect-'));
  await chmod(home, 0o755);
  const outcome = await startEmbeddedPostgres({ folder: path.join(home, 'db'), durable: false, log });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  postgres = outcome.value;
  sql = connect(postgres.connection, { max: 2, log });
});

afterAll(async () => {
  await sql.end();
  await postgres.stop();
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('counts and big whole numbers arrive as numbers, and never wrong', async () => {
  expect(await sql`select count(*) as count, 9007199254740991 as largest, 9007199254740993 as larger`).toEqual([
    { count: 1, largest: 9007199254740991, larger: 9007199254740993n },
  ]);
  const tooLarge = 9007199254740993n as unknown as number;
  expect(await sql`select ${tooLarge}::int8::text as sent`).toEqual([{ sent: '9007199254740993' }]);
});

test('warnings of the server reach the log, notices do not', async () => {
  await sql.unsafe("do $$ begin raise notice 'quiet'; raise warning 'loud'; end $$");
  expect(lines).toEqual(['Postgres warns: loud']);
});

test('reachable tells a wrong password, a missing database and a silent server apart', async () => {
  const ask = async (change: Partial<EmbeddedPostgres['connection']>) => {
    const other = connect({ ...postgres.connection, ...change }, { max: 1, log });
    const outcome = await reachable(other).finally(() => other.end());
    return outcome.ok ? outcome.value.serverVersion : outcome.failure.message;
  };
  expect(await ask({})).toBeGreaterThanOrEqual(180_000);
  expect(await ask({ password: 'wrong' })).toContain('check the user and password');
  expect(await ask({ user: 'postgres', password: postgres.adminConnection.password, database: 'none' })).toContain(
    'has no database "none"',
  );
  expect(await ask({ host: '127.0.0.1', port: 1 })).toContain('Nothing answers');
});

test('statements that come again and again are prepared, in transactions too; searches and pages of lists are not', async () => {
  const one = connect(postgres.connection, { max: 1, log });
  const texts = {
    often: 'select $1::int as once_more',
    within: 'select $1::int as within_a_transaction',
    page: 'select $1::int as page limit $2',
    search: "select $1::text like 'a%' as found",
    rare: 'select $1::int as rare',
  };
  for (let time = 0; time < 5; time += 1) {
    expect(await one.unsafe(texts.often, [time], { prepare: false })).toEqual([{ once_more: time }]);
    await one.begin((tx) => tx.savepoint((inner) => inner.unsafe(texts.within, [time])));
    await one.unsafe(texts.page, [time, 1]);
    await one.unsafe(texts.search, [time]);
  }
  await one.unsafe(texts.rare, [1]);
  const prepared = (await one.unsafe('select statement from pg_prepared_statements')).map((it) => it.statement);
  const ours = Object.entries(texts).filter(([, text]) => prepared.includes(text));
  expect(ours.map(([name]) => name)).toEqual(['often', 'within']);
  await one.end();
});
