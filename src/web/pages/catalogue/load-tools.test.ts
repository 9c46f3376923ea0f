import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_SEARCH } from '#web/ui/catalogue/tool-choices.ts';
import { readSearch, readShown } from './load-tools.ts';
import { toSearchString } from './search-url.ts';

const read = (query: string) => readSearch(new URLSearchParams(query));

test.each([
  ['', {}],
  [
    'q=claw+hammer&price=10-20&min_order=50&in_stock=true&sort=name',
    { q: 'claw hammer', price: '10-20', min_order: '50', in_stock: 'true', sort: 'name' },
  ],
  ['q=&price=&min_order=&sort=', {}],
  ['price=x&min_order=-1&in_stock=maybe&sort=color&utm_source=mail', {}],
  ['price_from=5&price_to=', { price: '5-' }],
  ['price_from=&price_to=20', { price: '-20' }],
  ['price_from=20&price_to=5', {}],
  ['price=010-020', { price: '10-20' }],
  ['sort=newest', {}],
  ['category=Saws+%26+Cutting', { category: 'Saws & Cutting' }],
  ['category=a%00b', {}],
  ['q=a%00b', {}],
  ['need=250&all=1&sort=total', { need: '250', all: '1', sort: 'total' }],
  ['need=1,000+pcs', { need: '1000' }],
  ['all=1&sort=total', {}],
  ['need=0&all=1&sort=total', {}],
  ['need=1000001', {}],
  ['need=250&all=yes&sort=name', { need: '250', sort: 'name' }],
  ['need=%3Cscript%3E', {}],
])('"%s"', (query, expected) => {
  expect(read(query)).toEqual({ ...NO_SEARCH, ...expected });
});

test('whatever an address says, it is a search, and its own address says the same', () => {
  const name = fc.constantFrom(
    'q',
    'category',
    'price',
    'price_from',
    'price_to',
    'min_order',
    'in_stock',
    'need',
    'all',
    'sort',
    'view',
    'x',
  );
  const text = fc.oneof(fc.constantFrom('', '5', '5-9', '9-5', 'true', 'name', '-07'), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text)), (params) => {
      const search = readSearch(new URLSearchParams(params));
      expect(read(toSearchString(search, new URLSearchParams()))).toEqual(search);
    }),
  );
});

test.each([
  ['', 48],
  ['shown=96', 96],
  ['shown=12', 48],
  ['shown=-5', 48],
  ['shown=1e9', 1000],
  ['shown=60.5', 48],
  ['shown=all', 48],
])('"%s" shows %i tools', (query, shown) => {
  expect(readShown(new URLSearchParams(query))).toBe(shown);
});
