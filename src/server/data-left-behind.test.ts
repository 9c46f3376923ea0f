import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../platform/postgres/sql.ts';
import { ownDatabase } from '../../tests/harness/own-database.ts';
import { refuseToLeaveData } from './data-left-behind.ts';

const sql = await ownDatabase();
const DATABASE = { databaseUrl: 'postgres://shop@db/shop' };

async function shopData({ used }: { used: boolean }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'left-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'postgres', 'data'), { recursive: true });
  if (used) await writeFile(join(folder, 'postgres', 'data', 'PG_VERSION'), '18\n');
  return folder;
}

test('an empty database is not opened beside data of before, and any other is', async () => {
  const dataFolder = await shopData({ used: true });
  const its = { ...DATABASE, dataFolder };
  expect(await refuseToLeaveData(sql, its)).toBeUndefined();
  await sql.unsafe('drop table person cascade');
  const refused = await refuseToLeaveData(sql, its);
  expect(refused).toContain(`${join(dataFolder, 'postgres', 'data')} holds one`);
  expect(refused).toContain('name an empty folder in SHOP_DATA');
  expect(await refuseToLeaveData(sql, { ...its, databaseUrl: undefined })).toBeUndefined();
  expect(await refuseToLeaveData(sql, { ...its, dataFolder: await shopData({ used: false }) })).toBeUndefined();
  expect(await refuseToLeaveData(sql, { ...its, dataFolder: '/nowhere' })).toBeUndefined();
});

test('a database that does not answer is left to the migrations, which say why', async () => {
  const unreachable = { host: '127.0.0.1', port: 1, user: 'shop', password: '', database: 'shop' };
  const away = connect(unreachable, { max: 1, log: () => {} });
  onTestFinished(() => away.end({ timeout: 1 }));
  expect(await refuseToLeaveData(away, { ...DATABASE, dataFolder: await shopData({ used: true }) })).toBeUndefined();
});
