import { expect, test } from 'vitest';
import { keepUnits } from './keep-units.ts';

test('numbers keep to their units, and nothing else changes', () => {
  expect(keepUnits('Adjustable Wrench 250 mm (10 in), Soft Grip')).toBe(
    'Adjustable Wrench 250\u00a0mm (10\u00a0in), Soft Grip',
  );
  expect(keepUnits('5 metres of 6 inner hexes')).toBe('5 metres of 6 inner hexes');
});
