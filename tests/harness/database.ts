import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { ConnectionOptions } from '../../platform/postgres/connection.ts';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts';
import { migrate } from '../../platform/postgres/migrate.ts';
import { connect } from '../../platform/postgres/sql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    admin: ConnectionOptions;
  }
}

/** One Postgres for all tests of the project, with a migrated template that each test file copies. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-test-'));
  await chmod(folder, 0o711);
  const started = await startEmbeddedPostgres({ folder, durable: false, log: () => {} });
  if (!started.ok) throw new Error(started.failure.message);
  const { adminConnection: admin, stop, folder: data } = started.value;
  const sql = connect(admin, { max: 1, log: () => {} });
  await sql`create database template_shop owner shop`;
  await sql.end();
  const template = connect({ ...admin, database: 'template_shop' }, { max: 1, log: () => {} });
  const migrated = await migrate(template, new URL('../../migrations/', import.meta.url));
  await template.end();
  if (!migrated.ok) throw new Error(migrated.failure.message);
  project.provide('admin', admin);
  return async () => {
    await stop();
    for (const path of new Set([folder, data]))
      await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}
