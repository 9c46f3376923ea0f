// `npm run build`, with --stale only of what is outdated. Files of earlier builds stay for a while, for open pages.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { forget, isFresh, lookAtSources, stamp } from './fresh-build.mjs';
import { keepBefore } from './keep-before.ts';

const root = resolve(import.meta.dirname, '..');
// A test runner's NODE_ENV would put React's development build into the pages.
process.env.NODE_ENV = 'production';

const staleOnly = process.argv.includes('--stale');
const sources = lookAtSources(root, 'shop');
const pagesAreBuilt = (staleOnly && isFresh(root, 'pages')) || buildPages();
if (pagesAreBuilt) await buildShop();
else process.exitCode = 1;

function buildPages(): boolean {
  const pages = lookAtSources(root, 'pages');
  const begun = Date.now();
  forget(root, 'pages');
  rmSync(join(root, 'build/server'), { recursive: true, force: true });
  const builder = join(root, 'node_modules', '.bin', 'react-router');
  const done = spawnSync(builder, ['build'], { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  if (done.status !== 0) {
    process.stdout.write(`${done.error?.message ?? `${done.stdout}${done.stderr}`}\nThe pages could not be built.\n`);
    return false;
  }
  for (const path of globSync('build/client/assets/*.{js,css,svg}', { cwd: root }).map((it) => join(root, it)))
    if (statSync(path).mtimeMs >= begun) compress(path);
  keepBefore(join(root, 'build'), 'client', begun);
  stamp(root, 'pages', pages);
  return true;
}

async function buildShop(): Promise<void> {
  const { bundleShop } = await import('./bundle-shop.ts');
  const begun = Date.now();
  forget(root, 'shop');
  await bundleShop(root);
  keepBefore(join(root, 'build'), 'shop', begun);
  stamp(root, 'shop', sources);
}

function compress(path: string): void {
  const bytes = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}
