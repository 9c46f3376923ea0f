import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type OsAccount, runAs } from '../../platform/postgres/os-account.ts';
import { connect } from '../../platform/postgres/sql.ts';
import { freePort } from '../../scripts/free-port.ts';
import { give, run } from './programs.ts';

const PROGRAMS = '/usr/lib/postgresql/15/bin';

/** A PostgreSQL 15 of Debian with an empty database of a role that is no superuser. Answers its address. */
export async function startPostgres15(account: OsAccount | undefined): Promise<string> {
  if (!existsSync(PROGRAMS)) throw new Error('This test needs PostgreSQL 15: apt-get install postgresql-15');
  const folder = await mkdtemp(join(tmpdir(), 'pg15-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  await give(folder, account);
  const port = await freePort();
  const data = join(folder, 'data');
  const words = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  execFileSync(join(PROGRAMS, 'initdb'), words, { ...runAs(account), stdio: 'ignore' });
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const server = run(
    [join(PROGRAMS, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    account,
  );
  onTestFinished(() => server.stop('SIGINT'));
  const place = { host: '127.0.0.1', port, user: 'postgres', password: '', database: 'postgres' };
  const admin = connect(place, { max: 1, log: () => {} });
  try {
    const answers = () =>
      admin`select 1`.then(
        () => '',
        () => server.said() || 'nothing',
      );
    await expect.poll(answers, { timeout: 60_000 }).toBe('');
    await admin.unsafe('create role shop login');
    await admin.unsafe('create database shop owner shop');
  } finally {
    await admin.end({ timeout: 1 });
  }
  return `postgres://shop@127.0.0.1:${port}/shop`;
}
