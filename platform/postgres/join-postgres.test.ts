import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConnectionOptions } from './connection.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { joinEmbeddedPostgres } from './join-postgres.ts';
import { connect } from './sql.ts';

const options = () => ({ folder: path.join(home, 'db'), durable: false, log: () => {} });
let home = '';

beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'toolyard-join-'));
  await chmod(home, 0o755);
});

afterEach(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

test('a command beside the open shop uses its Postgres and leaves it running', async () => {
  const shop = await startEmbeddedPostgres(options());
  if (!shop.ok) throw new Error(shop.failure.message);
  const started = await startOf(shop.value.connection);
  const joined = await joinEmbeddedPostgres(options());
  if (!joined.ok) throw new Error(joined.failure.message);
  expect(await startOf(joined.value.connection)).toBe(started);
  await joined.value.stop();
  expect(await startOf(shop.value.connection)).toBe(started);
  await shop.value.stop();

  const alone = await joinEmbeddedPostgres(options());
  if (!alone.ok) throw new Error(alone.failure.message);
  expect(await startOf(alone.value.connection)).not.toBe(started);
  await alone.value.stop();
  await expect(startOf(alone.value.connection)).rejects.toThrow();
});

async function startOf(connection: ConnectionOptions): Promise<string> {
  const sql = connect(connection, { max: 1, log: () => {} });
  try {
    const [row] = await sql`select pg_postmaster_start_time()::text as started`;
    return row?.started;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
