import { expect, test } from 'vitest';
import { shipDays } from './ship-days.ts';

const payAt = Date.parse('2026-11-27T10:00:00Z');
const waiting = (pieces: number, date: string) => ({ pieces, date });
const SOON = '2026-12-04T10:00:00.000Z';
const [FIRST, SECOND] = ['2026-12-12T10:00:00.000Z', '2026-12-19T10:00:00.000Z'];

test('before the payment what waits ships after its own delivery, the rest after the payment', () => {
  const lines = [
    { quantity: 45 },
    { quantity: 250, waiting: waiting(70, '2026-12-05') },
    { quantity: 108, waiting: waiting(108, '2026-12-12') },
  ];
  expect(shipDays(lines, payAt)).toEqual([
    { at: SOON, pieces: 225 },
    { at: FIRST, pieces: 70 },
    { at: SECOND, pieces: 108 },
  ]);
  // A delivery that is overdue is no promise for a day before the payment.
  expect(shipDays([{ quantity: 8, waiting: waiting(3, '2026-11-20') }], payAt)).toEqual([{ at: SOON, pieces: 8 }]);
  expect(shipDays(lines)).toEqual([]);
});

test('what waits for the last day that there is ships after what comes before', () => {
  const [, last] = shipDays([{ quantity: 9, waiting: waiting(3, '9999-12-31') }], payAt);
  expect(last).toEqual({ at: '9999-12-31T23:59:59.999Z', pieces: 3 });
});

test.each([
  'Pacific/Honolulu',
  'America/Los_Angeles',
  'America/New_York',
  'Europe/London',
  'Asia/Tokyo',
  'Pacific/Auckland',
])('what ships after a delivery ships by the same day for a reader in %s as in a mail', (timeZone) => {
  const [, later] = shipDays([{ quantity: 250, waiting: waiting(70, '2026-12-05') }], payAt);
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
  expect(later && day.format(Date.parse(later.at))).toBe('12 December 2026');
});

test('once it is paid what was promised stands, without what has left or was given back', () => {
  const lines = [
    { quantity: 45, shipBy: SOON, shipping: true },
    { quantity: 250, shipBy: SOON, later: { pieces: 70, shipBy: FIRST }, shipped: 100 },
    { quantity: 108, shipBy: SECOND, given_up: 8, waiting: waiting(100, '2026-12-12') },
  ];
  expect(shipDays(lines, payAt)).toEqual([
    { at: SOON, pieces: 80 },
    { at: FIRST, pieces: 70 },
    { at: SECOND, pieces: 100 },
  ]);
});
