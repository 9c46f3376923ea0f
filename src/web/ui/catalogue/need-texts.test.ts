import { expect, test } from 'vitest';
import { atNeed } from '#model/catalogue/need.ts';
import { manyPieces } from '#texts/format.ts';
import { boxesOf, stockText } from './need-texts.ts';

const TOOL = { price: 10, min_quantity: 6, pack: 1, available_quantity: 180, steps: [] };
const restock = (left: number) => ({ restock: { date: '2026-12-03', left } });
const said = (its: object, need = 250) => {
  const at = atNeed({ ...TOOL, ...its }, need);
  return stockText(at.stock, at.quantity);
};

test('each state of stock has its words', () => {
  expect(said({ available_quantity: 3_200 })).toBe('All 250 in stock');
  expect(said({ available_quantity: 3_200, pack: 12, min_quantity: 12 })).toBe('All 252 in stock');
  expect(said({ available_quantity: 3_200, min_quantity: 300 })).toBe('Minimum is 300');
  expect(said(restock(300))).toBe('180 now, 70 from 3\u00a0Dec');
  expect(said(restock(40))).toBe('180 now, 40 from 3\u00a0Dec');
  expect(said({})).toBe('180 now');
  expect(said({ available_quantity: 0, ...restock(300) })).toBe('None now, 250 from 3\u00a0Dec');
  expect(said({ available_quantity: 5 })).toBe('Out of stock');
  expect(said({ min_quantity: 1 }, 1)).toBe('In stock');
});

test('a label says how many pieces, and in how many boxes', () => {
  expect([manyPieces(1), manyPieces(1_250)]).toEqual(['1 piece', '1,250 pieces']);
  expect([boxesOf(252, 12), boxesOf(12, 12), boxesOf(250, 1)]).toEqual(['21 boxes of 12', '1 box of 12', undefined]);
});
