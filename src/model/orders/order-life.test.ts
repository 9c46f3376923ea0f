import { expect, test } from 'vitest';
import { ORDER_STATES, type OrderState } from './order.ts';
import { closesAt, movesAlone, ORDER_LIFE, shippingFinalAt, UNDO_SECONDS, waitsForPayment } from './order-life.ts';

const next = (state: OrderState): readonly OrderState[] => ORDER_LIFE[state];
const statesBefore = (to: OrderState) => ORDER_STATES.filter((from) => movesAlone(from, to));

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

test('by itself the shop never undoes money: what is paid goes to shipped only, what is refunded never becomes paid', () => {
  const alone = (state: OrderState) => next(state).filter((to) => statesBefore(to).includes(state));
  const beyond = (state: OrderState): Set<OrderState> => {
    const seen = new Set(alone(state));
    for (const one of seen) for (const to of alone(one)) seen.add(to);
    return seen;
  };
  expect([...beyond('paid')].toSorted()).toEqual(['review', 'shipped']);
  expect(beyond('shipped')).toEqual(new Set(['review']));
  for (const state of ['refund_due', 'refunded', 'cancelled', 'review'] as const)
    expect(beyond(state).has('paid')).toBe(false);
  expect(statesBefore('shipped')).toEqual(['paid']);
  expect(statesBefore('refunded')).toEqual(['refund_due']);
  expect(statesBefore('paid').toSorted()).toEqual(['cancelling', 'expiring', 'unpaid']);
});

const byPeople = (from: OrderState, to: OrderState) => from === 'review' || (from === 'shipped' && to === 'paid');

test('the states before one are those that name it, but for what only people do', () => {
  for (const to of ORDER_STATES)
    expect(statesBefore(to)).toEqual(ORDER_STATES.filter((from) => !byPeople(from, to) && next(from).includes(to)));
});

test('only an admin takes an order back from shipped, for longer than the page offers it', () => {
  expect(next('shipped')).toContain('paid');
  expect(statesBefore('paid')).not.toContain('shipped');
  const shippedAt = new Date('2026-03-01T14:30:00Z');
  expect(shippingFinalAt(shippedAt).getTime() - shippedAt.getTime()).toBeGreaterThan(UNDO_SECONDS * 1000);
});

test('an order waits for its payment for 14 days, also while its hold is just being given up', () => {
  expect(ORDER_STATES.filter(waitsForPayment)).toEqual(['unpaid', 'expiring']);
  expect(closesAt(new Date('2026-03-01T14:30:00Z'))).toEqual(new Date('2026-03-15T14:30:00Z'));
});
