import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { unsentWords } from './unsent-words.ts';

const line = (name: string): Order => ({ _id: name, tools_name: name, quantity: 60, paid: true }) as Order;
const given = (order: string, pieces: number, shipped = 0) => ({ order, pieces, shipped });
const [saw, axe] = [line('Saw'), line('Axe')];

test('before money goes back it is said how many pieces do not ship any more, and of what', () => {
  expect(unsentWords([saw], [given('Saw', 60, 20)])).toBe('40 pieces have not left yet and will not ship any more.');
  expect(unsentWords([saw], [given('Saw', 21, 20)])).toBe('1 piece has not left yet and will not ship any more.');
  expect(unsentWords([saw, axe], [given('Saw', 60, 20), given('Axe', 5)])).toBe(
    '45 pieces have not left yet and will not ship any more: 40 of Saw; 5 of Axe.',
  );
  const many = ['A', 'B', 'C', 'D'];
  expect(
    unsentWords(
      many.map(line),
      many.map((name) => given(name, 300)),
    ),
  ).toBe('1,200 pieces have not left yet and will not ship any more, of 4 tools.');
});

test('nothing is said where all of it has left', () => {
  expect(unsentWords([saw], [given('Saw', 20, 20)])).toBeUndefined();
  expect(unsentWords([saw], [])).toBeUndefined();
});
