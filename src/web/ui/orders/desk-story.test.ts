import { describe, expect, test } from 'vitest';
import type { Order, Purchase } from '#model/orders/order.ts';
import { deskStory } from './desk-story.ts';

const at = (day: number, hour = 12) => `2026-11-${String(day).padStart(2, '0')}T${hour}:00:00.000Z`;
const now = Date.parse(at(12));
const id = (n: number) => `o${n}` as Order['_id'];
const line = (n: number, its: Partial<Order> = {}): Order =>
  ({
    ...{ _id: id(n), tools_name: `Tool ${n}`, quantity: 10 * n, email: 'nora@example.com', transactionId: 'pi_1' },
    ...{ state: 'paid', paid: true, shipping: false, shipBy: at(16) },
    ...its,
  }) as Order;
const purchase = (its: Partial<Purchase>): Purchase =>
  ({
    ...{ state: 'paid', amount: 500, createdAt: at(8), paidAt: at(9), holdUntil: null },
    ...{ shipments: [], refunds: [], lines: [line(1), line(2)] },
    desk: { notes: [], by: {}, item_numbers: {}, customer: { purchases: 1, kept: 500 } },
    ...its,
  }) as Purchase;
const told = (its: Partial<Purchase>) =>
  deskStory(purchase(its), now).map(({ mark, title, detail, by, after }) =>
    [mark, [title, detail].filter(Boolean).join(' '), by, after].filter((it) => it !== undefined),
  );
const desk = (its: Partial<NonNullable<Purchase['desk']>>) => ({
  ...{ notes: [], by: {}, item_numbers: {}, customer: { purchases: 1, kept: 500 } },
  ...its,
});
const PLACED = ['past', 'Placed with 2 orders, 30 pieces', 'nora@example.com'];

describe('the story of a purchase for admins', () => {
  test('who did what, with notes at their time and the next step last', () => {
    const shipments = [
      { id: 's1', no: 1, at: at(10), by: 'First Admin', lines: [{ order: id(1), pieces: 10 }] },
    ] as unknown as Purchase['shipments'];
    const refunds = [
      { id: 'r1', at: at(11), amount: 86, state: 'sent', reason: 'Damaged', lines: [{ order: id(2), pieces: 6 }] },
    ] as unknown as Purchase['refunds'];
    const notes = [{ id: 'n1', text: 'Ring twice.', by: 'Second Admin', at: at(9, 13) }];
    const by = { r1: 'Second Admin' };
    const lines = [line(1, { tools_name: 'Saw 500 mm', state: 'shipped', shipping: true }), line(2)];
    expect(told({ lines, shipments, refunds, approved_by: 'Oda Owner', desk: desk({ notes, by }) })).toEqual([
      PLACED,
      ['past', 'Approved by Oda Owner'],
      ['done', 'Paid $500 by card'],
      ['note', 'Ring twice.', 'Second Admin'],
      ['done', 'Shipment 1 sent: 10 of Saw 500\u00a0mm', 'First Admin'],
      ['now', 'Refunded $86 for 6 of Tool 2. “Damaged”', 'Second Admin', 'It reaches the card in 5 to 10 days'],
      ['next', 'Tool 2 ships'],
    ]);
  });

  test('why it was put aside, and what was decided with its reason', () => {
    const put = { what: 'put_aside' as const, at: at(10), orders: [], why: 'dispute' as const };
    const kept = {
      what: 'decided' as const,
      at: at(11),
      orders: [],
      decision: 'keep' as const,
      reason: 'The bank agrees.',
    };
    const its = { changes: [put, kept], desk: desk({ by: { [`decided ${at(11)}`]: 'First Admin' } }) };
    expect(told(its).slice(2, 4)).toEqual([
      ['past', 'Put aside the payment is disputed'],
      ['past', 'Decided that the payment stands: “The bank agrees.”', 'First Admin'],
    ]);
  });

  test('what comes with a delivery ships by a day of its own', () => {
    const lines = [line(1, { quantity: 400, later: { pieces: 60, shipBy: at(30) } })];
    expect(told({ lines }).slice(2)).toEqual([
      ['next', '340 pieces ship'],
      ['next', '60 pieces ship'],
    ]);
  });

  test('what has arrived, and a delivery that moved', () => {
    const changes = [
      { what: 'delivery_moved' as const, at: at(10), orders: [id(1)], day: '2026-12-20' },
      { what: 'arrived' as const, at: at(11), orders: [id(1)], pieces: 6 },
      {
        ...{ what: 'delivery_moved' as const, at: at(12), orders: [id(1)] },
        ...{ day: '2026-12-31', answer_by: '2026-12-20' },
      },
      { what: 'kept_waiting' as const, at: at(13), orders: [id(1)], day: '2026-12-31' },
    ];
    const story = told({ changes });
    expect([story[0], ...story.slice(2, 6)]).toEqual([
      ['past', 'Placed with 2 orders, 30 pieces', 'nora@example.com'],
      ['past', 'Delivery moved, and its buyer told: Tool 1, 20\u00a0Dec'],
      ['past', 'Arrived and put aside: 6 of Tool 1'],
      ['past', 'Delivery moved, and its buyer told: Tool 1, 31\u00a0Dec, asked until 20\u00a0Dec'],
      ['past', 'Delivery agreed to: Tool 1, 31\u00a0Dec'],
    ]);
  });

  test('what was placed reads the same before what waits is cancelled and after', () => {
    const waiting = { pieces: 6, date: '2026-12-20', place: 1 };
    const [before] = told({ lines: [line(1, { waiting })] });
    expect(told({ lines: [line(1, { given_up: 6 })] })[0]).toEqual(before);
  });

  test('a note that was written before the payment stands before it', () => {
    const notes = [{ id: 'n1', text: 'Early', by: 'Second Admin', at: at(8, 13) }];
    expect(told({ desk: desk({ notes }) }).map(([mark]) => mark)).toEqual(['past', 'note', 'done', 'next']);
  });

  test('what was taken out before the payment, another address, and what is next of an unpaid one', () => {
    const changes = [
      { what: 'dropped' as const, at: at(9), orders: [id(2)] },
      { what: 'ship_to' as const, at: at(10), orders: [], told: true },
    ];
    const by = { [`dropped ${at(9)}`]: 'Nora Kent', [`ship_to ${at(10)}`]: 'First Admin' };
    const unpaid = line(1, { paid: false, state: 'unpaid', closesAt: at(22) });
    const lines = [unpaid, line(2, { paid: false, state: 'cancelled' })];
    const its = { state: 'unpaid', paidAt: null, holdUntil: at(12, 13), changes, lines } as const;
    expect(told({ ...its, lines, desk: desk({ by }) })).toEqual([
      PLACED,
      ['past', 'Taken out before the payment: 20 of Tool 2', 'Nora Kent'],
      ['past', 'Address changed. The buyer is told by mail', 'First Admin'],
      ['now', 'Held until then'],
      ['next', 'Closes if nobody pays'],
    ]);
    const moved = (its: { told?: boolean }) =>
      told({ changes: [{ what: 'ship_to', at: at(10), orders: [], changed: 'phone', ...its }] })[2]?.[1];
    expect(moved({ told: false })).toBe('Phone number changed. The buyer is not told: their email is not confirmed');
    expect(moved({})).toBe('Phone number changed');
    const last = (its: Partial<Purchase>) => told(its).at(-1)?.[1];
    expect(last({ ...its, holdUntil: null })).toBe('Closes if nobody pays. Its stock is held no longer');
    expect(last({ ...its, lines: [{ ...unpaid, paying: 'ABCDEFGH1' }] })).toMatch(/^Address/);
  });

  test('a cancelled one ends with that, and many lines are counted', () => {
    const changes = [{ what: 'cancelled' as const, at: at(9), orders: [] }];
    expect(told({ state: 'cancelled', paidAt: null, changes })[1]).toEqual(['past', 'Cancelled before the payment']);
    const lines = [1, 2, 3, 4, 5].map((n) => line(n));
    const shipments = [
      { id: 's1', no: 1, at: at(10), by: 'First Admin', lines: lines.map(({ _id }) => ({ order: _id, pieces: 1 })) },
    ] as unknown as Purchase['shipments'];
    const story = told({ lines, shipments });
    expect(story[2]?.[1]).toBe('Shipment 1 sent: 1 of Tool 1, 1 of Tool 2, 1 of Tool 3 and 2 tools more');
    expect(story[3]).toEqual(['next', '5 tools ship']);
  });
});
