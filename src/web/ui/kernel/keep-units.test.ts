import { expect, test } from 'vitest';
import { keepUnits } from './keep-units.ts';

test('numbers keep to their units, and nothing else changes', () => {
  expect(keepUnits('Adjustable Wrench 250 mm (10 in), Soft Grip')).toBe(
    'Adjustable Wrench 250\u00a0mm (10\u00a0in), Soft Grip',
  );
  expect(keepUnits('Bench Plane No. 4, 245 x 50 mm, 0-30 mm')).toBe(
    'Bench Plane No.\u00a04, 245\u00a0x\u00a050\u00a0mm, 0-30\u00a0mm',
  );
  expect(keepUnits('5 metres of 6 inner hexes')).toBe('5 metres of 6 inner hexes');
});
