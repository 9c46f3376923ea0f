import { expect, test } from 'vitest';
import { promisedPrice } from './promised-price.ts';

const today = (price: number, ...steps: { from: number; price: number }[]) => ({ price, steps });

test.each([
  ['a price that has risen is that of the promise', 10, today(12), { each: 10, total: 10_000, guard: 0 }],
  ['a price that is the same, too', 10, today(10), { each: 10, total: 10_000, guard: 0 }],
  ['one that has fallen is that of today', 10, today(9), { each: 9, total: 9_000, guard: 0 }],
  [
    'with what its guard takes off today',
    10,
    today(10, { from: 11, price: 8 }),
    { each: 10, total: 10_000, guard: 1_200 },
  ],
  ['a tool that is gone has no price of today', 10, undefined, { each: 10, total: 10_000, guard: 0 }],
  ['fewer pieces never cost more than all of them', 12, undefined, { each: 10, total: 10_000, guard: 1_000 }, 3_000],
  ['the guard of all is off', 10, undefined, { each: 10, total: 10_000, guard: 500 }, 500],
])('%s', (_, quantity, now, price, guard = 0) => {
  expect(promisedPrice({ quantity, each: 10, guard }, now, 10)).toEqual(price);
});
