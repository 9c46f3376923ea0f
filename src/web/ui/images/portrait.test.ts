import { expect, test } from 'vitest';
import { initialsOf } from './portrait.tsx';

test.each([
  ['Dana Ortiz', 'DO'],
  ['Ana María de la Cruz', 'AC'],
  ['  plato ', 'P'],
  ['émile zola', 'ÉZ'],
  ['😀 Smile', '😀S'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
