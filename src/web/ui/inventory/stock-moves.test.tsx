import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { StockMove } from '#model/inventory/stock-change.ts';
import { StockMoves } from './stock-moves.tsx';
import { StockTally } from './stock-tally.tsx';

const restock = {
  id: 1,
  kind: 'restock',
  pieces: 50,
  after: 50,
  at: '2026-11-21T12:00:00Z',
  undo: 'open',
} as StockMove;
const textOf = (page: React.ReactElement) => renderToStaticMarkup(page).replace(/<[^>]*>/g, ' ');
const moves = (free: number, pieces = 50) =>
  textOf(<StockMoves moves={[{ ...restock, pieces }]} free={free} onUndo={() => {}} />);

test('what is not there any more is not offered to be taken out again', () => {
  expect(moves(50)).toMatch(/ Undo /);
  for (const free of [49, 0, -20]) {
    expect(moves(free)).not.toMatch(/ Undo /);
    expect(moves(free)).toContain('Fewer are available now, so it cannot be undone');
  }
  expect(moves(-20, -3)).toMatch(/ Undo /);
});

test('what is sold ahead counts as fewer than none', () => {
  const text = textOf(<StockTally stock={{ available: 0, waiting: 70, paid: 30, held: 0 }} sold />);
  expect(text).toMatch(/Available to order, 70 sold ahead\s+\u221270/);
  expect(text).toMatch(/On the shelf\s+30/);
  expect(textOf(<StockTally stock={{ available: 8, waiting: 0, paid: 0, held: 0 }} sold />)).not.toContain('ahead');
});
