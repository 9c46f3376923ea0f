import { expect, test } from 'vitest';
import { factsOf } from './review-facts.ts';

type Purchase = Parameters<typeof factsOf>[0];
type Line = Parameters<typeof factsOf>[1][number];
type Attempt = Parameters<typeof factsOf>[2][number];

type Refund = Parameters<typeof factsOf>[3][number];

const own = { intentId: 'pi_own', state: 'succeeded', attempt: 1, amountCents: 40_800, refundedCents: 0 } as const;
const whole = { holdQuantity: 5, waiting: 0, givenUp: 0, quantity: 5, shippedQuantity: 0 };
const facts = (
  its: Partial<Purchase & Line> = {},
  attempts: Attempt[] = [own],
  refunds: Refund[] = [],
  first = whole,
) =>
  factsOf(
    { state: 'review', reviewReason: 'dispute', reviewIntent: 'pi_own', paidIntent: 'pi_own', ...its } as Purchase,
    [first, { ...whole, ...its }] as Line[],
    attempts,
    refunds,
  );

test('an order that nobody has to look at has no facts of a review', () => {
  expect(facts({ state: 'paid' })).toBeUndefined();
  expect(facts({ reviewReason: null })).toBeUndefined();
  expect(facts()).toEqual({ reason: 'dispute', settled: true, extra: false, shipped: false, underWay: false });
  expect(facts({ shippedQuantity: 2 })).toMatchObject({ shipped: true });
});

test('it has its money when the payment by which it is paid succeeded, and its pieces when all are held', () => {
  expect(facts({ paidIntent: null }, [{ ...own, intentId: null }])).toMatchObject({ settled: false });
  expect(facts({}, [{ ...own, state: 'refunded' }])).toMatchObject({ settled: false });
  expect(facts({}, [{ ...own, intentId: 'pi_other' }])).toMatchObject({ settled: false });
  expect(facts({}, [{ ...own, intentId: 'pi_other', state: 'cancelled' }, own])).toMatchObject({ settled: true });
  expect(facts({ holdQuantity: 0 })).toMatchObject({ settled: false, extra: false });
  expect(facts({ holdQuantity: 2, waiting: 3 })).toMatchObject({ settled: true });
  expect(facts({ holdQuantity: 0, givenUp: 5 })).toMatchObject({ settled: true });
  expect(facts({}, [own], [], { ...whole, holdQuantity: 0, givenUp: 5 })).toMatchObject({ settled: true });
  const givenUp = { holdQuantity: 0, givenUp: 5 };
  expect(facts(givenUp, [own], [], { ...whole, ...givenUp })).toMatchObject({ settled: false });
  expect(facts({ ...givenUp, givenUp: 3, waiting: 2 }, [own], [], { ...whole, ...givenUp })).toMatchObject({
    settled: true,
  });
});

test('the payment in question is a second one when the order has its money by another', () => {
  expect(facts({ reviewIntent: 'pi_other' })).toMatchObject({ settled: true, extra: true });
  expect(facts({ reviewIntent: null })).toMatchObject({ settled: true, extra: false });
  expect(facts({ reviewIntent: 'pi_other', holdQuantity: 0 })).toMatchObject({ settled: false, extra: false });
});

test('a part that failed can be sent again: of the own payment, with nothing in its place, and less than all that is left', () => {
  const failed = { id: 'a', state: 'failed', attempt: 1, amountCents: 4_800, replaces: null } as const;
  const part = (its: Partial<Purchase & Line>, ...refunds: Refund[]) =>
    facts({ reviewReason: 'refund', ...its }, [own], refunds)?.failedPart;
  expect(part({}, failed)).toBe(4_800);
  expect(part({}, failed, { ...failed, id: 'b', amountCents: 100 })).toBe(4_900);
  expect(part({}, failed, { ...failed, id: 'b', state: 'by_hand', replaces: 'a' })).toBeUndefined();
  expect(part({}, { ...failed, state: 'succeeded' })).toBeUndefined();
  expect(part({}, { ...failed, attempt: 2 })).toBeUndefined();
  expect(part({}, { ...failed, amountCents: 40_800 })).toBeUndefined();
  expect(part({ reviewReason: 'dispute' }, failed)).toBeUndefined();
  expect(part({ reviewIntent: 'pi_other' }, failed)).toBeUndefined();
  expect(part({ holdQuantity: 0 }, failed)).toBeUndefined();
});
