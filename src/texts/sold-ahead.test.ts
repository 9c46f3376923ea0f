import { expect, test } from 'vitest';
import { awaitedOfArchived, goesToWaiting, stockSaved, undatedText, undatedTools } from './sold-ahead.ts';

const now = new Date('2026-12-04T09:00:00Z');
const saved = (its: Omit<Parameters<typeof stockSaved>[0], 'restock_at'> & { restock_at?: string }) =>
  stockSaved({ restock_at: null, ...its }, now);

test('of what is in stock, who waits comes first', () => {
  expect(goesToWaiting({ available: 50, waiting: 70 })).toBe('70 pieces wait; 50 go to them.');
  expect(goesToWaiting({ available: 100, waiting: 70 })).toBe('70 pieces wait; 70 go to them, 30 become available.');
  expect(goesToWaiting({ available: 2, waiting: 1 })).toBe('1 piece waits; 1 goes to it, 1 becomes available.');
  expect(saved({ available: 50, waiting: 70, restock_at: '2099-12-03' })).toBe('Saved. 70 pieces wait; 50 go to them.');
  expect(saved({ available: 1850, waiting: 0 })).toBe('Saved. 1,850 are available.');
  expect(saved({ available: 1, waiting: 0 })).toBe('Saved. 1 is available.');
  expect(awaitedOfArchived(70)).toMatch(/^70 pieces are sold ahead and cannot arrive while it is archived/);
});

test('what still waits when no delivery is expected any more is said, with what to do', () => {
  expect(saved({ available: 40, waiting: 70 })).toBe(
    'Saved. 70 pieces wait; 40 go to them. 30 go on waiting and no delivery is expected: enter its day in Details.',
  );
  const text = (restock_at: string, available = 0) =>
    undatedText({ available, waiting: 1, restock_at }, now)?.replaceAll('\u00a0', ' ');
  expect(text('2026-12-02')).toBe(
    '1 goes on waiting and 2 Dec, the day of the delivery, is over: book what came, or enter its new day in Details.',
  );
  // Somewhere it is still the day before.
  expect(text('2026-12-03')).toBeUndefined();
  expect(text('2026-12-02', 1)).toBeUndefined();
  expect(undatedTools(1, false)).toMatch(/^Sold pieces of 1 tool wait.* Enter it in Details:$/);
  expect(undatedTools(2, true)).toMatch(/ Enter it in Details; restore what is archived, or refund its pieces:$/);
});
