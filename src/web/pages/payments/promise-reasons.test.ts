import { expect, test } from 'vitest';
import type { LinkedPromise, WayToPay } from '#model/orders/promise.ts';
import { HOLD_OVER } from './pay.ts';
import { whyUnpaid } from './promise-reasons.ts';

const way = (of: WayToPay['way'], amount: number, waitUntil?: string): WayToPay => ({
  ...{ way: of, total: amount, guard: 0, discount: 0, amount },
  ...(waitUntil && { waitUntil }),
});
const ALL = way('all', 500);
const WAIT = way('wait', 500, '2026-12-03');
const LATER = way('wait', 500, '2026-12-20');
const LEAVE = way('leave', 300);

const promise = { lines: [{ tools_name: 'Claw Hammer', quantity: 50 }] } as unknown as LinkedPromise;
const loaded = (ways: WayToPay[], paying = false) => ({ ways, paying }) as unknown as LinkedPromise;
const refusal = (code: string, line?: string) => ({
  ...{ status: 409, title: '', code },
  ...(line && { lines: [{ line: 1, code: line, detail: '', figures: { available: 20 } }] }),
});
const SHORT = 'Stock has run short since you opened this page. Nothing was charged.';
const CHANGED = 'The amount has changed since you opened this page. Nothing was charged. Look at it, then pay.';
const MOVED =
  'A delivery that you wait for comes later than this page said. Nothing was charged. Look at the new day, then pay.';

test.each<[string, WayToPay, ReturnType<typeof refusal>, LinkedPromise | undefined, string]>([
  ['sold since', ALL, refusal('lines_refused', 'out_of_stock'), loaded([WAIT, LEAVE]), SHORT],
  ['ordered since, and waits', ALL, refusal('delivery_moved'), loaded([LATER]), SHORT],
  ['a later delivery, before it is ordered', WAIT, refusal('lines_refused', 'out_of_stock'), loaded([LATER]), MOVED],
  ['a later delivery, held again', WAIT, refusal('out_of_stock', 'pieces_gone'), loaded([LATER]), MOVED],
  ['a later delivery of what waits', WAIT, refusal('delivery_moved'), undefined, MOVED],
  ['no place to wait any more', WAIT, refusal('lines_refused', 'out_of_stock'), loaded([LEAVE]), SHORT],
  ['another price', WAIT, refusal('price_changed'), loaded([way('wait', 480, '2026-12-03')]), CHANGED],
  [
    'a tool that is gone',
    ALL,
    refusal('lines_refused', 'tool_gone'),
    loaded([]),
    'Claw Hammer: no longer in the catalogue. Nothing was charged.',
  ],
])('of a refused press, the reason that fits: %s', (_, asked, refused, now, words) => {
  const end = { kind: 'stale', message: 'As the shop says.' } as const;
  expect(whyUnpaid({ end, refused, asked, promise, now })).toBe(words);
});

test('of a payment that was closed: who pays instead, the new amount, or that its time is over', () => {
  const closed = (now: LinkedPromise | undefined) =>
    whyUnpaid({ end: { kind: 'closed' }, refused: undefined, asked: ALL, promise, now });
  expect(closed(loaded([ALL], true))).toMatch(/^Your payment was not finished within 10 minutes, so somebody else may/);
  expect([closed(loaded([LEAVE])), closed(loaded([LEAVE], true))]).toEqual([CHANGED, CHANGED]);
  expect([closed(loaded([ALL])), closed(loaded([])), closed(undefined)]).toEqual([HOLD_OVER, HOLD_OVER, HOLD_OVER]);
});

test('of a refused card, what its bank says', () => {
  const end = { kind: 'declined', message: 'Your card was declined.' } as const;
  expect(whyUnpaid({ end, refused: undefined, asked: ALL, promise, now: loaded([ALL]) })).toBe(end.message);
});
