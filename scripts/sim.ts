import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { seed: { type: 'string' }, lives: { type: 'string', default: '300' } } });
if (![values.seed ?? '0', values.lives].every((it) => /^\d{1,9}$/.test(it))) {
  console.error('Say which life to replay, npm run sim -- --seed 17, or how many to lead: npm run sim -- --lives 300');
  process.exit(1);
}
const root = resolve(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const wish: Record<string, string> = values.seed ? { SEED: values.seed } : { LIVES: values.lives };
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--reporter=verbose', 'tests/simulation/simulation.test.ts'],
  { cwd: root, env: { ...process.env, ...wish }, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
