import { expect, test } from 'vitest';
import { ladderText, packSentence } from '#texts/ladder.ts';
import { ladders } from '../../../tests/harness/ladders.ts';
import { type Ladder, ladderProblems } from './ladder.ts';
import { nearestPacks, quantityProblem } from './quantity.ts';

const GOOD: Ladder = {
  ...{ price: 10, min_quantity: 12, pack: 12 },
  steps: [
    { from: 96, price: 9 },
    { from: 480, price: 8 },
  ],
};
const texts = (its: Partial<Ladder>) =>
  ladderProblems({ ...GOOD, ...its }).map((problem) => `${problem.field}: ${ladderText(problem)}`);
const step = (from: number, price: number) => ({ from, price });

test('prices that fall at whole packs above the minimum are good, and so are none', () => {
  expect(ladderProblems(GOOD)).toEqual([]);
  expect(ladderProblems({ price: 1, min_quantity: 1, pack: 1, steps: [] })).toEqual([]);
  for (const ladder of ladders(7, 2_000)) expect(ladderProblems(ladder)).toEqual([]);
});

test.each<[Partial<Ladder>, string[]]>([
  [{ min_quantity: 24, pack: 10, steps: [] }, ['min_quantity: 24 is not a multiple of 10. Enter 20 or 30.']],
  [{ min_quantity: 5, pack: 12, steps: [] }, ['min_quantity: 5 is not a multiple of 12. Enter 12.']],
  [{ steps: [step(100, 9)] }, ['steps.0.from: 100 is not a multiple of 12. Enter 96 or 108.']],
  [{ steps: [step(12, 9)] }, ['steps.0.from: Steps must grow: enter more than 12 pieces.']],
  [{ steps: [step(96, 9), step(96, 8)] }, ['steps.1.from: Steps must grow: enter more than 96 pieces.']],
  [{ price: 9 }, ['steps.0.price: From 96 pieces the price stays $9. Lower it or remove the step.']],
  [
    { pack: 1, steps: [step(100, 8), step(500, 10)] },
    [
      'steps.1.price: From 500 pieces the price rises from $8 to $10: 500 pieces would cost $5,000, 499 cost $3,992. ' +
        'Enter $7 or less, or remove the step.',
    ],
  ],
  [
    { price: 1, steps: [step(96, 2)] },
    [
      'steps.0.price: From 96 pieces the price rises from $1 to $2: 96 pieces would cost $192, 95 cost $95. Remove the step.',
    ],
  ],
  [
    { min_quantity: 500, pack: 1, price: 8, steps: [step(96, 9), step(480, 7)] },
    [
      'steps.0.from: Steps must grow: enter more than 500 pieces.',
      expect.stringContaining('steps.0.price: From 96 pieces the price rises'),
    ],
  ],
])('%o', (its, problems) => {
  expect(texts(its)).toEqual(problems);
});

test('a quantity is a whole number of packs; the nearest that can be ordered are named', () => {
  const limits = { min: 12, available: 250, pack: 12 };
  expect(quantityProblem(240, limits)).toBeUndefined();
  expect(quantityProblem(241, limits)).toBe('not-whole-packs');
  expect(quantityProblem(252, limits)).toBe('above-available');
  expect(nearestPacks(230, limits)).toEqual([228, 240]);
  expect(nearestPacks(250, limits)).toEqual([240]);
  expect(nearestPacks(5, limits)).toEqual([12]);
  expect(nearestPacks(230, { ...limits, available: 240 })).toEqual([228, 240]);
  expect(packSentence(250, 12)).toBe('Sold in boxes of 12. 250 is 20 boxes and 10 pieces.');
  expect(packSentence(13, 12)).toBe('Sold in boxes of 12. 13 is 1 box and 1 piece.');
});
