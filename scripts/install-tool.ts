import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Installs the locked packages of a rarely used tool on first use. False when npm failed and said why. */
export function installTool(folder: string, name: string): boolean {
  const want = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules/.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return true;
  process.stderr.write(`Installing ${name} (npm ci) ...\n`);
  const npm = spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (npm.error) process.stderr.write(`npm could not be run: ${npm.error.message}\n`);
  if (npm.status !== 0) return false;
  writeFileSync(stamp, want);
  return true;
}
