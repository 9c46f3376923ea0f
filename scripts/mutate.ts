import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { installTool } from './install-tool.ts';
import { SCOPE } from './mutation/scope.ts';
import { ASKED_PERCENT, scoresOf } from './mutation/score.ts';

const root = resolve(import.meta.dirname, '..');
const tool = join(root, 'scripts/mutation');
const asked = process.argv.slice(2);

const chosen = Object.entries(SCOPE).flatMap(([part, files]) =>
  files.filter((file) => asked.length === 0 || asked.some((it) => it === part || file.startsWith(it))),
);
if (chosen.length === 0) {
  console.error(
    `Nothing of ${Object.keys(SCOPE).join(', ')} is called ${asked.join(' ')}; see scripts/mutation/scope.ts`,
  );
  process.exit(1);
}
// Mail texts are not mutated.
const forgotten = globSync('src/services/{orders,payments}/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/(-letters|-mails|\.test)\.ts$/.test(path) && !Object.values(SCOPE).flat().includes(path));
if (forgotten.length > 0) console.log(`No part of scripts/mutation/scope.ts has ${forgotten.join(', ')}.`);
if (!installTool(tool, 'Stryker')) throw new Error('npm ci failed; what it said stands above.');
const rules = chosen.filter((file) => file.startsWith('src/model/'));
const services = chosen.filter((file) => !rules.includes(file));
const ended = [
  ...(rules.length > 0 ? [stryker('rules', rules)] : []),
  ...(services.length > 0 ? [stryker('services', services)] : []),
];

const scores = scoresOf(join(root, 'reports/mutation'));
for (const { part, found, all, percent } of scores)
  console.log(`${part.padEnd(12)}${percent.toFixed(1).padStart(6)} %   ${found} of ${all} faults found`);
console.log(`Every part must reach ${ASKED_PERCENT} %. Pages of the faults: reports/mutation/{rules,services}.html`);
process.exitCode = ended.every((code) => code === 0) && scores.every((it) => it.percent >= ASKED_PERCENT) ? 0 : 1;

function stryker(run: 'rules' | 'services', files: readonly string[]): number {
  const program = join(tool, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const args = [program, 'run', `scripts/mutation/${run}.stryker.config.ts`, '--mutate', files.join(',')];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
