import { describe, expect, test } from 'vitest';
import { issuesOf } from '../../../tests/harness/issues-of.ts';
import { asksForPieces, DecideOrder, OrderCase, openDecisions, stateAfter } from './decision.ts';
import { type Decision, REVIEW_REASONS } from './order.ts';

const facts = { reason: 'dispute', settled: true, extra: false, shipped: false } as const;

describe('what may be decided', () => {
  test.each(REVIEW_REASONS)('while an order has not its money and its pieces (%s), it cannot go on', (reason) => {
    for (const extra of [true, false])
      expect(openDecisions({ ...facts, reason, settled: false, extra })).toEqual(['refund', 'close']);
  });

  test.each(REVIEW_REASONS)('a second payment of a settled order (%s) does not end the order', (reason) => {
    expect(openDecisions({ ...facts, reason, extra: true })).toEqual(['keep', 'refund']);
  });

  test.each(REVIEW_REASONS)('of a settled order (%s): only money that the provider shows is given back', (reason) => {
    const open = reason === 'provider' || reason === 'returned' ? ['keep', 'close'] : ['keep', 'refund', 'close'];
    expect(openDecisions({ ...facts, reason })).toEqual(open);
  });

  test('a part that failed can be sent again, and that does not end the order', () => {
    const part = { ...facts, reason: 'refund', failedPart: 4_900 } as const;
    expect(openDecisions(part)).toEqual(['again', 'keep', 'refund', 'close']);
    expect(openDecisions({ ...part, settled: false })).toEqual(['refund', 'close']);
    expect(openDecisions({ ...part, extra: true })).toEqual(['keep', 'refund']);
  });

  test('about money that is pending nothing is decided before it is there or has failed', () => {
    const pending = { ...facts, reason: 'pending', settled: false } as const;
    expect(openDecisions({ ...pending, money: 'awaited' })).toEqual([]);
    expect(openDecisions({ ...pending, money: 'never' })).toEqual(['close']);
    expect(openDecisions({ ...pending, reason: 'provider', money: 'elsewhere' })).toEqual(['close']);
  });

  test('while a refund is under way, nothing is closed: nobody knows how much is left', () => {
    expect(openDecisions({ ...facts, underWay: true })).toEqual(['keep', 'refund']);
    expect(openDecisions({ ...facts, settled: false, underWay: true })).toEqual(['refund']);
  });
});

const ends: [decision: Decision, extra: boolean, shipped: boolean, to: string, asks: boolean][] = [
  ['keep', false, false, 'paid', false],
  ['keep', false, true, 'shipped', false],
  ['keep', true, false, 'paid', false],
  ['keep', true, true, 'shipped', false],
  ['again', false, false, 'paid', false],
  ['again', false, true, 'shipped', false],
  ['refund', false, false, 'refund_due', false],
  ['refund', false, true, 'refund_due', true],
  ['refund', true, false, 'paid', false],
  ['refund', true, true, 'shipped', false],
  ['close', false, false, 'refunded', false],
  ['close', false, true, 'refunded', true],
  ['close', true, false, 'refunded', false],
  ['close', true, true, 'refunded', true],
];
test.each(ends)('%s (a second payment: %s, shipped: %s) leads to %s, and asks for pieces: %s', (...row) => {
  const [decision, extra, shipped, to, asks] = row;
  expect(stateAfter(decision, { ...facts, extra, shipped })).toBe(to);
  expect(asksForPieces(decision, { ...facts, extra, shipped })).toBe(asks);
});

describe('a decision as it is sent', () => {
  const wish = { review: 1, decision: 'keep', reason: 'The bank decided for us' };
  const sent = (its: object) => DecideOrder.safeParse({ ...wish, ...its });
  const missing = 'Reason is missing. Say what you found out.';

  test.each([
    [{ review: undefined }, 'review', 'Send the number of the review.'],
    [{ review: 1.5 }, 'review', 'Send the number of the review.'],
    [{ review: 0 }, 'review', expect.any(String)],
    [{ decision: 'lose' }, 'decision', 'Choose what becomes of the order.'],
    [{ reason: undefined }, 'reason', missing],
    [{ reason: '  ' }, 'reason', missing],
    [{ reason: 'x'.repeat(201) }, 'reason', 'Reason may have 200 characters at most.'],
    [{ reason: 'a\u0000b' }, 'reason', 'Reason must be plain text.'],
    [{ reason: 'two\nlines' }, 'reason', 'Reason must be plain text.'],
    [{ reason: 'two\rlines' }, 'reason', 'Reason must be plain text.'],
    [{ reason: 'a\ttable' }, 'reason', 'Reason must be plain text.'],
    [{ pieces: 'lost' }, 'pieces', 'Say whether the pieces came back.'],
  ])('%j is refused at its field, in words that say what to do', (its, field, message) => {
    expect(issuesOf(sent(its))).toEqual([[field, message]]);
  });

  test('is one of three, with pieces that are back or gone or not spoken of, and a reason without spaces around it', () => {
    for (const decision of ['keep', 'again', 'refund', 'close'])
      for (const pieces of [{}, { pieces: 'back' }, { pieces: 'gone' }])
        expect(sent({ decision, ...pieces }).data).toEqual({ ...wish, decision, ...pieces });
    expect(sent({ review: 7, reason: `  ${'x'.repeat(200)} ` }).data).toMatchObject({
      review: 7,
      reason: 'x'.repeat(200),
    });
  });
});

test('what the shop knows about an order is shown whole', () => {
  const id = '0190a3c4-5b6d-4e7f-8a9b-0c1d2e3f4a5b';
  const at = '2026-03-01T14:30:00Z';
  const order = {
    ...{ _id: id, name: 'Sam', email: 'sam@example.com', phone: '5550142200', address: '1 Main Street' },
    ...{ quantity: 5, tools_name: 'Hammer', tools_image: '/hammer.webp', tools_price: 10, tools_id: id },
    ...{ paid: false, shipping: false, transactionId: null, total: 50, discount: 15, amount: 35, state: 'review' },
    ...{ createdAt: at, paidAt: null, shippedAt: null, shipBy: null },
    ...{ holdUntil: null, closesAt: null, reviewReason: 'dispute' },
  };
  const review = { no: 1, transactionId: 'pi_1', decisions: ['keep', 'refund', 'close'], ...facts };
  const refund = { amount: 35, done: false, tries: 3, problem: 'charge_disputed' };
  const paid = { transactionId: 'pi_1', amount: 35, left: 35, at, link: 'https://example.com/pi_1', refund };
  const payments = ['creating', 'open', 'capturing', 'succeeded', 'cancelled', 'refunded'].map((state) => ({
    ...paid,
    state,
  }));
  const history = [{ at, action: 'order.review', details: { why: 'dispute' }, by: 'Sam' }];
  const lines = [{ id, name: 'Hammer', quantity: 5, held: 5, shipped: 0, shippedAt: null }];
  const known = { order, review, lines, payments, history };
  expect(OrderCase.parse(known)).toEqual(known);
  const nothing = { transactionId: null, amount: 35, left: 35, state: 'creating', at, link: null, refund: null };
  const bare = {
    ...known,
    review: null,
    payments: [nothing],
    history: [{ ...history[0], by: null }],
  };
  expect(OrderCase.parse(bare)).toEqual(bare);
});
