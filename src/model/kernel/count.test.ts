import { expect, test } from 'vitest';
import { COUNTED, endOf, formatCount, formatTotal } from './count.ts';

test('a count that ended says so, and every other is told as it is', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect([0, 1, 1_000, 1_001, 1_002, 10_000, 10_001, 10_002].map(formatTotal)).toEqual([
    ...['0', '1', '1,000', '1,000+', '1,002', '10,000', '10,000+', '10,002'],
  ]);
  expect([COUNTED.search, COUNTED.search + 1].map(endOf)).toEqual([undefined, COUNTED.search]);
});
