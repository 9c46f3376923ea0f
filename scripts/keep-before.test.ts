import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tree } from '../tests/checks/tree.ts';
import { keepBefore } from './keep-before.ts';

const DAY = 24 * 60 * 60 * 1000;

test('what a build does not write again stays for three days after that build, however old it is', () => {
  const build = tree({ 'client/assets/home-1.js': 'old', 'client/assets/both-1.js': 'same' });
  const there = () =>
    ['home-1.js', 'both-1.js', 'home-2.js'].filter((it) => existsSync(join(build, 'client/assets', it)));
  const write = (name: string, at: number) => {
    const file = join(build, 'client/assets', name);
    writeFileSync(file, name);
    utimesSync(file, at / 1000, at / 1000);
  };
  const first = Date.now() - 100 * DAY;
  write('home-1.js', first);
  write('both-1.js', first);
  keepBefore(build, 'client', first, first);

  const second = first + 50 * DAY;
  write('both-1.js', second);
  write('home-2.js', second);
  keepBefore(build, 'client', second, second);
  expect(there()).toEqual(['home-1.js', 'both-1.js', 'home-2.js']);

  for (const [later, left] of [
    [second + 2 * DAY, ['home-1.js', 'both-1.js', 'home-2.js']],
    [second + 4 * DAY, ['both-1.js', 'home-2.js']],
  ] as const) {
    write('both-1.js', later);
    write('home-2.js', later);
    keepBefore(build, 'client', later, later);
    expect(there()).toEqual(left);
  }
});

test('a file that a later build writes again is of that build', () => {
  const build = tree({ 'client/a.js': 'a' });
  const write = (at: number) => utimesSync(join(build, 'client/a.js'), at / 1000, at / 1000);
  const now = Date.now();
  write(now - 9 * DAY);
  keepBefore(build, 'client', now - 8 * DAY, now - 8 * DAY);
  write(now - 2 * DAY);
  keepBefore(build, 'client', now - 2 * DAY, now - 2 * DAY);
  keepBefore(build, 'client', now - DAY, now - DAY);
  keepBefore(build, 'client', now, now);
  expect(existsSync(join(build, 'client/a.js'))).toBe(true);
});
