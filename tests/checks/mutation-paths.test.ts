import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SCOPE } from '../../scripts/mutation/scope.ts';
import verbs from '../../scripts/mutation/services.vitest.config.ts';

/** Each way to fill the braces of a pattern; of a pattern with stars the folder before them. */
function pathsOf(pattern: string): string[] {
  const [, before, choices, after] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? [];
  if (choices !== undefined) return choices.split(',').flatMap((choice) => pathsOf(`${before}${choice}${after}`));
  return [pattern.replace(/\/[^/]*\*.*$/, '')];
}

test('the code that is mutated, and the tests that judge it, are where the mutation run looks for them', () => {
  const { include = [], exclude = [] } = verbs.test ?? {};
  const patterns = [...Object.values(SCOPE).flat(), ...include, ...exclude];
  expect(patterns.flatMap(pathsOf).filter((path) => !existsSync(path))).toEqual([]);
  expect(patterns.length).toBeGreaterThan(50);
});
