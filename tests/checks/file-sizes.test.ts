import { expect, test } from 'vitest';
import { longFiles } from '../../scripts/checks/file-sizes.ts';
import { tree } from './tree.ts';

test('a file of 401 lines is refused, one of 400 is not', () => {
  const root = tree({ 'src/model/long.ts': 'x;\n'.repeat(401), 'platform/full.ts': 'x;\n'.repeat(400) });
  expect(longFiles(root)).toEqual(['src/model/long.ts  has 401 lines; 400 is the limit']);
});

test('a comment of four lines is refused, a docstring is not', () => {
  const root = tree({
    'src/long.ts': `x;\n${'  // why\n'.repeat(4)}`,
    'src/styles.css': `/* one\ntwo\nthree\nfour */\n`,
    'src/short.ts': `${'// why\n'.repeat(3)}x;\n/**\n * one\n * two\n * three\n */\n`,
  });
  expect(longFiles(root)).toEqual([
    'src/long.ts:2  has a comment of 4 lines; 3 is the limit',
    'src/styles.css:1  has a comment of 4 lines; 3 is the limit',
  ]);
});
