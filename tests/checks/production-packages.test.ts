import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readImports } from '../../scripts/checks/read-imports.ts';

const root = resolve(import.meta.dirname, '../..');
const { dependencies, optionalDependencies, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const shipped = Object.keys({ ...dependencies, ...optionalDependencies });

/** The packages that a program needs when it runs from source, with all that it imports. */
function packagesOf(programs: readonly string[]): Set<string> {
  const packages = new Set<string>();
  const files = programs.map((it) => join(root, it));
  for (const file of files) {
    for (const { specifier, typeOnly } of readImports(file, readFileSync(file, 'utf8')).imports) {
      if (typeOnly || specifier === undefined || specifier.startsWith('node:')) continue;
      const alias = /^#(platform|sandbox)\//.test(specifier) ? root : join(root, 'src');
      const own = specifier.startsWith('#') ? join(alias, specifier.slice(1)) : resolve(dirname(file), specifier);
      if (!/^[#.]/.test(specifier)) packages.add(/^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');
      else if (/\.m?ts$/.test(own) && existsSync(own) && !files.includes(own)) files.push(own);
    }
  }
  return packages;
}

test('commands that run with production packages find all that they import among these', () => {
  const commands = Object.entries<string>(scripts)
    .filter(([, line]) => line.includes('ensure.mjs --production'))
    .map(([, line]) => /exec env node (\S+)/.exec(line)?.[1] ?? '');
  expect(commands).toContain('scripts/doctor.ts');
  const needed = packagesOf([...commands, 'src/outside/images/encode-once.ts', 'src/outside/content/write-once.ts']);
  expect([...needed]).toContain('pg');
  expect([...needed].filter((name) => !shipped.includes(name))).toEqual([]);
});

test('what the build leaves in node_modules is a dependency, and nothing is one without need', () => {
  const [, list = ''] =
    /ON_DEMAND = \[(.*?)\];/s.exec(readFileSync(join(root, 'scripts/bundle-shop.ts'), 'utf8')) ?? [];
  // The pages' builder is loaded by `npm run dev` only.
  const left = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name).filter((name) => name !== 'vite');
  expect(left).toContain('sharp');
  expect(left.filter((name) => !shipped.includes(name))).toEqual([]);
  const fromSource = packagesOf(['scripts/admin.ts', 'scripts/doctor.ts', 'scripts/backup.ts', 'scripts/restore.ts']);
  expect(Object.keys(dependencies).filter((name) => !left.includes(name) && !fromSource.has(name))).toEqual([]);
});
