import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Locked {
  version: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  license?: string;
  hasInstallScript?: boolean;
}

const wanted = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
const lock = JSON.parse(read('package-lock.json')) as { lockfileVersion: number; packages: Record<string, Locked> };
const packages = Object.entries(lock.packages).filter(([place]) => place !== '');
const direct = Object.entries({ ...wanted.dependencies, ...wanted.devDependencies, ...wanted.optionalDependencies });

const nameOf = (place: string) => place.split('node_modules/').at(-1) ?? '';

test('every package is of the registry: an exact version, a SHA-512 sum, and no address of its own', () => {
  expect(packages.length).toBeGreaterThan(300);
  for (const [place, { version, integrity, resolved, link }] of packages) {
    expect(place).toMatch(/(^|\/)node_modules\/(@[\w.-]+\/)?[\w.-]+$/);
    expect(version, place).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?$/);
    expect(integrity, place).toMatch(/^sha512-[\w+/]{86}==$/);
    expect([place, resolved, link]).toEqual([place, undefined, undefined]);
  }
});

test('so is every package of a tool that is installed when it is first asked for', () => {
  const tools = globSync('scripts/*/package-lock.json', { cwd: root });
  expect(tools.length).toBeGreaterThan(0);
  for (const file of tools)
    for (const [place, its] of Object.entries(JSON.parse(read(file)).packages as Record<string, Locked>)) {
      if (place === '') continue;
      expect([file, place, its.version]).toEqual([file, place, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
      expect(its.integrity, place).toMatch(/^sha512-[\w+/]{86}==$/);
      expect([place, its.resolved, its.hasInstallScript]).toEqual([place, undefined, undefined]);
    }
});

test('what the shop asks for itself are exact versions, those of the lock file', () => {
  for (const [name, version] of direct) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
    expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
  expect(Object.keys(wanted.dependencies ?? {}).length).toBeLessThanOrEqual(40);
});

test('no package runs a script of its own but those that are allowed to, by name', () => {
  expect(read('.npmrc')).toContain('strict-allow-scripts=true');
  const scripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
  expect(scripts.sort()).toEqual(Object.keys(wanted.allowScripts ?? {}).sort());
});

test('each package that the shop asks for has its reason', () => {
  const reasons = [...read('docs/decisions/0008-dependencies.md').matchAll(/^\| (`.*?) \|/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const covered = (name: string) =>
    reasons.some((reason) => reason === name || (reason.endsWith('*') && name.startsWith(reason.slice(0, -1))));
  expect(direct.map(([name]) => name).filter((name) => !name.startsWith('@types/') && !covered(name))).toEqual([]);
});

test('nothing in the shop asks for the source of those who link to it', () => {
  const foreign = /\bA?GPL(?!.*LGPL)|SSPL|BUSL|Commons Clause|CC-BY-NC/;
  expect(packages.filter(([, { license }]) => foreign.test(license?.replaceAll('LGPL', '') ?? ''))).toEqual([]);
});
