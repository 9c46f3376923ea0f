import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Checkout {
  readonly root: string;
  readonly remove: () => Promise<void>;
}

export async function checkOut(root: string, ref: string): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-base-'));
  const other = join(folder, 'shop');
  run(root, 'git', 'worktree', 'add', '--detach', other, ref);
  const remove = async () => {
    run(root, 'git', 'worktree', 'remove', '--force', other);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const lock = (where: string) => readFileSync(join(where, 'package-lock.json'), 'utf8');
    // Hard links: the packages are the same and never written to.
    if (lock(root) === lock(other) && process.platform !== 'win32')
      run(root, 'cp', '-al', join(root, 'node_modules'), join(other, 'node_modules'));
    run(other, process.execPath, 'scripts/ensure.mjs');
    run(other, process.execPath, 'scripts/build.ts');
    if (!existsSync(join(other, 'build'))) throw new Error(`${ref} was not built`);
  } catch (error) {
    await remove();
    throw error;
  }
  return { root: other, remove };
}

function run(cwd: string, command: string, ...args: string[]): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}`);
}
