import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { arrivals, openLoop, percentile } from './load.ts';

test('a percentile is the smallest value that so many do not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0, 0.5, 0.99, 1].map((part) => percentile(hundred, part))).toEqual([1, 50, 99, 100]);
  expect(percentile([9, 10, 1], 0.5)).toBe(9);
  expect(percentile([], 0.5)).toBeUndefined();
});

test('arrivals ascend, are about as many as asked for, and are the same for the same seed', () => {
  const due = arrivals(200, 10);
  expect(due).toEqual(arrivals(200, 10));
  expect(due).not.toEqual(arrivals(200, 10, 2));
  expect(due).toEqual(due.toSorted((one, other) => one - other));
  expect(due.length).toBeGreaterThan(1_800);
  expect(due.length).toBeLessThan(2_200);
  expect(due.at(-1)).toBeLessThan(10_000);
});

describe('work that is due', () => {
  /** A clock that only moves when somebody waits or works. */
  const standing = () => {
    let now = 0;
    return {
      pass: (ms: number) => {
        now += ms;
      },
      clock: {
        now: () => now,
        wait: async (ms: number) => {
          // What has ended is noted before the time goes on.
          await setImmediate();
          now += ms;
        },
      },
    };
  };

  test('a shop that stands still makes everybody wait who was due meanwhile', async () => {
    const { pass, clock } = standing();
    let first = true;
    const unit = async () => {
      if (first) pass(100);
      first = false;
      return true;
    };
    const { samples } = await openLoop(unit, [10, 20, 60, 200], clock);
    expect(samples.map(({ took }) => took)).toEqual([100, 90, 50, 0]);
  });

  test('begins when it is due, although nothing is done yet, and what was not done well is told', async () => {
    const { clock } = standing();
    const ends: ((good: boolean) => void)[] = [];
    const done = openLoop(() => new Promise((resolve) => ends.push(resolve)), [1, 2, 3], clock);
    await expect.poll(() => ends.length).toBe(3);
    for (const [index, end] of ends.entries()) end(index !== 1);
    expect((await done).samples.map(({ at, good }) => [at, good])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
  });
});
