import { expect, test } from 'vitest';
import { COUNTED, endOf } from './count.ts';

test('a count that ended is known by being one more than is counted', () => {
  expect([COUNTED.search, COUNTED.search + 1, COUNTED.all + 1].map(endOf)).toEqual([
    undefined,
    COUNTED.search,
    COUNTED.all,
  ]);
});
