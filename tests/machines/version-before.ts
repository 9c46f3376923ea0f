import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The release that shops run which upgrade to this one. */
const COMMIT = 'ca1bf93';

/** A checkout of it, with its packages and built; made once on a machine. */
export async function versionBefore(): Promise<string> {
  const folder = join(tmpdir(), `toolyard-${COMMIT}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}-${process.pid}`;
  const run = (command: string, ...words: string[]) =>
    execFileSync(command, words, { cwd: draft, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    await mkdir(draft);
    run('git', 'clone', '--quiet', resolve(import.meta.dirname, '../..'), '.');
    run('git', 'checkout', '--quiet', COMMIT);
    run('npm', 'run', 'build');
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}
