import { expect, test } from 'vitest';
import { goneSince, HEARTBEAT_MS, isAttended } from './editing.ts';

const NOON = Date.UTC(2026, 10, 24, 12);
const gone = (secondsAgo: number) => new Date(NOON - secondsAgo * 1000) <= goneSince(new Date(NOON));

test.each([
  [0, false],
  [20, false],
  [59.999, false],
  [60, true],
  [3_600, true],
])('heard of %d seconds ago: gone is %s', (seconds, expected) => {
  expect(gone(seconds)).toBe(expected);
});

test('two heartbeats may get lost', () => {
  expect(gone((2 * HEARTBEAT_MS) / 1000)).toBe(false);
});

test.each([
  [{ hidden: false, minutes: 0 }, true],
  [{ hidden: false, minutes: 29 }, true],
  [{ hidden: false, minutes: 30 }, false],
  [{ hidden: true, minutes: 0 }, false],
])('a page with %o says that it is open: %s', ({ hidden, minutes }, expected) => {
  expect(isAttended({ hidden, touchedAt: NOON - minutes * 60_000 }, NOON)).toBe(expected);
});
