import { spawn } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { tree } from './tree.ts';

const root = resolve(import.meta.dirname, '../..');
const PASSES = `import { test } from 'vitest'; test('passes', () => {});`;

test('counts what passed and ends well', async () => {
  expect(await npmTest({ 'src/a.test.ts': PASSES, 'src/b.test.ts': PASSES })).toEqual(['2 passed, 0 failed', 0]);
});

test('passes a filter on', async () => {
  const files = { 'src/a.test.ts': PASSES, 'src/b.test.ts': `throw new Error('not asked for');` };
  expect(await npmTest(files, 'src/a')).toEqual(['1 passed, 0 failed', 0]);
});

test.each([
  ['a failing test', `test('fails', () => expect(1).toBe(2));`],
  ['a file that cannot be loaded', `throw new Error('broken');`],
  ['a file without a test', ''],
  [
    'a broken beforeAll',
    `describe('d', () => { beforeAll(() => { throw new Error('broken'); }); test('idle', () => {}); }); test('fails', () => expect(1).toBe(2));`,
    '1 passed, 2 failed',
  ],
  [
    'an error that nobody caught',
    `test('leaks', () => { Promise.reject(new Error('leaked')); });`,
    '2 passed, 1 failed',
  ],
  [
    'a process that ends in the middle',
    `test('dies', () => new Promise(() => process.kill(process.pid, 'SIGKILL')));`,
    '1 passed, 2 failed',
  ],
])('counts %s as failed', async (_what, text, line = '1 passed, 1 failed') => {
  const broken = `import { beforeAll, describe, expect, test } from 'vitest'; ${text}`;
  expect(await npmTest({ 'src/a.test.ts': PASSES, 'src/b.test.ts': broken })).toEqual([line, 1]);
});

test('counts a run that could not be set up as failed', async () => {
  const files = { 'src/a.test.ts': PASSES, 'setup.ts': `export default () => { throw new Error('no database'); };` };
  expect(await npmTest(files)).toEqual(['0 passed, 1 failed', 1]);
});

test('counts a run without any test as failed', async () => {
  expect(await npmTest({})).toEqual(['0 passed, 1 failed', 1]);
});

test('counts a broken build as failed', async () => {
  const files = { 'src/a.test.ts': PASSES, 'scripts/build.ts': 'process.exit(1);' };
  expect(await npmTest(files)).toEqual(['1 passed, 1 failed', 1]);
});

/** Runs the real script in a small project of its own; gives its last line and its exit code. */
async function npmTest(files: Record<string, string>, ...filters: string[]): Promise<[string | undefined, number]> {
  const project = tree({
    'package.json': '{"type": "module"}',
    'vitest.config.ts': `export default { test: { globalSetup: ${'setup.ts' in files ? "['setup.ts']" : '[]'} } };`,
    'scripts/build.ts': `import { mkdirSync } from 'node:fs'; mkdirSync('build');`,
    ...files,
  });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'junction');
  for (const name of ['test.ts', 'test-count.ts', 'fresh-build.mjs']) {
    cpSync(join(root, 'scripts', name), join(project, 'scripts', name));
  }
  const { VITEST, VITEST_POOL_ID, VITEST_WORKER_ID, NODE_ENV, ...env } = process.env;
  const child = spawn(process.execPath, ['scripts/test.ts', ...filters], { cwd: project, env, stdio: 'pipe' });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise<number>((done) => child.on('close', (it) => done(it ?? -1)));
  return [said.trimEnd().split('\n').at(-1), code];
}
