import { expect, test } from 'vitest';
import { joined } from './use-list.ts';

test('rows of two pages come once each, where they were first and as they came last', () => {
  const row = (id: number, text: string) => ({ id, text });
  expect(joined(({ id }) => id, [row(3, 'a'), row(2, 'b')], [row(2, 'c'), row(1, 'd')])).toEqual([
    row(3, 'a'),
    row(2, 'c'),
    row(1, 'd'),
  ]);
});
