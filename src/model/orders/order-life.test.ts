import { expect, test } from 'vitest';
import { ORDER_STATES, type OrderState } from './order.ts';
import { ORDER_LIFE, statesBefore } from './order-life.ts';

const next = (state: OrderState): readonly OrderState[] => ORDER_LIFE[state];

test('every state can be reached from unpaid, and no other state begins a life', () => {
  const reached = new Set<OrderState>(['unpaid']);
  for (const state of reached) for (const to of next(state)) reached.add(to);
  expect([...reached].toSorted()).toEqual([...ORDER_STATES].toSorted());
  expect(Object.keys(ORDER_LIFE).toSorted()).toEqual([...ORDER_STATES].toSorted());
});

test('only review ends a life for good, and every state can come to it', () => {
  expect(ORDER_STATES.filter((state) => next(state).length === 0)).toEqual(['review']);
  for (const state of ORDER_STATES) expect(state === 'review' || next(state).includes('review')).toBe(true);
});

test('no state leads to itself or is named twice', () => {
  for (const state of ORDER_STATES) {
    expect(next(state)).not.toContain(state);
    expect(new Set(next(state)).size).toBe(next(state).length);
  }
});

test('money is never undone: what is paid goes to shipped only, what is refunded never becomes paid', () => {
  const beyond = (state: OrderState): Set<OrderState> => {
    const seen = new Set(next(state));
    for (const one of seen) for (const to of next(one)) seen.add(to);
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

test('the states before one are those that name it', () => {
  for (const to of ORDER_STATES)
    expect(statesBefore(to)).toEqual(ORDER_STATES.filter((from) => next(from).includes(to)));
});
