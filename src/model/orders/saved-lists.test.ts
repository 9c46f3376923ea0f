import { describe, expect, test } from 'vitest';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { PLAIN_TOOL } from '../../../tests/harness/plain-tool.ts';
import { addChosen, againRows, againTotals, type FormerLine, priceRise, takeBackChosen } from './order-again.ts';
import type { ListLine } from './order-list.ts';
import { copyName, ListName, listToday, troubleOf } from './saved-lists.ts';

const tool = (id: string, its: Partial<Tool> = {}): Tool => ({
  ...{ ...PLAIN_TOOL, _id: id as ToolId, name: `Tool ${id}` },
  ...{ min_quantity: 12, available_quantity: 600, price: 10, steps: [{ from: 100, price: 9 }] },
  ...its,
});
const former = (id: string, quantity: number, each: number | null): FormerLine => ({
  ...{ tool: id as ToolId, name: `Tool ${id}`, image: '', quantity },
  last: each === null ? null : { quantity, each, asked: quantity * each },
});
const kept = (id: string, quantity: number, its: Partial<ListLine> = {}): ListLine => ({
  ...{ tool: id as ToolId, name: `Tool ${id}`, quantity, seenPrice: 10, addedAt: 1 },
  ...its,
});
const TOOLS = new Map<string, Tool | null>([
  ['a', tool('a')],
  ['b', tool('b', { price: 8, steps: [] })],
  ['c', tool('c', { available_quantity: 5 })],
  ['d', null],
]);
const LINES = [former('a', 96, 9), former('b', 200, 9), former('c', 40, 12), former('d', 20, 3)];
const rowsWith = (changes: [string, { quantity?: number; chosen?: boolean }][] = []) =>
  againRows(LINES, TOOLS, new Map(changes));

describe('ordering again', () => {
  test('what can be had is chosen; what has sold out or is no longer sold is not, whoever asks', () => {
    const chosen = (...changes: Parameters<typeof rowsWith>) => rowsWith(...changes).map((row) => row.chosen);
    expect(chosen()).toEqual([true, true, false, false]);
    expect(chosen([['c', { chosen: true }]])).toEqual([true, true, false, false]);
    expect(chosen([['a', { chosen: false }]])).toEqual([false, true, false, false]);
  });

  test('then and now count chosen lines only, no more than the next step costs', () => {
    // 96 at $10 would be $960.
    expect(againTotals(rowsWith())).toEqual({ chosen: 2, of: 4, before: 96 * 9 + 200 * 9, now: 900 + 1600 });
    expect(againTotals(rowsWith([['b', { chosen: false }]]))).toEqual({ chosen: 1, of: 4, before: 864, now: 900 });
    expect(againTotals(againRows([former('a', 24, null)], TOOLS, new Map())).before).toBeUndefined();
  });

  test('prices are compared at the quantity of today', () => {
    expect(rowsWith().map(priceRise)).toEqual([1, -1, -2, undefined]);
    expect(rowsWith([['a', { quantity: 100 }]]).map(priceRise)[0]).toBe(0);
  });

  test('adds up with what is in the order list, and can be taken back', () => {
    const before = [kept('a', 24), kept('e', 5, { addedAt: 2 })];
    const after = addChosen(before, rowsWith(), 10);
    expect(after?.map((line) => [line.tool, line.quantity, line.seenPrice])).toEqual([
      ['a', 120, 9],
      ['e', 5, 10],
      ['b', 200, 8],
    ]);
    const since = (after ?? []).map((line) => (line.tool === ('e' as ToolId) ? { ...line, quantity: 7 } : line));
    expect(takeBackChosen(since, before, rowsWith())).toEqual([before[0], { ...before[1], quantity: 7 }]);
  });

  test('adds all lines or none: a list of 200 has room for no other tool', () => {
    const full = Array.from({ length: 199 }, (_, no) => kept(`x${no}`, 12, { addedAt: no }));
    expect(addChosen(full, rowsWith(), 10)).toBeUndefined();
    expect(addChosen(full, rowsWith([['b', { chosen: false }]]), 10)).toHaveLength(200);
  });
});

describe('saved lists', () => {
  test('say what they cost today and what stands in the way', () => {
    const lines = LINES.map((line) => ({ tool: TOOLS.get(line.tool) ?? null, quantity: line.quantity }));
    expect(listToday(lines)).toEqual({
      total: 900 + 1600,
      troubles: { gone: 1, sold_out: 1, too_few: 0, below_minimum: 0, not_whole_packs: 0 },
    });
    expect(troubleOf(tool('a'), 11)).toBe('below_minimum');
    expect(troubleOf(tool('a'), 601)).toBe('too_few');
    expect(troubleOf(tool('a', { pack: 12 }), 13)).toBe('not_whole_packs');
    expect(troubleOf(tool('a'), 12)).toBeUndefined();
  });

  test.each([
    ['Van stock', [], 'Van stock, copy'],
    ['Van stock', ['van STOCK, copy'], 'Van stock, copy 2'],
    ['a'.repeat(60), [], `${'a'.repeat(54)}, copy`],
    [`${'a'.repeat(53)} bcdefg`, [], `${'a'.repeat(53)}, copy`],
    ['🔧'.repeat(60), [], `${'🔧'.repeat(54)}, copy`],
    [`${'a'.repeat(52)}👩‍🔧bcde`, [], `${'a'.repeat(52)}, copy`],
  ])('a copy of %s beside %j is %s', (name, taken, copy) => {
    expect(ListName.parse(name)).toBe(name);
    expect(copyName(name, taken)).toBe(copy);
    expect(ListName.parse(copy)).toBe(copy);
  });
});
