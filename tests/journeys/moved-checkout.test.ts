import { execFileSync } from 'node:child_process';
import { cpSync, renameSync, symlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { CURRICULUM_VITAE } from '#model/content/portfolio.ts';
import { startShopProcess } from '../harness/shop.ts';
import { theShop } from '../harness/the-shop.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CHECKOUT = [
  ...['src', 'platform', 'sandbox', 'content', 'migrations', 'scripts', 'build/client', 'build/server', 'build/.pages'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'react-router.config.ts'],
];

test('a checkout that was built and opened in one place opens in another, with its data', async () => {
  const above = await mkdtemp(join(tmpdir(), 'moved-'));
  onTestFinished(() => rm(above, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  await chmod(above, 0o711);
  const [before, after] = [join(above, 'before'), join(above, 'after')];
  await mkdir(before, { mode: 0o711 });
  for (const path of CHECKOUT) cpSync(join(ROOT, path), join(before, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(before, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.ts', '--stale'], { cwd: before, stdio: 'pipe' });

  // Made of the same catalogue: they need not be made again.
  cpSync(join(theShop().folder, 'images'), join(before, '.shop/images'), { recursive: true });
  await chmod(join(before, '.shop'), 0o711);

  const first = await startShopProcess({ root: before, folder: join(before, '.shop') });
  onTestFinished(async () => void (await first.stop()));
  const tools = await (await fetch(`${first.origin}/tools`)).json();
  expect(await first.stop(), first.said()).toBe(0);

  renameSync(before, after);
  const moved = await startShopProcess({ root: after, folder: join(after, '.shop'), env: { WORKERS: '2' } });
  onTestFinished(async () => void (await moved.stop()));
  expect(moved.said()).not.toContain('Building');
  expect(await (await fetch(`${moved.origin}/tools`)).json()).toEqual(tools);
  // A page, and what is read from beside its source: a style sheet, and the program that writes the CV.
  for (const path of ['/', '/sandbox/google/sign-in.css', CURRICULUM_VITAE.path])
    expect([path, (await fetch(`${moved.origin}${path}`)).status]).toEqual([path, 200]);
  expect(await moved.stop(), moved.said()).toBe(0);
});
