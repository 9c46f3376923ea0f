import { describe, expect, test } from 'vitest';
import { createMoveReader, type Look } from './move-reader.ts';

type Reader = ReturnType<typeof createMoveReader>;

/** A reader that has read everything up to the move 10, while no transaction ran. */
function settled(): Reader {
  const reader = createMoveReader();
  reader.read({ moves: [], more: false, top: 10, xmin: 100n, xmax: 100n });
  reader.read({ moves: [], more: false, top: 10, xmin: 100n, xmax: 100n });
  return reader;
}
const look = (moves: Look['moves'], xmin: bigint, xmax: bigint, top = Math.max(10, ...moves.map(([id]) => id))) => ({
  ...{ moves, more: false, top, xmin, xmax },
});

describe('which tools’ stock has changed', () => {
  test('a move is told once', () => {
    const reader = settled();
    expect(reader.read(look([[11, 'a']], 101n, 101n))).toEqual(new Set(['a']));
    expect(reader.read(look([[11, 'a']], 101n, 101n))).toEqual(new Set());
  });

  test('a move that took its id first and was committed last is told', () => {
    const reader = settled();
    expect(reader.since()).toBe(10);
    // 11 is still under way, in transaction 101.
    expect(reader.read(look([[12, 'b']], 101n, 103n))).toEqual(new Set(['b']));
    expect(reader.read(look([[12, 'b']], 101n, 104n))).toEqual(new Set());
    expect(reader.since()).toBe(10);
    const both: Look['moves'] = [
      [11, 'a'],
      [12, 'b'],
    ];
    expect(reader.read(look(both, 104n, 104n))).toEqual(new Set(['a']));
    expect(reader.since()).toBe(12);
  });

  test('until whatever ran at the first look has ended, all may have changed', () => {
    const reader = createMoveReader();
    expect(reader.since()).toBe(Number.MAX_SAFE_INTEGER);
    expect(reader.read(look([], 90n, 100n))).toBe('all');
    expect(reader.read(look([], 95n, 101n))).toBe('all');
    expect(reader.read(look([], 100n, 102n))).toBe('all');
    expect(reader.read(look([], 101n, 102n))).toEqual(new Set());
  });

  test('after more moves than it reads all may have changed, and it goes on behind them', () => {
    const reader = settled();
    expect(reader.read({ ...look([[11, 'a']], 101n, 105n, 5_000), more: true })).toBe('all');
    expect(reader.since()).toBe(5_000);
    expect(reader.read(look([], 103n, 105n, 5_000))).toBe('all');
    expect(reader.read(look([], 105n, 105n, 5_000))).toBe('all');
    expect(reader.read(look([[5_001, 'c']], 106n, 106n))).toEqual(new Set(['c']));
  });
});
