import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts';
import { connect } from './sql.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const ROUNDS = import.meta.env.MODE === 'night' ? 7 : 1;

// How far an initdb has come, by the files that it has made.
const STAGES = ['data.new-', 'pg_control', path.join('base', '5')];

test('a start that is killed while it makes the database, and then its tables, leaves the next one a clean start', {
  timeout: 180_000,
}, async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'toolyard-killed-'));
  await chmod(home, 0o755);
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = path.join(home, `db-${round}`);
    for (const stage of STAGES) {
      const child = start(folder);
      await until(async () => (await readdir(folder, { recursive: true })).some((name) => name.includes(stage)));
      await kill(child);
      expect(await readdir(folder)).not.toContain('data');
    }
    const child = start(folder);
    const data = path.join(folder, 'data');
    await until(async () => (await readPostmasterFile(data))?.ready === true);
    const { pid = 0 } = (await readPostmasterFile(data)) ?? {};
    await kill(child);
    await expect.poll(() => isPostmasterOf(pid, data), { timeout: 30_000 }).toBe(false);

    const next = await startEmbeddedPostgres({ folder, durable: false, log: () => {} });
    if (!next.ok) throw new Error(next.failure.message);
    const sql = connect(next.value.connection, { max: 1, log: () => {} });
    expect(await migrate(sql, MIGRATIONS)).toMatchObject({ ok: true });
    expect(await sql`select count(*)::int as orders from orders`).toEqual([{ orders: 0 }]);
    await sql.end();
    await next.value.stop();
  }
});

const until = (seen: () => Promise<boolean>) =>
  expect.poll(() => seen().catch(() => false), { timeout: 60_000, interval: 2 }).toBe(true);

function start(folder: string): ChildProcess {
  const code = `
    import { startEmbeddedPostgres } from '${new URL('./embedded-postgres.ts', import.meta.url)}';
    import { connect } from '${new URL('./sql.ts', import.meta.url)}';
    import { migrate } from '${new URL('./migrate.ts', import.meta.url)}';
    const outcome = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, log: () => {} });
    if (outcome.ok) await migrate(connect(outcome.value.connection, { max: 1, log: () => {} }), new URL('${MIGRATIONS}'));`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
}
