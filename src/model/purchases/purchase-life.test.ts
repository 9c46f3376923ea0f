import { expect, test } from 'vitest';
import { leads } from '../kernel/life.ts';
import {
  awaitsPayment,
  endsByLateMoney,
  PURCHASE_LIFE,
  PURCHASE_STATES,
  type PurchaseState,
  REFUND_LIFE,
  REFUND_STATES,
} from './purchase-life.ts';

const LIVES = {
  purchase: { life: PURCHASE_LIFE, states: PURCHASE_STATES, first: ['approval', 'unpaid', 'invoiced'] },
  refund: { life: REFUND_LIFE, states: REFUND_STATES, first: ['due', 'by_hand'] },
};
const after = (from: PurchaseState): readonly PurchaseState[] => PURCHASE_LIFE[from];

test.each(Object.entries(LIVES))(
  '%s: every state can be reached, none leads to itself',
  (_, { life, states, first }) => {
    const next = (from: string) => states.filter((to) => leads(life, from, to));
    const reached = new Set<string>(first);
    for (const state of reached) for (const to of next(state)) reached.add(to);
    expect([...reached].toSorted()).toEqual([...states].toSorted());
    for (const state of states) expect(next(state)).not.toContain(state);
  },
);

test('every purchase can come to review once it can be paid, and ends otherwise paid, cancelled or refunded', () => {
  const payable = PURCHASE_STATES.filter((it) => it !== 'approval' && it !== 'review');
  expect(payable.filter((it) => !after(it).includes('review'))).toEqual([]);
  const ends = PURCHASE_STATES.filter((it) => after(it).every((to) => to === 'review' || to === 'refund_due'));
  expect(ends.toSorted()).toEqual(['cancelled', 'paid', 'refunded']);
});

test('money pays what waits for it, also while it is changed, cancelled or given up; nothing else', () => {
  expect(PURCHASE_STATES.filter(awaitsPayment)).toEqual(['unpaid', 'changing', 'cancelling', 'expiring']);
});

test('late money ends what is unpaid or cancelled; what is paid, refunded or in review stays so', () => {
  const ends = ['unpaid', 'changing', 'cancelling', 'expiring', 'cancelled'];
  expect(PURCHASE_STATES.filter(endsByLateMoney)).toEqual(ends);
});

test('what is not approved is neither paid nor refunded, and money that is due again is never kept', () => {
  expect(after('approval')).toEqual(['unpaid', 'invoiced', 'cancelled']);
  expect(after('refund_due')).toEqual(['refunded', 'review']);
});

test('a refund is sent once by its own row: what failed is replaced by another', () => {
  expect(REFUND_STATES.filter((it) => leads(REFUND_LIFE, it, 'sent'))).toEqual(['due']);
  expect(REFUND_STATES.filter((it) => REFUND_LIFE[it].length === 0)).toEqual(['failed']);
});
