import { expect, test } from 'vitest';
import { strayFormats } from '../../scripts/checks/formats.ts';
import { tree } from './tree.ts';

test('numbers and dates are written by the module for it alone', () => {
  const root = tree({
    'src/texts/format.ts': "new Intl.ListFormat('en');\n",
    'src/texts/format-time.ts': "new Intl.DateTimeFormat('en');\n",
    'src/web/count.test.ts': "(5).toLocaleString('fr');\n",
    'src/model/text.ts': "new Intl.Segmenter('en');\n",
    'src/web/a.tsx': "const a = 1;\nnew Date().toLocaleDateString('en');\nnew Intl.NumberFormat('en');\n",
  });
  expect(strayFormats(root)).toEqual([
    'src/web/a.tsx:2  uses .toLocaleDateString(; src/texts/format.ts writes numbers and dates',
    'src/web/a.tsx:3  uses Intl.NumberFormat; src/texts/format.ts writes numbers and dates',
  ]);
});
