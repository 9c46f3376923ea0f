import { join } from 'node:path';
import process from 'node:process';
import { takeBackup } from '../platform/backup/take-backup.ts';
import { connected } from '../platform/postgres/sql.ts';
import { type Config, readConfig } from '../src/config.ts';
import { holdsShop } from '../src/server/data-left-behind.ts';
import { examine } from '../src/server/examine.ts';
import { optionsOf } from './options-of.ts';
import { joinOwnPostgres, NO_SHOP, refuse, warn } from './shop-database.ts';

optionsOf('backup', {});
const config = readConfig();
if (!config.ok) refuse(config.failure.join('\n'));
else if (config.value.databaseUrl)
  refuse(
    'This shop keeps its data in the database of DATABASE_URL: its backups are made there, by whoever runs that server. ' +
      'Pictures are in the bucket, or in the folder images of SHOP_DATA, which you have to have copied: see "To a PostgreSQL of its own" in docs/operations.md.',
  );
else await backUp(config.value);

async function backUp(config: Config): Promise<void> {
  const joined = await joinOwnPostgres(config);
  if (!joined.ok) return refuse(joined.failure.message);
  const asked = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => asked.abort());
  try {
    if (!(await connected(joined.value.connection, warn, holdsShop))) return refuse(NO_SHOP);
    const outcome = await takeBackup({
      admin: joined.value.adminConnection,
      osUser: config.postgresOsUser,
      backups: config.backupFolder,
      pictures: config.s3 ? undefined : join(config.dataFolder, 'images'),
      examine,
      log: warn,
      signal: asked.signal,
    });
    if (!outcome.ok) return refuse(outcome.failure);
    const { name, folder, manifest } = outcome.value;
    const rows = Object.values(manifest.proof.rows).reduce((sum, some) => sum + some, 0);
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const pictures = manifest.pictures ? `${manifest.pictures.length} picture files` : 'pictures are in the bucket';
    process.stdout.write(
      `Backup ${name}: ${rows} rows, ${Math.ceil(bytes / 1_000_000)} MB, ${pictures}, in ${folder}\n`,
    );
    for (const trouble of manifest.proof.troubles) process.stderr.write(`On trial: ${trouble}\n`);
    if (manifest.proof.troubles.length === 0) process.stdout.write('It was restored on trial, and all is there.\n');
    else refuse('The copy is kept but does not count as good. npm run doctor says what to do.');
  } finally {
    await joined.value.stop();
  }
}
