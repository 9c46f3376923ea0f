import { describe, expect, test } from 'vitest';
import type { Order, Purchase } from '#model/orders/order.ts';
import { purchaseStory } from './purchase-story.ts';
import { shipPromise } from './ship-promise.ts';

const at = (day: number, hour = 12) => `2026-11-${String(day).padStart(2, '0')}T${hour}:00:00.000Z`;
const now = Date.parse(at(12));

const line = (its: Partial<Order>): Order =>
  ({
    quantity: 96,
    tools_name: 'Hammer',
    state: 'paid',
    paid: true,
    shipping: false,
    shippedAt: null,
    ...its,
  }) as Order;
const shipped = (day: number, its: Partial<Order> = {}) => line({ shipping: true, shippedAt: at(day), ...its });
const purchase = (its: Partial<Purchase>): Purchase =>
  ({
    state: 'paid',
    amount: 4_792,
    createdAt: at(8),
    paidAt: at(9),
    holdUntil: null,
    shipments: [],
    refunds: [],
    ...its,
  }) as Purchase;
const told = (its: Partial<Purchase>) =>
  purchaseStory(purchase(its), now).map(({ at, mark, title, detail }) => [at, mark, title, detail]);

describe('the story of a purchase', () => {
  test('unpaid: until when it is held, and when it ships if it is paid today', () => {
    const its = { state: 'unpaid', paidAt: null, holdUntil: at(12, 13) } as const;
    const lines = [line({ paid: false, state: 'unpaid' }), line({ paid: false, state: 'cancelled' })];
    expect(told({ ...its, lines })).toEqual([
      [at(8), 'done', 'Ordered', '2 orders as one purchase'],
      [at(12, 13), 'now', 'Pay by then to keep the stock', 'Later payment holds it again, if it is still there'],
      [at(19), 'next', 'Ships by, if you pay today', '7 days after the payment clears'],
    ]);
    expect(told({ ...its, holdUntil: at(12, 11), lines }).map(([, mark]) => mark)).toEqual(['done', 'next']);
    const waiting = { pieces: 60, date: '2026-11-22', place: 1 };
    const some = [line({ paid: false, state: 'unpaid', waiting })];
    expect(told({ ...its, lines: some }).slice(2)).toEqual([
      [at(19), 'next', '36 pieces to ship by, if you pay today', '7 days after the payment clears'],
      ['2026-11-29T10:00:00.000Z', 'next', '60 pieces to ship by, if you pay today', 'With a delivery'],
    ]);
  });

  test('what was taken out before the payment, and another address', () => {
    const changes = [
      { what: 'dropped' as const, at: at(8, 13), orders: ['o2' as Order['_id']] },
      { what: 'ship_to' as const, at: at(10), orders: [] },
      { what: 'ship_to' as const, at: at(11), orders: [], changed: 'phone' as const },
    ];
    const lines = [
      line({}),
      line({ _id: 'o2' as Order['_id'], tools_name: 'Axe 16 oz', quantity: 5, state: 'cancelled' }),
    ];
    expect(told({ changes, lines }).slice(1, 5)).toEqual([
      [at(8, 13), 'done', 'Taken out before the payment', '5\u00a0× Axe 16\u00a0oz'],
      [at(9), 'done', 'Paid', '$4,792 by card'],
      [at(10), 'done', 'Address changed', 'By the shop'],
      [at(11), 'done', 'Phone number changed', 'By the shop'],
    ]);
  });

  const sent = (no: number, day: number, its: object = {}) => ({
    ...{ id: `s${no}`, no, at: at(day), carrier: null, tracking: null, link: null },
    lines: [{ order: 'o1' as Order['_id'], pieces: 40 }],
    ...its,
  });
  const hammer = (its: Partial<Order> = {}) => line({ _id: 'o1' as Order['_id'], ...its });

  test('paid, a part shipped and money back, the rest to come', () => {
    const link = 'https://ups.example/1Z';
    const shipments = [sent(1, 10, { carrier: 'UPS', tracking: '1Z', link })];
    const given = [{ order: 'o1' as Order['_id'], pieces: 6 }];
    const refunds = [
      { id: 'r1', no: 1, at: at(11), amount: 86, state: 'sent' as const, reason: 'Damaged', lines: given },
      { id: 'r2', no: 2, at: at(12), amount: 5, state: 'failed' as const, reason: null, lines: [] },
    ];
    const its = { lines: [hammer({ shipBy: at(16) })], shipments, refunds };
    expect(told(its)).toEqual([
      [at(8), 'done', 'Ordered', '1 order'],
      [at(9), 'done', 'Paid', '$4,792 by card'],
      [at(10), 'done', 'Part 1 shipped', '40\u00a0× Hammer'],
      [at(11), 'now', 'Refund of $86', '6\u00a0× Hammer. Damaged. It reaches the card in 5 to 10 days'],
      [at(12), 'bad', 'Refund of $5', 'The card refused it. We give it back in another way'],
      [at(16), 'next', 'Ships by', undefined],
    ]);
    // The bank decides, so no other way is promised.
    const disputed = [hammer({ state: 'review', reviewReason: 'dispute' })];
    expect(told({ ...its, lines: disputed })[4]?.[3]).toBe('Not sent while the payment is disputed');
    expect(purchaseStory(purchase(its), now)[2]?.tracking).toEqual({ text: 'UPS 1Z', link });
  });

  test('all of it shipped, at once or in parts', () => {
    const gone = { state: 'refunded' as const, paid: false };
    const lines = [hammer({ shipping: true, shippedAt: at(10) }), hammer({ ...gone, given_up: 96 })];
    const titles = (shipments: ReturnType<typeof sent>[]) => told({ lines, shipments }).map(([, , title]) => title);
    expect(titles([sent(1, 10)])).toEqual(['Ordered', 'Paid', 'All shipped']);
    expect(titles([sent(1, 10), sent(2, 11)]).slice(2)).toEqual(['Part 1 of 2 shipped', 'Part 2 of 2 shipped']);
    // The second was taken back: the number of the third is printed already.
    expect(titles([sent(1, 10), sent(3, 11)]).slice(2)).toEqual(['Part 1 shipped', 'Part 3 shipped']);
    // Its money went back as a whole when a part of it had left.
    expect(told({ lines: [hammer(gone)], shipments: [sent(1, 10)] })[2]?.[2]).toBe('Part 1 shipped');
  });

  test('what comes with a delivery ships by a day of its own', () => {
    const later = { pieces: 60, shipBy: at(30) };
    const split = hammer({ quantity: 400, shipBy: at(16), later });
    expect(told({ lines: [split] }).slice(2)).toEqual([
      [at(16), 'next', '340 pieces to ship by', undefined],
      [at(30), 'next', '60 pieces to ship by', undefined],
    ]);
    const promise = shipPromise(purchase({ lines: [split, line({ shipBy: at(30) })] }), now);
    expect([promise?.words, promise?.later]).toEqual(['Ships in 4 days', [{ at: at(30), pieces: 156 }]]);
  });

  test('what has arrived is told, and a delivery may move', () => {
    const changes = [
      { what: 'delivery_moved' as const, at: at(10), orders: ['o1' as Order['_id']], day: '2026-12-20' },
      { what: 'arrived' as const, at: at(11), orders: ['o1' as Order['_id']], pieces: 60 },
      {
        ...{ what: 'delivery_moved' as const, at: at(12), orders: ['o1' as Order['_id']] },
        ...{ day: '2026-12-31', answer_by: '2026-12-20' },
      },
      { what: 'kept_waiting' as const, at: at(13), orders: ['o1' as Order['_id']], day: '2026-12-31' },
    ];
    expect(told({ lines: [hammer({ shipBy: at(16) })], changes }).filter(([, , title]) => title !== 'Paid')).toEqual([
      [at(8), 'done', 'Ordered', '1 order'],
      [at(10), 'done', 'Delivery on another day', 'Hammer: 20\u00a0Dec'],
      [at(11), 'done', 'Arrived and held for you', '60\u00a0× Hammer'],
      [at(12), 'done', 'Delivery on another day', 'Hammer: 31\u00a0Dec. Your yes is needed by 20\u00a0Dec'],
      [at(13), 'done', 'You keep waiting', 'Hammer: 31\u00a0Dec'],
      [at(16), 'next', 'Ships by', undefined],
    ]);
  });

  test('what was ordered reads the same before what waits is cancelled and after', () => {
    const waiting = { pieces: 60, date: '2026-12-20', place: 1 };
    const before = told({ lines: [hammer({ waiting })] })[0];
    expect(told({ lines: [hammer({ given_up: 60 })] })[0]).toEqual(before);
  });

  test('cancelled as a whole, it was ordered and no more', () => {
    const lines = [line({ paid: false, state: 'cancelled' })];
    expect(told({ state: 'cancelled', paidAt: null, lines })).toEqual([[at(8), 'done', 'Ordered', '1 order']]);
  });
});

describe('the day by which it ships', () => {
  const words = (lines: Order[], today = now) => {
    const promise = shipPromise(purchase({ lines }), today);
    return [promise?.words, promise?.tone, promise && Math.round(promise.share * 100)];
  };
  const shipBy = at(16);

  test('is kept when the last piece left by then', () => {
    expect(words([shipped(15, { shipBy }), shipped(10, { shipBy })])).toEqual(['Kept, 1 day early', 'kept', 86]);
    expect(words([shipped(16, { shipBy })])).toEqual(['Kept', 'kept', 100]);
    expect(words([shipped(18, { shipBy })])).toEqual(['Late by 2 days, shipped 18\u00a0Nov', 'late', 100]);
  });

  test('is counted down before', () => {
    const open = [shipped(10, { shipBy }), line({ shipBy })];
    expect(words(open)).toEqual(['Ships in 4 days', 'open', 43]);
    expect(words(open, Date.parse(at(16, 20)))).toEqual(['Ships today', 'open', 100]);
    expect(words(open, Date.parse(at(17)))).toEqual(['1 day late', 'late', 100]);
  });

  test('is another for what waits for a delivery', () => {
    const lines = [line({ shipBy: at(26) }), line({ shipBy }), shipped(10, { shipBy })];
    expect(words(lines)).toEqual(['Ships in 4 days', 'open', 43]);
    expect(words([line({ shipBy: at(26) }), shipped(10, { shipBy })])).toEqual(['Kept, 6 days early', 'kept', 14]);
    const steps = told({ lines }).slice(2);
    expect(steps.map(([day, , title]) => [day, title])).toEqual([
      [shipBy, '1 tool to ship by'],
      [at(26), '1 tool to ship by'],
    ]);
  });

  test('is there of what is paid only', () => {
    const lines = [line({ shipBy })];
    for (const state of ['unpaid', 'refund_due', 'review'] as const)
      expect(shipPromise(purchase({ lines, state }), now)).toBeUndefined();
  });
});
