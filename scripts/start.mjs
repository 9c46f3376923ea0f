// Plain JavaScript, so that neither TypeScript nor build tools are loaded into the process of the shop.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isFresh } from './fresh-build.mjs';

process.env.NODE_ENV = 'production';
const root = fileURLToPath(new URL('..', import.meta.url));
if (isFresh(root, 'shop') || build()) {
  const { runShop } = await import('../build/shop/run-shop.js');
  await runShop({ builtPages: new URL('../build/shop/pages.js', import.meta.url).href });
} else process.exitCode = 1;

function build() {
  process.stdout.write('Building the shop ...\n');
  const builder = fileURLToPath(new URL('build.ts', import.meta.url));
  return spawnSync(process.execPath, [builder, '--stale'], { cwd: root, stdio: 'inherit' }).status === 0;
}
