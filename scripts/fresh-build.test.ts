import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tree } from '../tests/checks/tree.ts';
import { isFresh, lookAtSources, stamp } from './fresh-build.mjs';

let project: string;
const write = (path: string, text: string) => writeFileSync(join(project, path), text);

beforeEach(() => {
  project = tree({ 'src/web/a.tsx': 'a', 'src/http/b.ts': 'b', 'content/c.ts': 'c', 'package.json': '{}' });
  expect(isFresh(project, 'shop')).toBe(false);
  mkdirSync(join(project, 'build'));
  for (const part of ['pages', 'shop'] as const) stamp(project, part, lookAtSources(project, part));
  expect(both()).toEqual([true, true]);
});

const both = () => [isFresh(project, 'pages'), isFresh(project, 'shop')];

test('an edit makes stale what is built of that file', () => {
  write('src/http/b.ts', 'B');
  expect(both()).toEqual([true, false]);
  write('src/http/b.ts', 'b');
  write('src/web/a.tsx', 'A');
  expect(both()).toEqual([false, false]);
});

test('so do a file more and a file less, but not one of the tests', () => {
  write('src/web/a.test.tsx', 'test');
  expect(both()).toEqual([true, true]);
  write('src/web/new.tsx', 'new');
  expect(both()).toEqual([false, false]);
  rmSync(join(project, 'src/web/new.tsx'));
  expect(both()).toEqual([true, true]);
  rmSync(join(project, 'content/c.ts'));
  expect(both()).toEqual([false, false]);
});

test.each(['src/texts/d.ts', 'public/e.svg'])('%s is built into the pages', (path) => {
  mkdirSync(join(project, path, '..'), { recursive: true });
  write(path, 'new');
  expect(both()).toEqual([false, false]);
});

test('a file that only looks new leaves the build as it is', () => {
  utimesSync(join(project, 'src/web/a.tsx'), 1, 1);
  expect(both()).toEqual([true, true]);
});
