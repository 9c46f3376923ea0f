import { expect, test } from 'vitest';
import type { PriceStep } from '#model/catalogue/ladder.ts';
import { changesSentence, namedTexts, undoQuestion } from './change-words.ts';

const PRICE = { field: 'price', from: 9, to: 1200 } as const;
const MINIMUM = { field: 'min_quantity', from: 24, to: 36 } as const;

test('a sentence names what is saved; short values with what they were', () => {
  expect(changesSentence([PRICE, MINIMUM, { field: 'description', from: 'Old', to: 'New' }])).toBe(
    'price $9 → $1,200, minimum order 24 → 36, description',
  );
  expect(changesSentence([{ field: 'category', from: null, to: 'Saws' }])).toBe('category none → Saws');
  const delivery = { field: 'restock_at', from: null, to: '2026-12-03' } as const;
  expect(changesSentence([delivery])).toBe('next delivery none → 3\u00a0Dec');
});

test('steps are named with their prices; what is typed and no number stays as it is', () => {
  const to = [
    { from: 100, price: 8 },
    { from: '5oo', price: '' },
  ] as unknown as PriceStep[];
  expect(changesSentence([{ field: 'steps', from: [], to }])).toBe('price ladder none → $8 from 100, – from 5oo');
});

test('of more than four the first two and how many more', () => {
  const others = (['name', 'image', 'description'] as const).map((field) => ({ field, from: 'a', to: 'b' }));
  expect(changesSentence([PRICE, MINIMUM, ...others])).toBe('price $9 → $1,200, minimum order 24 → 36 and 3 more');
});

test('a text that stands beside no field names its own, a step its ladder', () => {
  const texts = [
    { field: 'min_quantity', text: '12 is not a multiple of 5. Enter 10 or 15.' },
    { field: 'steps.0.from', text: 'Steps must grow: enter more than 12 pieces.' },
    { field: 'version', text: 'The tool never had this version.' },
  ];
  expect(namedTexts(texts)).toBe(
    'Minimum order: 12 is not a multiple of 5. Enter 10 or 15. Price ladder: Steps must grow: enter more than 12 pieces. The tool never had this version.',
  );
});

test('an undo asks about what was changed again since, and names what it puts back', () => {
  const minimum = { field: 'min_quantity', from: 24, to: 48 } as const;
  const price = { field: 'price', from: 9, to: 12 } as const;
  expect(undoQuestion('Second Admin', [minimum], [minimum])).toBe(
    'Minimum order was set to 48 by Second Admin after this. Put 24 back anyway?',
  );
  expect(undoQuestion('Second Admin', [minimum], [minimum, price])).toBe(
    'Minimum order was set to 48 by Second Admin after this. Put minimum order 24 and price $9 back anyway?',
  );
  expect(undoQuestion('Second Admin', [price, minimum], [price, minimum])).toBe(
    'Price was set to $12 and minimum order was set to 48 by Second Admin after this. Put price $9 and minimum order 24 back anyway?',
  );
});

test('an undo asks about long and empty values without showing them', () => {
  const description = { field: 'description', from: 'Old', to: 'New' } as const;
  expect(undoQuestion('Second Admin', [description], [description])).toBe(
    'Description was changed by Second Admin after this. Put the earlier description back anyway?',
  );
  const category = { field: 'category', from: null, to: null } as const;
  expect(undoQuestion('Second Admin', [category], [category])).toBe(
    'Category was emptied by Second Admin after this. Put the empty category back anyway?',
  );
});
