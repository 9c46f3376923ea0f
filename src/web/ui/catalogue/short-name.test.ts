import { expect, test } from 'vitest';
import { shortName } from './short-name.ts';

test.each([
  ['Claw Hammer 16 oz, Hickory Handle', 'Claw Hammer 16 oz'],
  ['Voltage Tester 1,000 V, CAT IV', 'Voltage Tester 1,000 V'],
  ['1,000 V Insulated Pliers', '1,000 V Insulated Pliers'],
  ['Chisel', 'Chisel'],
  [', odd', ', odd'],
])('"%s" is "%s" for short', (name, short) => {
  expect(shortName(name)).toBe(short);
});
