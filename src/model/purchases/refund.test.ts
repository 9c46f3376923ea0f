import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { issuesOf } from '../../../tests/harness/issues-of.ts';
import { CancelWaiting, type RefundableLine, RefundPurchase, refundShare, sumOfRefunds, takenBack } from './refund.ts';

const RUNS = import.meta.env.MODE === 'night' ? 5_000_000 : 300_000;
vi.setConfig({ testTimeout: 900_000 });

/** A line with guard and offer, as placing may leave it. */
const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
    totalCents: fc.integer({ min: 1, max: 99_999_999 }),
    guard: fc.double({ min: 0, max: 0.4, noNaN: true }),
    off: fc.double({ min: 0, max: 0.9, noNaN: true }),
  })
  .map(({ quantity, totalCents, guard, off }) => {
    const guardCents = Math.floor(totalCents * guard);
    return { quantity, totalCents, guardCents, discountCents: Math.floor((totalCents - guardCents) * off), givenUp: 0 };
  });

const net = ({ totalCents, guardCents, discountCents }: RefundableLine) => totalCents - guardCents - discountCents;

test('however a line is given back in parts, they add up to it, and none is less than nothing', () => {
  fc.assert(
    fc.property(line, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }), (bought, cuts) => {
      let givenUp = 0;
      const sum = { amount: 0, goods: 0, guard: 0, discount: 0 };
      for (const cut of [...cuts, 1]) {
        const left = bought.quantity - givenUp;
        const pieces = cut === 1 ? left : Math.floor(left * cut);
        const share = refundShare({ ...bought, givenUp }, pieces);
        if (share.amount < 0 || share.guard < 0 || share.discount < 0) return false;
        if (share.amount !== share.goods - share.guard - share.discount) return false;
        for (const key of ['amount', 'goods', 'guard', 'discount'] as const) sum[key] += share[key];
        givenUp += pieces;
      }
      return (
        sum.amount === net(bought) &&
        sum.guard === bought.guardCents &&
        sum.discount === bought.discountCents &&
        sum.goods === bought.totalCents
      );
    }),
    { numRuns: RUNS },
  );
});

test('a part is within a cent of its exact share', () => {
  fc.assert(
    fc.property(line, fc.double({ min: 0, max: 1, noNaN: true }), (bought, cut) => {
      const pieces = Math.floor(bought.quantity * cut);
      const exact = (net(bought) * pieces) / bought.quantity;
      return Math.abs(refundShare(bought, pieces).amount - exact) <= 0.5 + 1e-6 * exact;
    }),
    { numRuns: RUNS },
  );
});

test('6 of 60 at $15, 30% off, are $63', () => {
  const bought = { quantity: 60, totalCents: 90_000, guardCents: 0, discountCents: 27_000, givenUp: 0 };
  expect(refundShare(bought, 6)).toEqual({ amount: 6_300, goods: 9_000, guard: 0, discount: 2_700 });
});

test('what failed and what came a second time takes nothing from what was paid', () => {
  const back = { amount: 0.1, state: 'succeeded' } as const;
  const onItsWay = { amount: 0.2, state: 'sent' } as const;
  const failed = { amount: 40, state: 'failed' } as const;
  const twice = { amount: 500, state: 'succeeded', twice: true } as const;
  expect(takenBack([back, failed, twice, onItsWay])).toEqual([back, onItsWay]);
  expect(sumOfRefunds([back, failed, twice, onItsWay])).toBe(0.3);
  expect(sumOfRefunds([failed, twice])).toBe(0);
});

test.each([
  [RefundPurchase, { reason: 'Broken' }, 'amount', 'Send the amount that was shown.'],
  [RefundPurchase, { amount: 5 }, 'reason', 'Reason is missing. Say why the money goes back.'],
  [RefundPurchase, { amount: 5, reason: 'Broken', lines: [] }, 'lines', 'Say which pieces are refunded.'],
  [CancelWaiting, { amount: 5, lines: [] }, 'lines', 'Say which pieces are cancelled.'],
])('a wish for money back without one part is refused at its field', (wish, its, field, message) => {
  expect(issuesOf(wish.safeParse(its))).toEqual([[field, message]]);
});
