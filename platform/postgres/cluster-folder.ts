import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, realpath } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Outcome, success } from '#platform/outcome.ts';
import { type DatabaseFailure, databaseFailure, reasonOf } from './database-failure.ts';
import { diskFull } from './disk-space.ts';
import { makeFolders, nearestExisting } from './make-folders.ts';
import { accountCan, type OsAccount } from './os-account.ts';

/** `root` is 0700 and, like everything in it, belongs to the account that runs Postgres. */
export type ClusterFolder = {
  root: string;
  data: string;
  socket: string;
  serverLog: string;
  adminPassword: string;
  shopPassword: string;
};

/** Prepares the wanted folder, or one under /var/lib/toolyard when the account cannot enter it (a 0700 home). */
export async function prepareFolder(
  wanted: string,
  account: OsAccount | undefined,
  log: (line: string) => void,
): Promise<Outcome<ClusterFolder, DatabaseFailure>> {
  const asked = path.resolve(wanted);
  let place = asked;
  try {
    if (!(await mayReach(asked, account))) {
      await makeFolders(INSTEAD);
      place = insteadOf(asked);
      log(`Account "${account?.name}" may not enter ${asked}; the database is kept in ${place} instead.`);
    }
    await mkdir(place, { mode: 0o700 }).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== 'EEXIST') throw thrown;
    });
    const root = await realpath(place);
    const entries = await readdir(root);
    if (entries.length > 0 && !entries.some(isOurs)) {
      return databaseFailure(
        'folder-unusable',
        `The folder ${root} holds other things and no database of the shop: name an empty or new folder in SHOP_DATA.`,
      );
    }
    await own(root, account);
    const socket = await socketFolder(root, account);
    return success({
      root,
      data: path.join(root, 'data'),
      socket,
      serverLog: path.join(root, 'postgres.log'),
      adminPassword: path.join(root, 'admin.password'),
      shopPassword: path.join(root, 'shop.password'),
    });
  } catch (thrown) {
    const full = diskFull(place, thrown);
    if (full !== undefined) return full;
    return databaseFailure(
      'folder-unusable',
      `The database cannot be kept in ${place} (${reasonOf(thrown)}): make it writable for ${account?.name ?? os.userInfo().username}, or name another folder in SHOP_DATA.`,
    );
  }
}

/** Where the data of this folder is, if a server has ever run on it. Makes nothing. */
export function existingData(wanted: string): string | undefined {
  const asked = path.resolve(wanted);
  const places = [asked, insteadOf(asked)].map((place) => path.join(place, 'data'));
  return places.find((data) => existsSync(path.join(data, 'PG_VERSION')));
}

const INSTEAD = '/var/lib/toolyard';
/** Where a folder is kept whose place the account cannot enter. */
export const insteadOf = (asked: string) => path.join(INSTEAD, fingerprint(asked));

const isOurs = (entry: string) => ['lock', 'data', 'socket'].includes(entry);
const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Makes the parent folders, unless the account cannot enter them anyway. */
export async function mayReach(place: string, account: OsAccount | undefined): Promise<boolean> {
  const parent = path.dirname(place);
  if (!(await accountCan(account, 'enter', [await nearestExisting(parent)]))) return false;
  await makeFolders(parent);
  return accountCan(account, 'enter', [parent]);
}

/** Gives a folder to the account, mode 0700. Throws when it still cannot write there. */
export async function own(place: string, account: OsAccount | undefined): Promise<void> {
  if (process.platform === 'win32') return;
  if (account !== undefined) await chown(place, account.uid, account.gid);
  await chmod(place, 0o700);
  if (!(await accountCan(account, 'write', [place]))) throw new Error(`account "${account?.name}" may not write there`);
}

/** Socket paths are limited to about 104 bytes, and Postgres and the driver split them at commas. */
async function socketFolder(root: string, account: OsAccount | undefined): Promise<string> {
  const inside = path.join(root, 'socket');
  const plain = /^[\w./ -]+$/.test(inside) && Buffer.byteLength(inside) <= 90;
  const shortName = `toolyard-${fingerprint(root)}`;
  const base = process.getuid?.() === 0 ? '/run' : os.tmpdir();
  const place = plain ? inside : path.join(Buffer.byteLength(base) > 60 ? '/tmp' : base, shortName);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const found = await lstat(place);
  const expected = [process.getuid?.(), account?.uid];
  // Anyone can create this name in a temporary folder; passwords must not go to another account's server.
  if (!found.isDirectory() || (process.platform !== 'win32' && !expected.includes(found.uid))) {
    throw new Error(`${place} belongs to somebody else`);
  }
  await own(place, account);
  return place;
}
