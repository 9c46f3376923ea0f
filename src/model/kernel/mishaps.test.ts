import { expect, test } from 'vitest';
import { readMishaps } from './mishaps.ts';

test('a list of mishaps is read, each always or so many percent of the time', () => {
  expect(readMishaps('lost-webhooks, slow:30')).toEqual(
    new Map([
      ['lost-webhooks', 100],
      ['slow', 30],
    ]),
  );
});

test.each(['', 'fast', 'slow:', 'slow:101', 'slow:-1', 'slow 30', 'slow,', 'toString'])('"%s" is none', (text) => {
  expect(readMishaps(text)).toBeUndefined();
});
