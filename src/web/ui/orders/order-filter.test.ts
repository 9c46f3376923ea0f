import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { isFound } from './order-filter.ts';

const order = (po_number: string | null) =>
  ({
    ...{ _id: '0b1f2c3d-0000-4000-8000-000000000000', email: 'dana@example.com', name: 'Dana', number: 'P-12' },
    ...{ tools_name: 'Claw Hammer', tools_id: '0b1f2c3d-0000-4000-8000-000000000001', item_number: 'CH-16' },
    purchase: { po_number, job: null },
  }) as unknown as Order;

test.each([
  ['claw dana', null, true],
  ['PO 7741', '7741', true],
  ['po 7741', 'PO-7741', true],
  ['po-7741', 'PO-7741', true],
  ['7741', '7741', true],
  ['po', null, false],
])('"%s" finds an order of PO %s: %s', (words, po, found) => {
  expect(isFound(words, order(po))).toBe(found);
});

test.each(['José', 'jose', 'Jose\u0301', 'GARCIA'])(
  '"%s" finds the order of José García, with its accents or without',
  (words) => {
    expect(isFound(words, { ...order(null), name: 'José García' })).toBe(true);
  },
);

test.each([
  ['2026-0431', true],
  ['2026-04 hammer', true],
  ['2026-0432', false],
  // Of many.
  ['2026', false],
  ['pi_', false],
  ['PI_3NxYz12', true],
  ['3nxyz12q', true],
  ['3nxyz12qqq', false],
])('"%s" finds an order by its papers: %s', (words, found) => {
  const papers = { invoice: '2026-0431', transactionId: 'pi_3NxYz12Q' };
  expect(isFound(words, { ...order(null), ...papers })).toBe(found);
  expect(isFound(words, order(null))).toBe(false);
});
