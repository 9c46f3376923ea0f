import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsToDollars, MAX_PAYMENT, toCents } from '#model/kernel/money.ts';
import {
  formatCents,
  formatCount,
  formatDollars,
  formatKilobytes,
  formatList,
  formatRange,
  formatTotal,
} from './format.ts';
import { formatDaysUntil, formatDistance } from './format-distance.ts';
import { formatDay, formatDeliveryDay, formatExactTime, formatLetterDay, formatTime } from './format-time.ts';
import { addressInLines, addressInOneLine, formatPo } from './typed.ts';

test('a count that ended says so, and every other is told as it is', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect([0, 1, 1_000, 1_001, 1_002, 10_000, 10_001, 10_002].map(formatTotal)).toEqual([
    ...['0', '1', '1,000', '1,000+', '1,002', '10,000', '10,000+', '10,002'],
  ]);
});

test.each([
  ["12 O'Connell Street Upper\r\nDublin 1\nD01 X5Y6\nÉire\n", "12 O'Connell Street Upper, Dublin 1, D01 X5Y6, Éire"],
  ['  Unit 7,\n\n \t\n48  Foundry   Lane ,\nLeeds', 'Unit 7, 48 Foundry Lane, Leeds'],
  ['48 Foundry Lane, Leeds', '48 Foundry Lane, Leeds'],
  ['', ''],
])('an address of several lines in one: %j', (address, expected) => {
  expect(addressInOneLine(address)).toBe(expected);
});

test('an address keeps its lines without the holes', () => {
  expect(addressInLines(' Unit 7,\r\n\n \n48  Foundry\tLane\n')).toBe('Unit 7,\n48 Foundry Lane');
});

test.each([
  ['4500018822', 'PO 4500018822'],
  ['PO 7741/ä', 'PO 7741/ä'],
  ['po-7741', 'po-7741'],
  ['PO#7741', 'PO#7741'],
  ['Po: 7741', 'Po: 7741'],
  ['PO7741', 'PO7741'],
  ['PO–7741', 'PO–7741'],
  ['POLE 12', 'PO POLE 12'],
  ['P-7741', 'PO P-7741'],
  ['PO', 'PO PO'],
])('a PO number has its letters once: %j', (number, expected) => {
  expect(formatPo(number)).toBe(expected);
});

test('a range of one number is that number', () => {
  expect([formatRange(12, 1_320), formatRange(12, 12)]).toEqual(['12 to 1,320', '12']);
});

test('days and times are written as their readers write them', () => {
  const at = new Date(2026, 11, 3, 14, 35, 7);
  expect([formatDay(at), formatTime(at), formatExactTime(at)]).toEqual(['3 Dec 2026', '14:35', '14:35:07']);
  expect(['2026-11-21', '2026-11-21T23:59:59Z'].map(formatLetterDay)).toEqual(['21 November 2026', '21 November 2026']);
});

test('lists and sizes', () => {
  expect(formatList(['price', 'stock', 'image'])).toBe('price, stock, and image');
  expect([0, 34_400].map(formatKilobytes)).toEqual(['1\u00a0kB', '34\u00a0kB']);
});

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-28T12:00:00Z', 'in 7 days'],
  ['2026-11-22T12:00:00Z', 'tomorrow'],
  ['2026-11-21T15:10:00Z', 'in 3 hours'],
  ['2026-11-21T12:42:00Z', 'in 42 minutes'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
])('%s is %s', (iso, words) => {
  expect(formatDistance(iso, NOW)).toBe(words);
});

test('yesterday is the day before, not so many hours ago', () => {
  const distance = (day: number, hour: number, from: number) =>
    formatDistance(new Date(2026, 10, day, hour).toISOString(), +new Date(2026, 10, 21, from));
  expect([distance(19, 22, 8), distance(20, 1, 23), distance(23, 1, 20)]).toEqual([
    ...['2 days ago', 'yesterday', 'in 2 days'],
  ]);
});

test('days until a promised day are those of UTC, at whatever time', () => {
  const now = Date.parse('2026-11-26T18:28:00Z');
  const days = ['2026-11-24T23:59:59.999Z', '2026-11-25', '2026-11-26', '2026-11-27T23:59:59Z', '2026-12-17'];
  const words = days.map((day) => formatDaysUntil(day, now));
  expect(words).toEqual(['2 days ago', 'yesterday', 'today', 'tomorrow', 'in 21 days']);
});

test('dollars are written as their cents are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_PAYMENT }).map(toCents), (amount) => {
      expect(formatDollars(centsToDollars(amount))).toBe(formatCents(amount));
    }),
  );
});

test('an amount is written with a dollar sign, separators, and cents only when there are some', () => {
  const written = [0, 5, 50, 100, 714_000, 714_050, 99_999_999, -100, -1].map((amount) => formatCents(toCents(amount)));
  expect(written).toEqual([
    '$0',
    '$0.05',
    '$0.50',
    '$1',
    '$7,140',
    '$7,140.50',
    '$999,999.99',
    '\u2212$1',
    '\u2212$0.01',
  ]);
});

test('what is written can be read back to the same amount, and says nothing else', () => {
  fc.assert(
    fc.property(fc.integer({ min: -MAX_PAYMENT, max: MAX_PAYMENT }), (amount) => {
      const text = formatCents(toCents(amount));
      expect(text).toMatch(/^\u2212?\$\d{1,3}(,\d{3})*(\.\d\d)?$/);
      const dollars = Number(text.replace('\u2212', '-').replace(/[$,]/g, ''));
      expect(Math.round(dollars * 100) + 0).toBe(amount + 0);
    }),
  );
});

test('a day of a delivery has its year where it is far', () => {
  const words = (day: string) => formatDeliveryDay(day).replaceAll('\u00a0', ' ');
  expect(['2026-12-03', '2027-09-18', '2027-09-19', '2099-12-03', '2026-01-25'].map(words)).toEqual([
    ...['3 Dec', '18 Sept', '19 Sept 2027', '3 Dec 2099', '25 Jan 2026'],
  ]);
});
