import { expect, test } from 'vitest';
import { longFiles } from '../../scripts/law/file-sizes.ts';
import { tree } from './tree.ts';

test('a file of 401 lines is refused, one of 400 is not', () => {
  const root = tree({ 'src/model/long.ts': 'x;\n'.repeat(401), 'src/model/full.ts': 'x;\n'.repeat(400) });
  expect(longFiles(root)).toEqual(['src/model/long.ts  has 401 lines; 400 is the limit']);
});
