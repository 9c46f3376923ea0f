import { expect, test } from 'vitest';
import { ladderCost } from '#model/catalogue/ladder-cost.ts';
import { ladders } from '../../../../tests/harness/ladders.ts';
import { guardedSentence, typedLadderErrors } from './typed-ladder.ts';

const step = (from: string, price: string) => ({ from, price });
const typed = (steps: { from: string; price: string }[], its: object = {}) => ({
  ...{ price: '9', min_quantity: '24', pack: '1', steps },
  ...its,
});

test('what is wrong stands beside its field, also below a step that is not finished', () => {
  expect(typedLadderErrors(typed([step('100', '8'), step('500', '7')]))).toEqual({});
  expect(typedLadderErrors(typed([step('100', '8'), step('', ''), step('1,000', '8')]))).toEqual({
    'steps.2.price': 'From 1,000 pieces the price stays $8. Lower it or remove the step.',
  });
  expect(typedLadderErrors(typed([step('24', '8'), step('500', '10')]))).toEqual({
    'steps.0.from': 'Steps must grow: enter more than 24 pieces.',
    'steps.1.price':
      'From 500 pieces the price rises from $8 to $10: 500 pieces would cost $5,000, 499 cost $3,992. Enter $7 or less, or remove the step.',
  });
  expect(typedLadderErrors(typed([step('100', '8')], { pack: '10' }))).toEqual({
    min_quantity: '24 is not a multiple of 10. Enter 20 or 30.',
  });
});

test('what is no number is left to the shop', () => {
  expect(typedLadderErrors(typed([step('10', '80')], { price: 'ten' }))).toEqual({});
  expect(typedLadderErrors(typed([step('many', '80')]))).toEqual({});
  expect(typedLadderErrors(typed([step('10', '8')], { pack: '' }))).toHaveProperty(['steps.0.from']);
});

/** The larger order that so many pieces cost more than, as the sentence says. */
function saidOf(sentence: string, quantity: number): number | undefined {
  const ranges = sentence.replaceAll(',', '').matchAll(/(\d+)(?: to (\d+))?(?: pieces cost)? more than (\d+)/g);
  for (const [, first, last = first, than] of ranges)
    if (quantity >= Number(first) && quantity <= Number(last)) return Number(than);
  return undefined;
}

test('it names the quantities that the guard counts for, and the order that they cost as much as', () => {
  for (const { price, min_quantity, pack, steps } of ladders(33, 300)) {
    const texts = { price: `${price}`, min_quantity: `${min_quantity}`, pack: `${pack}` };
    const sentence = guardedSentence({
      ...texts,
      steps: steps.map(({ from, price: its }) => step(`${from}`, `${its}`)),
    });
    const quantities = Array.from(
      { length: ((steps.at(-1)?.from ?? min_quantity) - min_quantity) / pack + 1 },
      (_, at) => min_quantity + at * pack,
    );
    const wrong = quantities.filter(
      (quantity) => saidOf(sentence ?? '', quantity) !== ladderCost({ price, steps }, quantity).guardedBy?.from,
    );
    expect({ price, min_quantity, pack, steps, wrong }).toMatchObject({ wrong: [] });
  }
});

test('it tells which quantities cost as much as a larger order', () => {
  expect(guardedSentence(typed([step('100', '8'), step('500', '7')]))).toBe(
    '89 to 99 pieces cost more than 100 pieces and 438 to 499 more than 500. Buyers in between pay no more than for the step.',
  );
  expect(guardedSentence(typed([step('96', '8')], { pack: '12' }))).toBeUndefined();
  expect(guardedSentence(typed([step('144', '8')], { pack: '12' }))).toBe(
    '132 pieces cost more than 144 pieces. Buyers in between pay no more than for the step.',
  );
  expect(guardedSentence(typed([step('100', '9'), step('120', '5')], { price: '10', min_quantity: '10' }))).toBe(
    '61 to 119 pieces cost more than 120 pieces. Buyers in between pay no more than for the step.',
  );
  expect(guardedSentence(typed([step('25', '8')]))).toBe(
    '24 pieces cost more than 25 pieces. Buyers in between pay no more than for the step.',
  );
});
