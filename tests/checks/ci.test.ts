import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { tree } from './tree.ts';

const PASSED = 'echo "3 passed, 0 failed"';
const FAILED = 'echo "2 passed, 1 failed"; exit 1';
const CRASHED = 'echo "npm error"; exit 1';
const WELL = 'echo "All is well"';
const BAD = 'echo "1 of 6 failed"; exit 1';

test.each([
  ['all is well', PASSED, WELL, '3 passed, 0 failed', 0],
  ['a test fails', FAILED, WELL, '2 passed, 1 failed', 1],
  ['a check fails', PASSED, BAD, '3 passed, 0 failed', 1],
  ['both fail', FAILED, BAD, '2 passed, 1 failed', 1],
  ['the tests could not be counted', CRASHED, WELL, '0 passed, 1 failed', 1],
  ['the tests ended well without a count', 'true', WELL, '0 passed, 1 failed', 1],
])('when %s, both ran and the last line counts', (_when, tests, check, line, code) => {
  const npm = `#!/bin/sh\nif [ "$1" = test ]; then ${tests}; else echo "checked: $*"; ${check}; fi\n`;
  const project = tree({ 'bin/npm': npm });
  chmodSync(join(project, 'bin/npm'), 0o755);
  cpSync(resolve(import.meta.dirname, '../../.ci/run'), join(project, '.ci/run'));
  const env = { ...process.env, PATH: `${join(project, 'bin')}${delimiter}${process.env.PATH}` };
  const { stdout, status } = spawnSync(join(project, '.ci/run'), { encoding: 'utf8', env, cwd: '/' });
  expect(stdout).toContain('checked: run check');
  expect([stdout.split('\n').at(-2), status]).toEqual([line, code]);
});
