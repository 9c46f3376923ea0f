import { expect, test } from 'vitest';
import { leads } from '../kernel/life.ts';
import { PAYMENT_LIFE, PAYMENT_STATES } from './payment-life.ts';

const after = (from: string) => PAYMENT_STATES.filter((to) => leads(PAYMENT_LIFE, from, to));

test('every state can be reached from creating, and no arrow leads to itself', () => {
  const reached = new Set<string>(['creating']);
  for (const state of reached) for (const to of after(state)) reached.add(to);
  expect([...reached].toSorted()).toEqual([...PAYMENT_STATES].toSorted());
  for (const state of PAYMENT_STATES) expect(after(state)).not.toContain(state);
});

test('money that arrived leaves only back to its card, and what was not opened is never given back', () => {
  expect(after('succeeded')).toEqual(['refunded']);
  expect(after('creating')).toEqual(['open', 'cancelled']);
});
