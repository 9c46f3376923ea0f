import { describe, expect, test } from 'vitest';
import { shippingDay } from '#model/kernel/shipping-day.ts';
import { closesAt } from '#model/orders/order-life.ts';
import { deliveryAt } from '#model/orders/ship-days.ts';
import { mailedOrder } from './mailed-order.ts';
import { type OrderRow, orderView } from './order-view.ts';

const at = new Date('2030-03-01T09:00:00Z');
const later = new Date('2030-03-02T09:00:00Z');
const base = {
  line: {
    ...{ id: 'line', name: 'Kim', email: 'kim@example.com', phone: '5550142200', address: '1 Main Street' },
    ...{ toolId: 'tool', toolName: 'Claw Hammer', toolImage: '/hammer.webp', unitPrice: 12, quantity: 10 },
    ...{ totalCents: 12_000, guardCents: 0, discountCents: 0, state: 'unpaid', createdAt: at, shippedAt: null },
    ...{
      holdQuantity: 10,
      waiting: 0,
      shippedQuantity: 0,
      givenUp: 0,
      fromDelivery: 0,
      promisedAt: null,
      agreeBy: null,
    },
  },
  purchase: {
    ...{ id: 'purchase', seq: 7, lines: 1, amountCents: 12_000, poNumber: null, job: null, invoiceNo: null },
    ...{ paidIntent: null, paidAt: null, holdUntil: later, reviewReason: null, reviewIntent: null },
  },
  place: null,
  expected: null,
};
interface Differences {
  readonly line?: Partial<OrderRow['line']>;
  readonly purchase?: Partial<OrderRow['purchase']>;
  readonly place?: number;
  readonly expected?: string;
}
const view = ({ line, purchase, ...of }: Differences = {}, own?: Parameters<typeof orderView>[1]) =>
  orderView(
    { ...base, ...of, line: { ...base.line, ...line }, purchase: { ...base.purchase, ...purchase } } as OrderRow,
    own,
  );
const paid = { state: 'paid' as const };
const money = { paidIntent: 'pi_1', paidAt: at };

test('an order of one line that waits for its payment says what it is and costs, and nothing of what is not', () => {
  expect(view()).toStrictEqual({
    ...{ _id: 'line', name: 'Kim', email: 'kim@example.com', phone: '5550142200', address: '1 Main Street' },
    ...{ quantity: 10, tools_name: 'Claw Hammer', tools_image: '/hammer.webp', tools_price: 12, tools_id: 'tool' },
    ...{ paid: false, shipping: false, transactionId: null, state: 'unpaid' },
    ...{ total: 120, discount: 0, amount: 120, createdAt: at.toISOString(), paidAt: null, shippedAt: null },
    ...{ shipBy: null, closesAt: closesAt(at).toISOString(), reviewReason: null },
    ...{ holdUntil: later.toISOString(), number: 'P-7' },
  });
});

test('what it costs is less by both kinds of discount', () => {
  const its = view({ line: { guardCents: 1_000, discountCents: 2_050 } });
  expect(its).toMatchObject({ total: 120, guard: 10, discount: 20.5, amount: 89.5 });
  expect(view({ line: { guardCents: 1 } })).toMatchObject({ guard: 0.01 });
});

describe('what lists know besides is shown where there is some', () => {
  test.each([
    ['the item number', { sku: 'HM-1' }, { item_number: 'HM-1' }],
    ['that the hold is the last', { last: true }, { holdIsLast: true }],
    ['what is being taken', { paying: 'PAYPAL123' }, { paying: 'PAYPAL123' }],
    ['what went back', { refunded: '1250' }, { refunded: 12.5 }],
    ['how many parts left', { parts: 2 }, { parts: 2 }],
  ])('%s', (_what, own, shown) => {
    expect(view({}, own)).toStrictEqual({ ...view(), ...shown });
  });

  test('and nothing where there is none', () => {
    const none = { sku: null, last: false, paying: null, refunded: null, parts: 0, dropped: 0 };
    expect(view({}, none)).toStrictEqual(view());
    expect(view({}, { ...none, sku: '', refunded: '0' })).toStrictEqual(view());
  });

  test('what is being taken only while it waits for its payment', () => {
    expect(view({ line: { state: 'expiring' } }, { paying: 'PAYPAL123' })).toHaveProperty('paying');
    expect(view({ line: paid, purchase: money }, { paying: 'PAYPAL123' })).not.toHaveProperty('paying');
  });
});

describe('its purchase is named where it says more than the order', () => {
  const its = { id: 'purchase', number: 'P-7', lines: 1, amount: 120 };
  test.each([
    ['more lines', { lines: 2, amountCents: 30_000 }, {}, { lines: 2, amount: 300 }],
    ['the number of its order in the books of its buyer', { poNumber: 'PO 4711' }, {}, { po_number: 'PO 4711' }],
    ['its job', { job: 'Site 9' }, {}, { job: 'Site 9' }],
    ['both', { poNumber: 'PO 4711', job: 'Site 9' }, {}, { po_number: 'PO 4711', job: 'Site 9' }],
    ['lines that were taken out', {}, { dropped: 1 }, { cancelled: 1 }],
  ])('%s', (_what, purchase, own, shown) => {
    expect(view({ purchase }, own).purchase).toStrictEqual({ ...its, ...shown });
  });
});

test('its hold is shown while it is unpaid and holds or awaits pieces', () => {
  const shown = { holdUntil: later.toISOString() };
  expect(view({ line: { holdQuantity: 0, waiting: 1 } })).toMatchObject(shown);
  expect(view({ line: { holdQuantity: 0 } }).holdUntil).toBeNull();
  expect(view({ purchase: { holdUntil: null } }).holdUntil).toBeNull();
  expect(view({ line: { state: 'expiring' } })).toMatchObject({
    holdUntil: null,
    closesAt: closesAt(at).toISOString(),
  });
  expect(view({ line: paid, purchase: money })).toMatchObject({ holdUntil: null, closesAt: null });
});

describe('once it is paid', () => {
  const purchase = { ...money, invoiceNo: 'INV-3' };

  test('it says by what, when, by when it ships, and its invoice', () => {
    const its = { paid: true, shipping: false, transactionId: 'pi_1', paidAt: at.toISOString(), invoice: 'INV-3' };
    expect(view({ line: paid, purchase })).toMatchObject({ ...its, shipBy: shippingDay(at.getTime()) });
    const sent = { state: 'shipped' as const, shippedAt: later, shippedQuantity: 10 };
    expect(view({ line: sent, purchase })).toMatchObject({ ...its, shipping: true, shippedAt: later.toISOString() });
    expect(view({ line: sent, purchase })).not.toHaveProperty('shipped');
    expect(view({ line: { state: 'refunded' }, purchase }).invoice).toBe('INV-3');
  });

  test('what waits ships later only where that is a later day, not a later hour of it', () => {
    const ships = (promisedAt: string) => {
      const { shipBy, later } = view({ line: { ...paid, fromDelivery: 4, promisedAt }, purchase });
      return [shipBy, later];
    };
    const soon = shippingDay(at.getTime());
    expect(ships('2030-03-01')).toEqual([soon, undefined]);
    expect(ships('2030-03-02')).toEqual([soon, { pieces: 4, shipBy: shippingDay(deliveryAt('2030-03-02')) }]);
    const whole = { ...paid, fromDelivery: 10, promisedAt: '2030-03-01' };
    expect(view({ line: whole, purchase }).shipBy).toBe(soon);
  });

  test('a line that was taken out before was never paid', () => {
    const its = view({ line: { state: 'cancelled', givenUp: 10 }, purchase });
    expect(its).toMatchObject({ paid: false, transactionId: null, paidAt: null, shipBy: null });
    expect(its).not.toHaveProperty('invoice');
    expect(its).not.toHaveProperty('given_up');
  });

  test('pieces that left or were given up are counted, as long as that says anything', () => {
    expect(view({ line: { ...paid, shippedQuantity: 3, givenUp: 2 }, purchase })).toMatchObject({
      shipped: 3,
      given_up: 2,
    });
    expect(view({ line: { state: 'review', shippedQuantity: 3 }, purchase })).toMatchObject({ shipped: 3 });
    expect(view({ line: { state: 'refunded', shippedQuantity: 3 }, purchase })).not.toHaveProperty('shipped');
    const none = view({ line: paid, purchase });
    for (const name of ['shipped', 'given_up', 'waiting', 'later']) expect(none).not.toHaveProperty(name);
  });

  test('why it is or was looked into, and whether that is about PayPal', () => {
    const reviewed = { ...purchase, reviewReason: 'dispute' as const, reviewIntent: 'ABCD1234EFGH5678X' };
    expect(view({ line: { state: 'review' }, purchase: reviewed })).toMatchObject({
      reviewReason: 'dispute',
      paypal: true,
    });
    for (const state of ['refund_due', 'refunded'] as const) {
      const its = view({ line: { state }, purchase: reviewed });
      expect(its.reviewReason).toBe('dispute');
      expect(its).not.toHaveProperty('paypal');
    }
    expect(view({ line: paid, purchase: reviewed }).reviewReason).toBeNull();
    const byCard = { ...reviewed, reviewIntent: 'pi_1' };
    expect(view({ line: { state: 'review' }, purchase: byCard })).not.toHaveProperty('paypal');
  });
});

describe('pieces of a delivery', () => {
  const soon = shippingDay(at.getTime());
  const delivered = (day: string) => shippingDay(deliveryAt(day));
  const some = { ...paid, holdQuantity: 6, waiting: 4, fromDelivery: 4, promisedAt: '2030-03-20' };

  test('that wait say how many, for when, their place, and by when an answer is asked', () => {
    const its = { line: some, purchase: money, place: 2, expected: '2030-03-25' };
    expect(view(its).waiting).toStrictEqual({ pieces: 4, date: '2030-03-25', place: 2 });
    const asked = { ...its, line: { ...some, agreeBy: '2030-03-10' } };
    expect(view(asked).waiting).toStrictEqual({ pieces: 4, date: '2030-03-25', place: 2, answer_by: '2030-03-10' });
  });

  test('ship after their day, the others soon', () => {
    const both = { shipBy: soon, later: { pieces: 4, shipBy: delivered('2030-03-25') } };
    expect(view({ line: some, purchase: money, expected: '2030-03-25' })).toMatchObject(both);
    // They are here; the day that was promised counts.
    const here = { ...some, holdQuantity: 10, waiting: 0 };
    const promised = { shipBy: soon, later: { pieces: 4, shipBy: delivered('2030-03-20') } };
    expect(view({ line: here, purchase: money })).toMatchObject(promised);
  });

  test('are alone once the others have left or were given up', () => {
    for (const line of [
      { ...some, shippedQuantity: 6 },
      { ...some, holdQuantity: 0, givenUp: 6 },
      { ...some, holdQuantity: 0, waiting: 10, fromDelivery: 10 },
    ]) {
      const its = view({ line, purchase: money });
      expect(its.shipBy).toBe(delivered('2030-03-20'));
      expect(its).not.toHaveProperty('later');
    }
  });

  test('are no more than are left of the order', () => {
    const line = { ...some, holdQuantity: 0, waiting: 3, givenUp: 7, fromDelivery: 4 };
    expect(view({ line, purchase: money })).toMatchObject({ shipBy: delivered('2030-03-20') });
    const gone = { ...some, holdQuantity: 10, waiting: 0, givenUp: 0, fromDelivery: 0, shippedQuantity: 10 };
    expect(view({ line: gone, purchase: money }).shipBy).toBe(soon);
  });

  test('say nothing of another day where it is the same, or none is known', () => {
    const line = { ...some, promisedAt: '2030-02-01' };
    expect(view({ line, purchase: money })).not.toHaveProperty('later');
    expect(view({ line: { ...some, promisedAt: null }, purchase: money })).not.toHaveProperty('later');
  });
});

describe('of a purchase a mail says when it was shipped', () => {
  const row = (line: Differences['line']) =>
    ({ ...base, line: { ...base.line, ...line }, purchase: { ...base.purchase, lines: 2, ...money } }) as OrderRow;
  const gone = { ...paid, state: 'shipped' as const, shippedQuantity: 10 };
  const shippedAt = (...lines: Differences['line'][]) => mailedOrder(lines.map(row))?.shippedAt;

  test('by the last of it, where all has left or went back', () => {
    const both = [
      { ...gone, shippedAt: at },
      { ...gone, shippedAt: later },
    ];
    expect(shippedAt(...both)).toBe(later.toISOString());
    expect(shippedAt(...both.toReversed())).toBe(later.toISOString());
    expect(shippedAt({ ...gone, shippedAt: at }, { state: 'refunded', givenUp: 10 })).toBe(at.toISOString());
  });

  test('and not while some of it is to go', () => {
    expect(shippedAt({ ...gone, shippedAt: at }, paid)).toBeNull();
  });
});
