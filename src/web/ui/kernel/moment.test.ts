import { expect, test } from 'vitest';
import { distance } from './moment.tsx';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-28T12:00:00Z', 'in 7 days'],
  ['2026-11-22T12:00:00Z', 'tomorrow'],
  ['2026-11-21T15:10:00Z', 'in 3 hours'],
  ['2026-11-21T12:42:00Z', 'in 42 minutes'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
])('%s is %s', (iso, words) => {
  expect(distance(iso, NOW)).toBe(words);
});
