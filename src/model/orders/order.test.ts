import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issuesOf } from '../../../tests/harness/issues-of.ts';
import {
  amountToPay,
  ChangePurchase,
  ChangeShipTo,
  KeepWaiting,
  ORDER_STATES,
  Order,
  PlaceOrder,
  PlacePurchase,
  REVIEW_REASONS,
  TypedPurchaseNumber,
} from './order.ts';

const TOOL = '0190a3c4-5b6d-4e7f-8a9b-0c1d2e3f4a5b';
const order = (its: object) =>
  PlaceOrder.safeParse({
    ...{ phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: TOOL },
    ...its,
  });

describe('an order as it is placed', () => {
  test.each([
    [{ phone: undefined }, 'phone', 'Phone is required. Type the number under which we can reach you.'],
    [
      { phone: 12 },
      'phone',
      'Type a phone number of digits, such as 5550142200; an extension goes behind it, such as +1 555 010 0199 ext. 12.',
    ],
    [{ address: undefined }, 'address', 'Shipping address is required.'],
    [{ address: '   ' }, 'address', 'Shipping address is required.'],
    [{ address: 'x'.repeat(501) }, 'address', 'Shipping address may have 500 characters at most.'],
    [{ address: 'a\u0000b' }, 'address', 'Shipping address must be plain text.'],
    [{ quantity: null }, 'quantity', 'Quantity must be a whole number.'],
    [{ quantity: 'five' }, 'quantity', 'Quantity must be a whole number.'],
    [{ quantity: '5x' }, 'quantity', 'Quantity must be a whole number.'],
    [{ quantity: 'x5' }, 'quantity', 'Quantity must be a whole number.'],
    [{ quantity: '1'.repeat(10) }, 'quantity', 'Quantity must be a whole number.'],
    [{ quantity: 0.5 }, 'quantity', 'Quantity must be a whole number.'],
    [{ quantity: 0 }, 'quantity', 'Quantity must be between 1 and 1,000,000.'],
    [{ quantity: 1_000_001 }, 'quantity', 'Quantity must be between 1 and 1,000,000.'],
    [{ tools_price: '10.5' }, 'tools_price', 'Price must be in whole dollars.'],
    [{ tools_price: '1000001' }, 'tools_price', 'Price must be between $1 and $1,000,000.'],
  ])('%j is refused at its field, in words that say what to do', (its, field, message) => {
    expect(issuesOf(order(its))).toEqual([[field, message]]);
  });

  test('a quantity is a whole number from 1 to 1,000,000, also as digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2, max: 1_000_002 }), (quantity) => {
        const fits = quantity >= 1 && quantity <= 1_000_000;
        expect(order({ quantity }).data?.quantity).toBe(fits ? quantity : undefined);
        expect(order({ quantity: String(quantity) }).data?.quantity).toBe(fits ? quantity : undefined);
      }),
    );
    for (const quantity of [1, 1_000_000]) expect(order({ quantity }).data?.quantity).toBe(quantity);
  });

  test('an address of up to 500 characters is taken without the spaces around it', () => {
    expect(order({ address: `  ${'x'.repeat(500)}  ` }).data?.address).toBe('x'.repeat(500));
  });
});

test('an order as it is shown is in a state that the shop knows', () => {
  const shown = {
    ...{ _id: TOOL, name: 'Sam', email: 'sam@example.com', phone: '5550142200', address: '1 Main Street' },
    ...{ quantity: 5, tools_name: 'Hammer', tools_image: '/hammer.webp', tools_price: 10, tools_id: TOOL },
    ...{ paid: false, shipping: false, transactionId: null, total: 50, discount: 15, amount: 35 },
    ...{ createdAt: '2026-03-01T14:30:00Z', paidAt: null, shippedAt: null, shipBy: null },
    ...{ holdUntil: null, closesAt: null, reviewReason: null },
  };
  for (const state of ORDER_STATES) expect(Order.parse({ ...shown, state })).toEqual({ ...shown, state });
  for (const reviewReason of REVIEW_REASONS)
    expect(Order.parse({ ...shown, state: 'review', reviewReason }).reviewReason).toBe(reviewReason);
  expect(Order.safeParse({ ...shown, state: '' }).success).toBe(false);
});

describe('a purchase as it is placed', () => {
  const line = { tools_id: TOOL, quantity: 5, tools_price: 10 };
  const purchase = (its: object) =>
    PlacePurchase.safeParse({ phone: '5550142200', address: '1 Main Street', lines: [line], ...its });

  test.each([
    [{ lines: undefined }, 'lines', 'Send the lines as a list.'],
    [{ lines: [] }, 'lines', 'A purchase has one line at least.'],
    [{ lines: Array(201).fill(line) }, 'lines', 'A purchase has 200 lines at most.'],
    [{ lines: [{ ...line, mayWait: 'yes' }] }, 'lines.0.mayWait', 'Send true or false.'],
    [{ lines: [{ ...line, waitUntil: 'soon' }] }, 'lines.0.waitUntil', 'Send a day, as 2026-12-03.'],
    [{ po_number: 7 }, 'po_number', 'PO number must be a text.'],
    [{ po_number: 'x'.repeat(41) }, 'po_number', 'PO number may have 40 characters at most.'],
    [{ job: 'a\nb' }, 'job', 'Job must be one line of plain text.'],
  ])('%j is refused at its field', (its, field, message) => {
    expect(issuesOf(purchase(its))).toEqual([[field, message]]);
  });

  test('200 lines are taken, and of a reference its text without the spaces around it', () => {
    const taken = purchase({ lines: Array(200).fill(line), po_number: `  ${'x'.repeat(40)} `, job: '  ' });
    expect(taken.data?.lines).toHaveLength(200);
    expect(taken.data).toMatchObject({ po_number: 'x'.repeat(40), job: undefined });
  });
});

test('of a purchase one to 200 orders are cancelled, or one to 200 lines change', () => {
  const line = { tools_id: TOOL, quantity: 5, tools_price: 10 };
  const either = [['drop', 'Send either the ids of the orders to cancel or the lines to change.']];
  expect(issuesOf(ChangePurchase.safeParse({}))).toEqual(either);
  expect(issuesOf(ChangePurchase.safeParse({ drop: [TOOL], lines: [line] }))).toEqual(either);
  expect(ChangePurchase.safeParse({ lines: Array(200).fill(line) }).success).toBe(true);
  expect(issuesOf(ChangePurchase.safeParse({ lines: Array(201).fill(line) }))).toEqual([
    ['lines', 'A purchase has 200 lines at most.'],
  ]);
  expect(issuesOf(ChangePurchase.safeParse({ lines: [] }))).toEqual([['lines', 'Name one tool at least.']]);
  expect(issuesOf(ChangePurchase.safeParse({ drop: [] }))).toEqual([['drop', 'Name one order at least.']]);
  expect(ChangePurchase.safeParse({ drop: Array(200).fill(TOOL) }).success).toBe(true);
  expect(issuesOf(ChangePurchase.safeParse({ drop: Array(201).fill(TOOL) }))).toEqual([
    ['drop', 'A purchase has 200 lines at most.'],
  ]);
});

test('a buyer keeps waiting for a day, with one to 200 orders', () => {
  const line = { order: TOOL, day: '2026-12-03' };
  const kept = (lines: unknown) => issuesOf(KeepWaiting.safeParse({ lines }));
  expect(KeepWaiting.parse({ lines: Array(200).fill(line) }).lines[199]).toEqual(line);
  expect(kept([])).toEqual([['lines', 'Name one order at least.']]);
  expect(kept(Array(201).fill(line))).toEqual([['lines', 'A purchase has 200 lines at most.']]);
  expect(kept([{ ...line, day: 'soon' }])).toEqual([['lines.0.day', 'Send a day, as 2026-12-03.']]);
});

test('of where a purchase goes to a part may be changed, beside what was shown of it', () => {
  const was = { address: '1 Main Street' };
  expect(ChangeShipTo.parse({ address: ' 2 Main Street ', was })).toEqual({ address: '2 Main Street', was });
  expect(ChangeShipTo.parse({ phone: '5550142200' })).toEqual({ phone: '5550142200' });
  expect(issuesOf(ChangeShipTo.safeParse({ address: ' ' }))).toEqual([['address', 'Shipping address is required.']]);
});

test.each(['P-2052', 'p-2052', '2052', ' 2052 '])('%j is the number of a purchase', (typed) => {
  expect(TypedPurchaseNumber.parse(typed)).toBe('P-2052');
});

test.each(['', 'P-', 'P2052', 'P-0', '02052', '2052x', 'xP-2052', 'P-P-2052', '12345678901', '20 52'])(
  '%j is no number of a purchase',
  (typed) => {
    expect(TypedPurchaseNumber.safeParse(typed).success).toBe(false);
  },
);

test('a payment takes the amount of all orders that are paid together', () => {
  const alone = { amount: 12.5 } as Order;
  expect(amountToPay(alone)).toBe(12.5);
  expect(amountToPay({ ...alone, purchase: { amount: 40 } } as Order)).toBe(40);
});
