import { expect, test } from 'vitest';
import { limitsOf, minimumChoices, NO_SEARCH, priceChoices } from './tool-choices.ts';
import { crossed, priceOf } from './tool-form.ts';

test.each([
  ['', '', ''],
  ['5', '', '5-'],
  ['', '20', '-20'],
  ['$5', '1,200', '5-1200'],
  ['007', '9', '7-9'],
  ['0', '', '0-'],
  ['9.99', '$1,200.00', '9-1200'],
  ['9.', '1.200', '9-1200'],
  ['abc', '-', ''],
  ['123456789', '', '1234567-'],
])('from "%s" to "%s" is "%s"', (from, to, price) => {
  expect(priceOf(from, to)).toBe(price);
});

test('prices are crossed when the first is above the second', () => {
  expect(['9-10', '10-10', '11-10', '11-', '-1', ''].map(crossed)).toEqual([false, false, true, false, false, false]);
});

test('each limit has its words', () => {
  const search = {
    ...NO_SEARCH,
    q: 'saw',
    category: 'Saws',
    price: '1000-',
    min_order: '1200',
    in_stock: 'true',
    need: '1200',
    all: '1',
    sort: 'name',
  };
  expect(limitsOf(search).map(({ label }) => label)).toEqual([
    '“saw”',
    'Saws',
    'From $1,000',
    'Min. order up to 1,200',
    'In stock',
    'Can deliver all 1,200',
  ]);
  expect(limitsOf({ ...NO_SEARCH, price: '-5' })[0]?.label).toBe('Up to $5');
});

test('a value that came with the address is a choice beside the usual ones', () => {
  expect(priceChoices('3-4').at(-1)).toEqual({ value: '3-4', label: '$3 to $4' });
  expect(minimumChoices('30').at(-1)).toEqual({ value: '30', label: 'Up to 30' });
  expect(minimumChoices('50')).toHaveLength(minimumChoices('').length);
});
