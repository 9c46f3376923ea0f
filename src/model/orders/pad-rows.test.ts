import { describe, expect, test } from 'vitest';
import { PLAIN_TOOL } from '../../../tests/harness/plain-tool.ts';
import type { Tool } from '../catalogue/tool.ts';
import { ToolId } from '../kernel/ids.ts';
import { MAX_PURCHASE_LINES } from '../purchases/purchase-life.ts';
import type { ToolsNow } from './order-list.ts';
import { addPad, answersOf, type PadAnswer, padRows, padTotals, withTools } from './pad-rows.ts';
import { readPad } from './read-pad.ts';

const tool = (n: number, more: Partial<Tool> = {}): Tool => ({
  _id: ToolId.parse(`00000000-0000-4000-8000-${`${n}`.padStart(12, '0')}`),
  ...PLAIN_TOOL,
  ...{ name: `Tool ${n}`, min_quantity: 24, available_quantity: 1_000, price: 10, sku: `HT-WRA-${n}` },
  ...more,
});
const found = (it: Tool) => ({ kind: 'found', tool: it }) as const;
const answers = (text: string, answer: PadAnswer) => new Map([[readPad(text)[0]?.key ?? '', answer]]);
const row = (text: string, it: Tool, own?: PadAnswer) =>
  padRows(readPad(text), [found(it)], own && answers(text, own))[0];

describe('how many', () => {
  test.each([
    ['pieces', 'clamp 48', tool(1), 48, false],
    ['packs', '5 boxes clamp', tool(1, { pack: 12 }), 60, false],
    ['packs of a tool that is sold singly', '5 boxes clamp', tool(1), 5, false],
    ['none is the minimum, and said', 'clamp', tool(1), 24, true],
    ['digits of the number are no quantity', 'HT WRA 250', tool(250), 24, true],
    ['digits of another number are one', 'HT WRA 250', tool(9), 250, false],
    ['as many as an order may have', '1000000 clamp', tool(1), 1_000_000, false],
  ])('%s', (_, text, it, quantity, minimumTaken) => {
    expect(row(text, it)).toMatchObject({ quantity, minimumTaken });
  });

  test('what is no whole number is neither cut nor taken for the minimum, until it is set by hand', () => {
    for (const text of ['sku;qty\nHT-WRA-1;12.5', 'HT-WRA-1\t-5', 'HT-WRA-1\t1e3', 'HT-WRA-1 1 200']) {
      const lines = readPad(text).filter(({ head }) => !head);
      const rows = padRows(lines, [found(tool(1))]);
      expect(rows).toMatchObject([{ quantity: null, minimumTaken: false }]);
      expect(addPad([], rows, 0)).toMatchObject({ list: [], added: [], left: [{ tool: { name: 'Tool 1' } }] });
      const own = new Map([[lines[0]?.key ?? '', { quantity: 24 }]]);
      expect(padRows(lines, [found(tool(1))], own)).toMatchObject([{ quantity: 24 }]);
    }
  });

  test('more than an order may have is asked for, as pieces, and not cut', () => {
    const packed = tool(1, { pack: 500 });
    expect(row('1000001 clamp', tool(1))).toMatchObject({ quantity: null, unread: '1000001', minimumTaken: false });
    expect(row('5000 boxes clamp', packed)).toMatchObject({ quantity: null, unread: '2500000' });
    expect(row('5000 boxes clamp', packed, { quantity: 500 })).toMatchObject({ quantity: 500 });
    expect(addPad([], padRows(readPad('1000001 clamp'), [found(tool(1))]), 0)).toMatchObject({ list: [], added: [] });
    const lines = readPad('600000 clamp\n500000 clamps');
    const { list, left } = addPad([], padRows(lines, [found(tool(1)), found(tool(1))]), 0);
    expect([list, left]).toMatchObject([[{ quantity: 600_000 }], [{ quantity: 500_000 }]]);
  });

  test('digits of an item number are no quantity that is not understood', () => {
    const it = tool(1, { sku: '4012345678901' });
    expect(row('clamp\t4012345678901', it)).toMatchObject({ quantity: 24, minimumTaken: true });
    expect(row('clamp\t4012345678902', it)).toMatchObject({ quantity: null, minimumTaken: false });
  });

  test('what was set by hand counts more', () => {
    expect(row('clamp 48', tool(1), { quantity: 60 })).toMatchObject({ quantity: 60, minimumTaken: false });
    expect(row('clamp', tool(1), { quantity: null })).toMatchObject({ quantity: null, problem: undefined });
  });
});

describe('what stands in the way', () => {
  test.each([
    ['below the minimum', 'clamp 20', tool(1), 'below-minimum', [24]],
    ['no whole packs', 'clamp 30', tool(1, { pack: 12 }), 'not-whole-packs', [36, 24]],
    ['too few here', 'clamp 2000', tool(1), 'too-few', [1_000]],
    ['none here', 'clamp 48', tool(1, { available_quantity: 0 }), 'sold-out', []],
  ])('%s', (_, text, it, code, quantities) => {
    const fixes = quantities.map((quantity) => ({ code: 'quantity', quantity }));
    expect(row(text, it)).toMatchObject({ problem: { code, fixes } });
  });

  test('nothing of two lines that are enough together', () => {
    const rows = padRows(readPad('clamp 12\nclamps 12'), [found(tool(1)), found(tool(1))]);
    expect(rows).toMatchObject([
      { lines: 2, problem: undefined },
      { lines: 2, problem: undefined },
    ]);
  });

  test('of two lines that are too few together the last is mended', () => {
    const rows = padRows(readPad('clamp 10\nclamps 5'), [found(tool(1)), found(tool(1))]);
    expect(rows[0]).toMatchObject({ problem: undefined });
    expect(rows[1]).toMatchObject({ problem: { code: 'below-minimum', fixes: [{ code: 'quantity', quantity: 14 }] } });
  });
});

test('rows stand as their lines, without head rows and those that were skipped', () => {
  const lines = readPad('Item\tQty\nclamp\t5\nhacksaw\t5\npliers\t5\nmallet\t5');
  const matches = [undefined, { kind: 'choose' as const, tools: [tool(1)] }, { kind: 'unknown' as const }, undefined];
  const rows = padRows(lines, matches, new Map([[lines[4]?.key ?? '', { skipped: true }]]));
  expect(rows.map(({ kind, line }) => [line.no, kind])).toEqual([
    [2, 'choose'],
    [3, 'unknown'],
    [4, 'reading'],
  ]);
});

test('a tool that was chosen is kept', () => {
  expect(
    padRows(readPad('clamp 60'), [{ kind: 'choose', tools: [tool(1)] }], answers('clamp 60', { tool: tool(2) })),
  ).toMatchObject([{ kind: 'found', quantity: 60, tool: { name: 'Tool 2' } }]);
});

test('a tool that was chosen has the price of now, and is chosen anew where it is no longer sold', () => {
  const chosen = answers('clamp 60', { tool: tool(2), quantity: 48 });
  const rowsAt = (tools: ToolsNow) =>
    padRows(readPad('clamp 60'), [{ kind: 'choose', tools: [tool(1)] }], withTools(chosen, tools));
  expect(rowsAt(new Map())).toMatchObject([{ quantity: 48, tool: { price: 10 } }]);
  expect(rowsAt(new Map([[tool(2)._id, tool(2, { price: 12 })]]))).toMatchObject([
    { quantity: 48, tool: { price: 12 } },
  ]);
  expect(rowsAt(new Map([[tool(2)._id, null]]))).toMatchObject([{ kind: 'choose' }]);
});

test('what was decided of a line goes with it, and the other lines keep theirs', () => {
  const decided = new Map([...answers('clamp 60', { quantity: 48 }), ...answers('saw 3', { skipped: true })]);
  expect([...answersOf(readPad('saw 3\nclamp 6'), decided).values()]).toEqual([{ skipped: true }]);
});

test('the sums count the lines of one tool together', () => {
  const steps = [{ from: 100, price: 9 }];
  const it = tool(1, { steps });
  const rows = padRows(readPad('a clamp 50\nclamp 60\nsaw 3\nzz 4'), [
    found(it),
    found(it),
    { kind: 'choose', tools: [it] },
    { kind: 'unknown' },
  ]);
  expect(padTotals(rows)).toEqual({
    ...{ lines: 4, recognised: 2, toChoose: 1, notFound: 1, same: 2, pieces: 110, amount: 99_000 },
  });
});

test('a sum that is more than any order may cost is shown all the same', () => {
  const dearest = Array.from({ length: 91 }, (_, n) => tool(n, { price: 1_000_000 }));
  const rows = padRows(readPad(dearest.map(({ sku }) => `${sku} 1000000`).join('\n')), dearest.map(found));
  expect(padTotals(rows).amount).toBe(Number.MAX_SAFE_INTEGER);
});

describe('added to the order list', () => {
  test('lines of one tool are one, and what is not recognised stays', () => {
    const rows = padRows(readPad('clamp 50\nclamps 60\nsaw 3'), [found(tool(1)), found(tool(1)), { kind: 'unknown' }]);
    const { list, added, left } = addPad([], rows, 5);
    expect(list).toMatchObject([{ tool: tool(1)._id, quantity: 110, seenPrice: 10, addedAt: 5 }]);
    expect([added.length, left.length]).toEqual([2, 0]);
  });

  test('a full list takes no new tool, and more of one that is there', () => {
    const many = Array.from({ length: MAX_PURCHASE_LINES + 1 }, (_, n) => tool(n));
    const text = [...many, tool(0)].map((_, n) => `clamp ${24 + n}`).join('\n');
    const rows = padRows(readPad(text), [...many, tool(0)].map(found));
    const { list, added, left } = addPad([], rows, 5);
    expect(list).toHaveLength(MAX_PURCHASE_LINES);
    expect(list[0]?.quantity).toBe(24 + 24 + MAX_PURCHASE_LINES + 1);
    expect([added.length, left.length]).toEqual([MAX_PURCHASE_LINES + 1, 1]);
  });

  test('no line without a quantity', () => {
    const { list, left } = addPad([], padRows(readPad('clamp 0'), [found(tool(1))]), 5);
    expect([list.length, left.length]).toEqual([0, 1]);
  });
});
