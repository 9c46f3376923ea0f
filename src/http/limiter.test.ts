import { expect, test } from 'vitest';
import { LIMITS, limitsOf } from './limiter.ts';

test('processes of one machine share its processors, and each has places for all that waits', () => {
  expect(limitsOf(1)).toEqual(LIMITS);
  for (const workers of [2, 4]) {
    const { bulk, hash, image, paper, ...others } = limitsOf(workers);
    expect([bulk, hash, image, paper].map(({ concurrent }) => concurrent)).toEqual([4 / workers, 1, 1, 1]);
    expect({ ...others, bulk, hash, image, paper }).toEqual({
      ...LIMITS,
      bulk: { ...LIMITS.bulk, concurrent: 4 / workers },
      hash: { ...LIMITS.hash, concurrent: 1 },
      image: { ...LIMITS.image, concurrent: 1 },
      paper: { ...LIMITS.paper, concurrent: 1 },
    });
  }
});
