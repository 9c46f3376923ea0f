import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { reachable } from './reachable.ts';
import { connect, type Sql } from './sql.ts';

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

test('reachable says that TLS is what fails', async () => {
  const plain = createServer((socket) => socket.on('data', () => socket.write('N')));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const { port } = plain.address() as AddressInfo;
  const other = connect(`postgres://shop:secret@127.0.0.1:${port}/shop?sslmode=verify-full`, { max: 1, log });
  const outcome = await reachable(other).finally(() => other.end());
  plain.close();
  expect(JSON.stringify(outcome)).toContain('answers, but not with the TLS that is asked for');
  expect(JSON.stringify(outcome)).not.toContain('secret');
});

test('a statement with a name is prepared once for each connection, in transactions too, and one without is not', async () => {
  const one = connect(postgres.connection, { max: 1, log });
  for (let time = 0; time < 3; time += 1) {
    expect(await one.unsafe('select $1::int as named', [time], 'some')).toEqual([{ named: time }]);
    expect(await one.begin((tx) => tx.unsafe('select $1::int as within', [time], 'other'))).toEqual([{ within: time }]);
    await one.unsafe('select $1::int as nameless', [time]);
  }
  const prepared = await one`select name from pg_prepared_statements order by name`;
  expect(prepared).toEqual([{ name: 'other' }, { name: 'some' }]);
  await expect(one.unsafe('select 2 as other_text', [], 'some')).rejects.toThrow('must be unique');
  await one.end();
});
