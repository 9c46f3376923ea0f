import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tool } from '../catalogue/tool.ts';
import { piecesHere, wantedPieces } from './wanted-pieces.ts';

test.each([
  [250, 24, 12, 252],
  [252, 24, 12, 252],
  [10, 24, 12, 24],
  [250, 300, 1, 300],
  [1, 1, 1, 1],
])('%d needed, from %d on in packs of %d: %d are ordered', (need, min_quantity, pack, wanted) => {
  expect(wantedPieces({ min_quantity, pack }, need)).toBe(wanted);
});

test('it is the least that covers the need, the minimum and whole packs', () => {
  const number = fc.integer({ min: 1, max: 5000 });
  fc.assert(
    fc.property(number, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 50 }), (need, pack, packs) => {
      const min_quantity = pack * packs;
      const wanted = wantedPieces({ min_quantity, pack }, need);
      expect(wanted % pack).toBe(0);
      expect(wanted).toBeGreaterThanOrEqual(Math.max(need, min_quantity));
      expect(wanted - pack < need || wanted === min_quantity).toBe(true);
    }),
  );
});

const tool = (its: object) => ({ min_quantity: 24, available_quantity: 0, pack: 12, ...its }) as Tool;
const restock = (left: number) => ({ date: '2026-12-03', left });
const later = (pieces: number) => ({ pieces, date: '2026-12-03' });

test('what is here is told from what comes', () => {
  expect(piecesHere(tool({ available_quantity: 300 }), 252)).toEqual({ here: 252, later: undefined });
  expect(piecesHere(tool({ available_quantity: 185 }), 252)).toEqual({ here: 180, later: undefined });
  expect(piecesHere(tool({ available_quantity: 185, restock: restock(500) }), 252)).toEqual({
    here: 180,
    later: later(72),
  });
  expect(piecesHere(tool({ available_quantity: 180, restock: restock(40) }), 252)).toEqual({
    here: 180,
    later: later(40),
  });
  expect(piecesHere(tool({ available_quantity: 20, restock: restock(500) }), 252)).toEqual({
    here: 0,
    later: later(252),
  });
  expect(piecesHere(tool({ restock: restock(0) }), 252)).toEqual({ here: 0, later: undefined });
});
