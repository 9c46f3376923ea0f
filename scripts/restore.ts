import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { listBackups } from '../platform/backup/list-backups.ts';
import { restoreShop } from '../platform/backup/restore-shop.ts';
import { type Config, readConfig } from '../src/config.ts';
import { noteRestore } from '../src/server/bookmarks.ts';
import { markCopy, unmarkCopy } from '../src/server/copied-data.ts';
import { examine } from '../src/server/examine.ts';
import { refuse, warn } from './shop-database.ts';
import { tellRestored } from './tell-restored.ts';

const USAGE = `npm run restore -- --list                       shows the backups and which moments can be reached
npm run restore                                 restores all there is
npm run restore -- --to "2026-03-01 14:30"      restores to that moment, by the clock of this machine
npm run restore -- --to 2026-03-01T13:30:00Z    the same, in UTC
npm run restore -- --into /some/folder          makes the restored shop there, as a SHOP_DATA of its own
npm run restore -- --backup NAME                begins with that backup, and ends at the same moment`;

/** A date alone would be midnight in UTC. */
const MOMENT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;

const config = readConfig();
const wish = readArguments();
if (!config.ok) refuse(config.failure.join('\n'));
else if (typeof wish === 'string') refuse(`${wish}\n\n${USAGE}`);
else if (config.value.databaseUrl)
  refuse('This shop keeps its data in the database of DATABASE_URL: restore it there, with the tools of that server.');
else if (!existsSync(config.value.backupFolder) && !existsSync(config.value.dataFolder))
  refuse(`There are no backups in ${config.value.backupFolder}: correct BACKUP_DIR or SHOP_DATA.`);
else if (wish.list) await list(config.value);
else await restore(config.value, wish);

interface Wish {
  readonly list: boolean;
  readonly to: Date | undefined;
  readonly into: string | undefined;
  readonly backup: string | undefined;
}

function readArguments(): Wish | string {
  try {
    const text = { type: 'string' } as const;
    const options = { to: text, into: text, backup: text, list: { type: 'boolean' } } as const;
    const { values } = parseArgs({ options });
    const to = values.to === undefined ? undefined : new Date(MOMENT.test(values.to) ? values.to : Number.NaN);
    if (to && Number.isNaN(to.getTime()))
      return `"${values.to}" is no moment: give a date and a time, such as "2026-03-01 14:30".`;
    if (to && to.getTime() > Date.now()) return `${to.toISOString()} has not come yet.`;
    return { list: values.list ?? false, to, into: values.into, backup: values.backup };
  } catch (error) {
    return String((error as Error).message);
  }
}

async function list({ backupFolder, dataFolder, postgresOsUser }: Config): Promise<void> {
  const data = join(dataFolder, 'postgres', 'data');
  const listed = await listBackups({ backups: backupFolder, data, osUser: postgresOsUser });
  if (!listed.ok) return refuse(listed.failure);
  const { folder, entries, reach } = listed.value;
  process.stdout.write(`Backups in ${folder}:\n`);
  for (const { name, note } of entries) process.stdout.write(`  ${name}  ${note}\n`);
  if (entries.length === 0) process.stdout.write('  none\n');
  if (reach)
    process.stdout.write(
      `Every moment from ${reach.from.toISOString()} to ${reach.to.toISOString()} can be restored` +
        ', and, over the shop itself while it is closed, all that was saved since.\n',
    );
}

async function restore(config: Config, { to, into, backup }: Wish): Promise<void> {
  const home = into === undefined ? config.dataFolder : resolve(into);
  if (to) process.stdout.write(`Restoring to ${to}, which is ${to.toISOString()}\n`);
  const outcome = await restoreShop({
    folder: join(home, 'postgres'),
    osUser: config.postgresOsUser,
    backups: config.backupFolder,
    pictures: config.s3 ? undefined : join(home, 'images'),
    to,
    name: backup,
    beside: into !== undefined,
    migrations: new URL('../migrations/', import.meta.url),
    examine,
    note: noteRestore,
    mark: into === undefined ? undefined : () => markCopy(home, config.backupFolder),
    log: warn,
    progress: (text) => process.stdout.write(`${text} ...\n`),
  });
  if (!outcome.ok) return refuse(outcome.failure);
  if (into === undefined) await unmarkCopy(home);
  if (outcome.value.troubles.length > 0) process.exitCode = 1;
  for (const line of tellRestored(outcome.value, to, into)) process.stdout.write(`${line}\n`);
}
