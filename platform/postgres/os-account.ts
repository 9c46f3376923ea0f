import { execFile, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Outcome, success } from '#platform/outcome.ts';
import { type DatabaseFailure, databaseFailure } from './database-failure.ts';

export type OsAccount = { name: string; uid: number; gid: number };

/** For root, which Postgres refuses: the data's owner, `osUser`, `postgres` or `nobody`. Undefined for others. */
export async function chooseAccount(wish: {
  osUser?: string | undefined;
  data: string;
}): Promise<Outcome<OsAccount | undefined, DatabaseFailure>> {
  if (process.getuid?.() !== 0) return success(undefined);
  const asked = wish.osUser === undefined ? undefined : lookUp(wish.osUser);
  if (wish.osUser !== undefined && asked === undefined) {
    return databaseFailure(
      'account-unusable',
      `PG_OS_USER names "${wish.osUser}", which is no unprivileged account here: create it or leave PG_OS_USER out.`,
    );
  }
  const owner = await stat(wish.data).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) {
    if (asked === undefined || asked.uid === owner.uid) {
      return success({ name: String(owner.uid), uid: owner.uid, gid: owner.gid });
    }
    return databaseFailure(
      'account-unusable',
      `The data in ${wish.data} belongs to account ${owner.uid}, not to "${asked.name}": ` +
        'leave PG_OS_USER out, or give the folder to that account with chown -R.',
    );
  }
  const account = asked ?? lookUp('postgres') ?? lookUp('nobody');
  if (account !== undefined) return success(account);
  return databaseFailure(
    'account-unusable',
    'Postgres does not run as root and there is no account "postgres" or "nobody": run "useradd --system postgres", or start the shop as an ordinary user.',
  );
}

export function runAs(account: OsAccount | undefined) {
  const identity = account === undefined ? {} : { uid: account.uid, gid: account.gid };
  if (process.platform === 'win32') return identity;
  // PGDATA, PGPORT, LD_LIBRARY_PATH and the like must not reach Postgres.
  return { ...identity, cwd: '/', env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' } };
}

/** Asks the system itself (modes, ACLs and mounts included) about all the paths. */
export async function accountCan(
  account: OsAccount | undefined,
  right: 'enter' | 'read' | 'write',
  paths: string[],
): Promise<boolean> {
  if (account === undefined) return true;
  const test = { enter: '-x', read: '-r', write: '-w' }[right];
  const script = `for one in "$@"; do test ${test} "$one" || exit 1; done`;
  const tried = promisify(execFile)('/bin/sh', ['-c', script, 'sh', ...paths], runAs(account));
  return tried.then(
    () => true,
    () => false,
  );
}

const TRIED_WITHIN_MS = 20_000;

/** Why the account cannot write a megabyte in the folder, in the words of the system; undefined when it can. */
export async function writingTrouble(account: OsAccount | undefined, folder: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  // A name that a backup removes, should this end halfway.
  const file = path.join(folder, `archtemp.try-${process.pid}`);
  const script = 'head -c 1048576 /dev/zero >"$1"; code=$?; rm -f "$1"; exit $code';
  const options = { ...runAs(account), timeout: TRIED_WITHIN_MS };
  try {
    await promisify(execFile)('/bin/sh', ['-c', script, 'sh', file], options);
    return undefined;
  } catch (thrown) {
    const said = (thrown as { stderr?: string }).stderr?.trim().split('\n')[0];
    return said || `${folder} does not answer`;
  }
}

function lookUp(name: string): OsAccount | undefined {
  const ask = (flag: string) => Number.parseInt(spawnSync('id', [flag, '--', name], { encoding: 'utf8' }).stdout, 10);
  const uid = ask('-u');
  const gid = ask('-g');
  return uid > 0 && gid >= 0 ? { name, uid, gid } : undefined;
}
