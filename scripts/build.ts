// What `npm run build` runs: builds the pages into build/, with compressed copies of the files that never change.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { hashOfWebSources, stampWebBuild, webBuildIsFresh } from './web-build.ts';

const root = resolve(import.meta.dirname, '..');

/** Builds the pages when their sources have changed since the last build. False when the build failed. */
export function buildIfNeeded(): boolean {
  if (webBuildIsFresh(root)) return true;
  process.stdout.write('Building the pages ...\n');
  return build();
}

function build(): boolean {
  const hash = hashOfWebSources(root);
  const builder = join(root, 'node_modules', '.bin', 'react-router');
  // Production whatever the caller's: a test runner's NODE_ENV would put React's development build into the pages.
  const env = { ...process.env, NODE_ENV: 'production' };
  const done = spawnSync(builder, ['build'], { cwd: root, env, encoding: 'utf8', shell: process.platform === 'win32' });
  if (done.status !== 0) {
    process.stdout.write(`${done.stdout ?? ''}${done.stderr ?? ''}\nThe pages could not be built.\n`);
    return false;
  }
  for (const path of globSync('build/client/assets/*.{js,css,svg}', { cwd: root })) compress(join(root, path));
  stampWebBuild(root, hash);
  return true;
}

function compress(path: string): void {
  const bytes = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}

if (import.meta.main) process.exitCode = build() ? 0 : 1;
