import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { proofs } from '../../scripts/spec/proofs.ts';
import { ROWS, SECTIONS } from '../spec/rows.ts';
import { tree } from './tree.ts';

const rows = (text: string) => proofs(tree({ 'tests/spec/a.test.ts': text })).map(({ row }) => row);

test('a test proves the row that it names, at its line', () => {
  const root = tree({ 'tests/spec/deep/a.test.ts': `\nspec('2 route.home', 'says', async () => {});` });
  expect(proofs(root)).toEqual([{ row: '2 route.home', path: 'tests/spec/deep/a.test.ts', line: 2 }]);
});

test.each([
  ['a list', `spec(['1 a', '2 b'], 'says', async () => {});`],
  ['a loop', `for (const row of ['1 a', '2 b'] as const) { spec(row, 'says', async () => {}); }`],
  [
    'a loop over a table',
    `const T = [['1 a', /x/], ['2 b', 'Name']] as const; for (const [row, x] of T) spec(row, 'says', go);`,
  ],
])('%s of rows proves each', (_what, text) => {
  expect(rows(text)).toEqual(['1 a', '2 b']);
});

test.each([
  ['a comment', `// spec('1 a', 'says', go);`],
  ['a text elsewhere', `const row = '1 a'; if (row === '1 a') go('1 a');`],
  ['what a test says', `spec(['2 b'], '1 a', async () => { expect('1 a'); });`],
  ['another list of the same file', `const T = ['1 a']; for (const row of ['2 b']) spec(row, 'says', go);`],
])('%s proves nothing', (_what, text) => {
  expect(rows(text)).not.toContain('1 a');
});

test('a test that hides its row is an error', () => {
  expect(() => rows(`spec(computed, 'says', go);`)).toThrow('does not show its row');
});

test('every row of the specification has a test, and every row stands in a section', () => {
  const proven = new Set(proofs(resolve(import.meta.dirname, '../..')).map(({ row }) => row));
  expect(Object.keys(ROWS).filter((row) => !proven.has(row))).toEqual([]);
  expect(Object.keys(ROWS).filter((row) => !(`${row.split(' ')[0]}` in SECTIONS))).toEqual([]);
});
