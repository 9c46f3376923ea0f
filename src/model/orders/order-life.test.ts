import { expect, test } from 'vitest';
import { PURCHASE_LIFE, PURCHASE_STATES, type PurchaseState } from '../purchases/purchase-life.ts';
import { ORDER_STATES, type OrderState } from './order.ts';
import { closedIfBefore, closesAt, ORDER_LIFE, shippingFinalAt, UNDO_SECONDS, waitsForPayment } from './order-life.ts';

const next = (state: OrderState): readonly OrderState[] => ORDER_LIFE[state];

test('every state can be reached from unpaid, and no other state begins a life', () => {
  const reached = new Set<OrderState>(['unpaid']);
  for (const state of reached) for (const to of next(state)) reached.add(to);
  expect([...reached].toSorted()).toEqual([...ORDER_STATES].toSorted());
  expect(Object.keys(ORDER_LIFE).toSorted()).toEqual([...ORDER_STATES].toSorted());
});

test('no state is without a way on, and every state can come to review', () => {
  expect(ORDER_STATES.filter((state) => next(state).length === 0)).toEqual([]);
  for (const state of ORDER_STATES) expect(state === 'review' || next(state).includes('review')).toBe(true);
});

test('no state leads to itself or is named twice', () => {
  for (const state of ORDER_STATES) {
    expect(next(state)).not.toContain(state);
    expect(new Set(next(state)).size).toBe(next(state).length);
  }
});

test('what people see of an order moves as its purchase does, and besides by its pieces', () => {
  const shown = (state: PurchaseState): OrderState =>
    state === 'approval' || state === 'changing' ? 'unpaid' : state === 'invoiced' ? 'paid' : state;
  for (const from of PURCHASE_STATES)
    for (const to of PURCHASE_LIFE[from])
      if (shown(from) !== shown(to) && !BY_PIECES.has(`${from}>${to}`)) expect(next(shown(from))).toContain(shown(to));
  expect(next('shipped')).toEqual(['paid', 'refunded', 'review']);
});

/** By its terms, which orders of one payment do not have. */
const BY_PIECES = new Set(['approval>invoiced']);

test('only an admin takes an order back from shipped, for longer than the page offers it', () => {
  expect(next('shipped')).toContain('paid');
  const shippedAt = new Date('2026-03-01T14:30:00Z');
  expect(shippingFinalAt(shippedAt).getTime() - shippedAt.getTime()).toBeGreaterThan(UNDO_SECONDS * 1000);
});

test('an order waits for its payment also while its hold is just being given up', () => {
  expect(ORDER_STATES.filter(waitsForPayment)).toEqual(['unpaid', 'expiring']);
});

test('until an unpaid order closes all of the day that is named is left', () => {
  for (const time of ['00:00:00.000Z', '14:30:00.000Z', '23:59:59.999Z']) {
    const placed = new Date(`2026-03-01T${time}`);
    const closes = closesAt(placed);
    expect(closes).toEqual(new Date('2026-03-15T23:59:59.999Z'));
    expect(placed < closedIfBefore(closes)).toBe(false);
    expect(placed < closedIfBefore(new Date(closes.getTime() + 1))).toBe(true);
  }
});
