import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { limitsOf } from '#model/orders/order-list.ts';
import { formatCount } from '#texts/format.ts';
import { PLAIN_TOOL } from '../../../../tests/harness/plain-tool.ts';
import { gaugePercent, limitSentence, pageStep, parseQuantity, stepQuantity } from './quantity-limits.ts';

const limits = fc
  .tuple(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 100_000 }))
  .map(([min, more]) => ({ min, available: min + more }));
const anything = fc.oneof(fc.constant(null), fc.integer({ min: -10, max: 1_000_000 }), fc.double());

describe('limitSentence', () => {
  it('speaks exactly when the quantity cannot be ordered, and names both limits', () => {
    fc.assert(
      fc.property(anything, limits, (quantity, range) => {
        const sentence = limitSentence(quantity, range);
        expect(sentence === undefined).toBe(quantityProblem(quantity, range) === undefined);
        if (sentence === undefined) return;
        expect(sentence).toContain(formatCount(range.min));
        expect(sentence).toContain(formatCount(range.available));
      }),
    );
  });

  it('says the most of one order where more is there', () => {
    const range = limitsOf({ ...PLAIN_TOOL, min_quantity: 12, available_quantity: 10_000_000 } as unknown as Tool);
    expect(range.available).toBe(1_000_000);
    expect(limitSentence(1_000_001, range)).toBe(
      'One order has 1,000,000 pieces of a tool at most. Enter 12 to 1,000,000.',
    );
    expect(limitSentence(null, range)).toBe('Enter a whole number from 12 to 1,000,000.');
    expect(stepQuantity(1_000_000, 1, range)).toBe(1_000_000);
  });

  it('says what is wrong', () => {
    const range = { min: 12, available: 1320 };
    expect(limitSentence(2000, range)).toBe('Only 1,320 available. Enter 12 to 1,320.');
    expect(limitSentence(250, { min: 6, available: 180 }, true)).toBe(
      'Only 180 available. Enter 6 to 180, or choose below.',
    );
    expect(limitSentence(3, range)).toBe('The minimum order is 12. Enter 12 to 1,320.');
    expect(limitSentence(0, range)).toBe('Enter a whole number from 12 to 1,320.');
    expect(limitSentence(null, range)).toBe('Enter a whole number from 12 to 1,320.');
    const packed = { min: 24, available: 485, pack: 12 };
    expect(limitSentence(500, packed)).toBe('Only 485 available. Enter 24 to 480.');
    expect(limitSentence(null, { ...packed, available: 30 })).toBe('Enter 24.');
    const last = { min: 12, available: 12 };
    expect(limitSentence(13, last)).toBe('Only 12 available. Enter 12.');
    expect(limitSentence(3, last)).toBe('The minimum order is 12. Enter 12.');
    expect(limitSentence(null, last)).toBe('Enter 12.');
    expect(limitSentence(12, { min: 12, available: 5 })).toBe(
      'Out of stock: 5 available, and the minimum order is 12.',
    );
    expect(limitSentence(250, { min: 12, available: 5 }, true)).toBe(
      'Out of stock: 5 available, and the minimum order is 12. Choose below.',
    );
  });
});

describe('stepQuantity', () => {
  it('never leaves the limits, wherever it starts', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: -5000, max: 5000 }), limits, (quantity, by, range) => {
        fc.pre(quantity === null || Number.isFinite(quantity));
        expect(quantityProblem(stepQuantity(quantity, by, range), range)).toBeUndefined();
      }),
    );
  });

  it('goes by whole packs, from between two to the next one, and never over what is there', () => {
    const packed = { min: 24, available: 100, pack: 12 };
    expect([24, 30, 36, 90, 96].map((from) => stepQuantity(from, 1, packed))).toEqual([36, 36, 48, 96, 96]);
    expect([24, 30, 36, 90, 96].map((from) => stepQuantity(from, -1, packed))).toEqual([24, 24, 24, 84, 84]);
    expect(stepQuantity(null, 1, packed)).toBe(24);
    fc.assert(
      fc.property(anything, fc.integer({ min: -50, max: 50 }), limits, fc.integer({ min: 2, max: 50 }), (...drawn) => {
        const [quantity, packs, { min, available }, pack] = drawn;
        fc.pre(packs !== 0 && (quantity === null || Number.isFinite(quantity)));
        const range = { min: min * pack, available: available * pack + (available % pack), pack };
        expect(quantityProblem(stepQuantity(quantity, packs, range), range)).toBeUndefined();
      }),
    );
  });

  it('goes the whole step inside the limits', () => {
    expect(stepQuantity(400, 50, { min: 12, available: 1320 })).toBe(450);
    expect(stepQuantity(400, -50, { min: 12, available: 1320 })).toBe(350);
  });
});

it('a page is a round number of packs', () => {
  expect(pageStep({ min: 12, available: 1700, pack: 12 })).toBe(10);
  expect(pageStep({ min: 12, available: 36_000, pack: 12 })).toBe(100);
});

it('a page is a round number of pieces, at least ten', () => {
  fc.assert(
    fc.property(limits, (range) => {
      expect(String(pageStep(range))).toMatch(/^10+$/);
    }),
  );
});

it('the gauge stays on its scale and never falls while the quantity grows', () => {
  fc.assert(
    fc.property(limits, fc.integer({ min: 0, max: 200_000 }), fc.nat(1000), (range, quantity, more) => {
      const percent = gaugePercent(quantity, range);
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(gaugePercent(quantity + more, range)).toBeGreaterThanOrEqual(percent);
      expect(gaugePercent(quantity + more, range)).toBeLessThanOrEqual(100);
    }),
  );
});

describe('parseQuantity', () => {
  it('reads back every count as the shop and other countries write it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.constantFrom('', ' ', ' pcs', ' pieces'),
        (count, unit) => {
          expect(parseQuantity(`${count}${unit}`)).toBe(count);
          expect(parseQuantity(`${formatCount(count)}${unit}`)).toBe(count);
          expect(parseQuantity(count.toLocaleString('fr-FR'))).toBe(count);
          expect(parseQuantity(count.toLocaleString('de-CH'))).toBe(count);
        },
      ),
    );
  });

  it.each(['', 'abc', '12.5', '-4', '1,00', '10,0000', '1e3', '12 kg', '1 2'])('refuses %j', (text) => {
    expect(parseQuantity(text)).toBeNull();
  });
});
