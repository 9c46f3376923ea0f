import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { isFresh } from './fresh-build.mjs';
import type { Count } from './test-count.ts';

const root = resolve(import.meta.dirname, '..');
const filters = process.argv.slice(2);
const count: Count = { passed: 0, failed: 0, skipped: 0 };

if (!(await buildShop())) count.failed += 1;
const { code, ran } = await runVitest();
count.passed += ran.passed;
count.failed += ran.failed;
count.skipped += ran.skipped;
// A failed run without a failed test (a crash, no test found) counts as a failure.
if (count.failed === 0 && (code !== 0 || count.passed === 0)) count.failed = 1;
if (count.skipped > 0) console.log(`${count.skipped} skipped`);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed > 0 ? 1 : 0;

async function buildShop(): Promise<boolean> {
  if (!mayRunJourneys(filters) || isFresh(root, 'shop')) return true;
  console.log('Building the shop ...');
  const built = await run(['scripts/build.ts', '--stale'], { NODE_ENV: 'production' });
  if (built !== 0) console.log('The shop could not be built; the browser journeys run on whatever was built before.');
  return built === 0;
}

function mayRunJourneys(filters: readonly string[]): boolean {
  const project = filters[filters.indexOf('--project') + 1] ?? '';
  if (filters.includes('--project')) return ['journeys', 'spec', 'screens'].includes(project);
  const places = filters.filter((it) => !it.startsWith('-'));
  return (
    places.length === 0 || !places.every((it) => /^(src|platform|sandbox|scripts|content|tests\/checks)\//.test(it))
  );
}

async function runVitest(): Promise<{ code: number; ran: Count }> {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-test-'));
  const file = join(folder, 'count.json');
  try {
    const reporters = ['--reporter=default', '--reporter=./scripts/test-count.ts'];
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const code = await run([vitest, 'run', ...reporters, ...filters], { TEST_COUNT: file });
    return { code, ran: readCount(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readCount(file: string): Count {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Count;
  } catch {
    console.log('The test run ended before it could count its tests.');
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function run(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on('SIGTERM', pass);
    // The terminal also sends Ctrl-C to the child: only wait for it.
    const wait = () => undefined;
    process.on('SIGINT', wait);
    child.on('error', (error) => {
      console.error(error.message);
      done(1);
    });
    child.on('exit', (code) => {
      process.off('SIGTERM', pass);
      process.off('SIGINT', wait);
      done(code ?? 1);
    });
  });
}
