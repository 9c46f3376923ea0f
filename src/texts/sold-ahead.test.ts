import { expect, test } from 'vitest';
import { awaitedOfArchived, goesToWaiting, stockSaved } from './sold-ahead.ts';

test('of what is in stock, who waits comes first', () => {
  expect(goesToWaiting({ available: 50, waiting: 70 })).toBe('70 pieces wait; 50 go to them.');
  expect(goesToWaiting({ available: 100, waiting: 70 })).toBe('70 pieces wait; 70 go to them, 30 become available.');
  expect(goesToWaiting({ available: 2, waiting: 1 })).toBe('1 piece waits; 1 goes to it, 1 becomes available.');
  expect(stockSaved({ available: 50, waiting: 70 })).toBe('Saved. 70 pieces wait; 50 go to them.');
  expect(stockSaved({ available: 1850, waiting: 0 })).toBe('Saved. 1,850 are available.');
  expect(stockSaved({ available: 1, waiting: 0 })).toBe('Saved. 1 is available.');
  expect(awaitedOfArchived(70)).toMatch(/^70 pieces are sold ahead and cannot arrive while it is archived/);
});
