import { expect, test } from 'vitest';
import { linesOf } from './paper-pages.ts';

test.each([
  ['', 110, 1],
  ['Pliers', 110, 1],
  ['Adjustable Wrench 250 mm (10 in), Soft Grip HT-WRA-250', 107, 1],
  ['Adjustable Wrench 250 mm (10 in), Soft Grip HT-WRA-250', 54, 2],
  ['M'.repeat(34), 107, 1],
  ['M'.repeat(35), 107, 2],
  ['锤'.repeat(62), 107, 3],
])('"%s" in %i mm takes %i lines', (text, width, lines) => expect(linesOf(text, width)).toBe(lines));
