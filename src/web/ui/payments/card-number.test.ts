import { describe, expect, test } from 'vitest';
import { cardBrand, cardNumberProblem, codeProblem, formatCardNumber } from './card-number.ts';
import { TEST_CARDS } from './test-cards-notice.tsx';

describe('a card number is shown in the groups of its network', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242 42', '4242 42'],
    ['4242-4242-4242-42424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['6200000000000000003', '6200 0000 0000 0000 003'],
    ['30569309025904', '3056 9309 0259 04'],
    ['', ''],
    ['card', ''],
  ])('%j becomes %j', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });
});

test.each([
  ['4', 'Visa'],
  ['55', 'Mastercard'],
  ['2223', 'Mastercard'],
  ['37', 'Amex'],
  ['6011', 'Discover'],
  ['62', 'UnionPay'],
  ['9', ''],
])('%s belongs to %j', (number, brand) => {
  expect(cardBrand(number).name).toBe(brand);
});

describe('what is wrong with a card number', () => {
  test.each(TEST_CARDS)('nothing with the test card for "$does"', ({ number }) => {
    expect(cardNumberProblem(number)).toBeUndefined();
  });
  test('one wrong digit is found', () => {
    expect(cardNumberProblem('4242 4242 4242 4243')).toMatch(/not a card number/);
  });
  test('a missing digit is found', () => {
    expect(cardNumberProblem('4242 4242 4242 424')).toMatch(/incomplete/);
  });
  test('nothing was typed', () => {
    expect(cardNumberProblem(' ')).toMatch(/Type/);
  });
});

test('the security code has as many digits as the network prints', () => {
  expect(codeProblem('123', '4242')).toBeUndefined();
  expect(codeProblem('1234', '3782')).toBeUndefined();
  expect(codeProblem('123', '3782')).toMatch(/4 digits/);
  expect(codeProblem('12', '4242')).toMatch(/3 digits/);
  expect(codeProblem('', '4242')).toMatch(/Type/);
});
