import { expect, test } from 'vitest';
import { problem } from './problem.ts';

test.each([
  ['busy', '2'],
  ['provider_unavailable', '2'],
  ['too_many_at_once', '2'],
  ['mail_unavailable', null],
  ['provider_not_offered', null],
] as const)('%s says when to try again: %s', (code, seconds) => {
  expect(problem(code).headers.get('retry-after')).toBe(seconds);
});
