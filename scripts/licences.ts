import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { judgeLicence, licencesOf, type Packaged } from './checks/licences.ts';

const root = resolve(import.meta.dirname, '..');

const packages = new Map<string, Packaged>();
for (const file of ['package-lock.json', ...globSync('scripts/*/package-lock.json', { cwd: root })])
  for (const entry of licencesOf(join(root, file), readFileSync)) packages.set(`${entry.name} ${entry.version}`, entry);

const troubles: string[] = [];
for (const { name, version, licence } of [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
  process.stdout.write(`${(licence ?? 'none').padEnd(32)} ${name} ${version}\n`);
  const trouble = judgeLicence(licence);
  if (trouble) troubles.push(`${name} ${version} ${trouble}.`);
}
process.stdout.write(`\n${packages.size} packages.\n`);
if (troubles.length > 0) {
  process.stdout.write(`${troubles.join('\n')}\n`);
  process.exitCode = 1;
}
