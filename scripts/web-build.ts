import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = '{src/{web,model,contract},content}/**/*';
const SETTINGS = ['vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'];

/** Whether `build/` was made from the web app's sources as they are now. */
export function webBuildIsFresh(root: string): boolean {
  const stamp = stampOf(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfWebSources(root);
}

/** Remembers that `build/` was just made from sources with this hash, taken before the build began. */
export function stampWebBuild(root: string, hash: string): void {
  writeFileSync(stampOf(root), hash);
}

export function hashOfWebSources(root: string): string {
  const hash = createHash('sha256');
  for (const path of [...globSync(SOURCES, { cwd: root }).sort(), ...SETTINGS]) {
    const file = join(root, path);
    if (/\.test\.tsx?$/.test(path) || !statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    hash.update(`${path}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function stampOf(root: string): string {
  return join(root, 'build', '.sources');
}
