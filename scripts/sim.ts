import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

/** Replays one life of the simulated shop, step by step: `npm run sim -- --seed 17`. */
const { values } = parseArgs({ options: { seed: { type: 'string' } } });
if (!/^\d{1,9}$/.test(values.seed ?? '')) {
  console.error('Say which life to replay: npm run sim -- --seed 17');
  process.exit(1);
}
const root = resolve(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', '--reporter=verbose', 'tests/simulation'], {
  cwd: root,
  env: { ...process.env, SEED: values.seed },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
