import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWish } from './wish.ts';

const wish = (words: string, quantity?: number) => ({ words, quantity, outside: false });

test.each([
  ['250 pliers', 'pliers', 250],
  ['pliers 250', 'pliers', 250],
  ['HT-WRA-250 x 400', 'HT-WRA-250', 400],
  ['HT-WRA-250 400', 'HT-WRA-250', 400],
  ['HT-WRA-250 x400', 'HT-WRA-250', 400],
  ['20x hammer', 'hammer', 20],
  ['20 x hammer', 'hammer', 20],
  ['20 × hammer', 'hammer', 20],
  ['1,000 pliers', 'pliers', 1000],
  ['250 pcs pliers', 'pliers', 250],
  ['pliers, 250 pieces', 'pliers,', 250],
  ['pliers 250pcs', 'pliers', 250],
  ['long nose pliers 250', 'long nose pliers', 250],
  ['60 clamp 300 x 110 mm', 'clamp 300 x 110 mm', 60],
  ['clamp 300 x 110 mm x 60', 'clamp 300 x 110 mm', 60],
  ['24 oz hammer 50', '24 oz hammer', 50],
  ['250 wrench 250mm', 'wrench 250mm', 250],
  ['250 pliers 200', 'pliers 200', 250],
  ['400 ht wra 250', 'ht wra 250', 400],
  ['100200 x 3', '100200', 3],
])('"%s" is "%s", %d pieces', (text, words, quantity) => {
  expect(readWish(text)).toEqual(wish(words, quantity));
});

test.each([
  '',
  'pliers',
  '1987',
  'P-1987',
  'HT-WRA-250',
  '7C91E2',
  'x',
  'x 400',
  '250 300',
  'wrench 250 mm',
  '250 mm wrench',
  'clamp 300 x 110 mm',
  'clamp 300 x 110',
  'wrench 250 steel',
  'drill 1/2',
  'hammer 1.5',
  'hammer 4006381333931',
])('"%s" has no quantity', (text) => {
  expect(readWish(text)).toEqual(wish(text));
});

test('a known item number is none, typed without its hyphens either', () => {
  const known = ['HT-WRA-250', '100200'];
  expect(readWish('ht wra 250', known)).toEqual(wish('ht wra 250'));
  expect(readWish('400 ht wra 250', known)).toEqual(wish('ht wra 250', 400));
  expect(readWish('ht wra 250 x 400', known)).toEqual(wish('ht wra 250', 400));
  expect(readWish('pliers 100200', known)).toEqual(wish('pliers 100200'));
  expect(readWish('100200 pliers', known)).toEqual(wish('100200 pliers'));
  expect(readWish('ht wra 251', known)).toEqual(wish('ht wra', 251));
});

test('a quantity that nobody can order is told apart from none', () => {
  for (const text of ['0 pliers', '1,000,001 pliers', 'pliers x 999999999999'])
    expect(readWish(text)).toEqual({ words: 'pliers', quantity: undefined, outside: true });
  expect(readWish('1000000 pliers')).toEqual(wish('pliers', 1_000_000));
});

const UNITS = [
  'mm',
  'cm',
  'm',
  'in',
  'ft',
  'g',
  'kg',
  'oz',
  'lb',
  'ml',
  'l',
  'v',
  'w',
  'a',
  'ah',
  'j',
  'nm',
  'pc',
  'tpi',
];
const word = fc.stringMatching(/^[a-z]{2,12}$/).filter((it) => !UNITS.includes(it) && !/^(pcs|pieces?|x)$/.test(it));
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((it) => it.join(' '));
const pieces = fc.integer({ min: 1, max: 1_000_000 });

test('each way to write a quantity means it, whatever the tool is called', () => {
  fc.assert(
    fc.property(words, pieces, fc.boolean(), (name, count, commas) => {
      const n = commas ? count.toLocaleString('en-US') : String(count);
      for (const text of [
        `${n} ${name}`,
        `${name} ${n}`,
        `${name} x ${n}`,
        `${name} x${n}`,
        `${n}x ${name}`,
        `${n} x ${name}`,
      ])
        expect([text, readWish(text)]).toEqual([text, wish(name, count)]);
    }),
  );
});

const itemNumber = fc.stringMatching(/^[A-Z0-9-]{3,32}$/).filter((it) => /[A-Z-]/.test(it) && !/^X?[\d,]+X?$/.test(it));

test('an item number is never taken for a quantity', () => {
  fc.assert(
    fc.property(itemNumber, pieces, (number, count) => {
      expect(readWish(number)).toEqual(wish(number));
      expect(readWish(`${number} x ${count}`)).toEqual(wish(number, count));
      const spaced = number.replaceAll('-', ' ').replace(/\s+/g, ' ').trim();
      if (spaced) expect(readWish(spaced, [number])).toEqual(wish(spaced));
    }),
  );
});

test('whatever is typed, no word gets lost and nothing is invented', () => {
  const part = fc.oneof(
    word,
    itemNumber,
    fc.constantFrom('x', '×', '20x', 'x20', 'mm', 'pcs', '300', '0', '1,000'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const text = parts.join(' ');
      const typed = text
        .replace(/\p{Cc}+/gu, ' ')
        .split(/\s+/)
        .filter(Boolean);
      const { words: kept, quantity, outside } = readWish(text);
      const left = kept.split(' ').filter(Boolean);
      expect(typed.length - left.length).toBeLessThanOrEqual(2);
      expect(left.length === typed.length).toBe(quantity === undefined && !outside);
      expect(typed.length === 0 || left.length > 0).toBe(true);
      if (quantity !== undefined) expect(text.replaceAll(',', '')).toContain(String(quantity));
    }),
  );
});
