import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import {
  addTool,
  applyFix,
  fixAll,
  type ListLine,
  limitsOf,
  lineProblem,
  listTotals,
  noRoom,
  putBack,
  readList,
  setQuantity,
  shippingLines,
  splitOf,
  swapTool,
  waitOf,
  without,
  writeList,
} from './order-list.ts';
import { shipDays } from './ship-days.ts';

const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

const toolOf = (its: Partial<Tool> = {}, place = 1) =>
  ({
    ...{ _id: idOf(place), name: `Wrench ${place}`, image: '', description: '', sku: null, category: null },
    ...{ min_quantity: 12, available_quantity: 1320, price: 10, pack: 1, steps: [] },
    ...its,
  }) as Tool;

const lineFor = (tool: Tool, quantity: number, seenPrice = eachOf(tool, quantity)): ListLine => ({
  ...{ tool: tool._id, name: tool.name, quantity, seenPrice, addedAt: Number(tool._id.slice(-12)) },
});

const STEPS = [
  { from: 100, price: 9 },
  { from: 400, price: 8 },
];

describe('the kept list', () => {
  it('is read as it was written', () => {
    const lines = [lineFor(toolOf(), 24), lineFor(toolOf({}, 2), 96)];
    expect(readList(writeList(lines))).toEqual(lines);
  });

  it.each([null, '', 'null', '[]', '{', '{"version":2,"lines":[]}', '{"version":1}', '{"version":1,"lines":7}'])(
    'is empty where the browser keeps %j',
    (text) => expect(readList(text)).toEqual([]),
  );

  it('leaves out lines that cannot be read, of one tool all but the last, and what is more than a purchase has', () => {
    const good = lineFor(toolOf(), 24);
    const broken = [{ ...good, quantity: 0 }, { ...good, quantity: 1.5 }, { ...good, tool: 'x' }, null, 'line', {}];
    const twice = { ...good, quantity: 48 };
    expect(readList(JSON.stringify({ version: 1, lines: [good, ...broken, twice] }))).toEqual([twice]);
    const many = Array.from({ length: 250 }, (_, place) => lineFor(toolOf({}, place), 24));
    expect(readList(writeList(many))).toEqual(many.slice(0, 200));
  });

  it('is a list whatever the browser keeps', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(Array.isArray(readList(text))).toBe(true);
      }),
    );
  });
});

describe('adding', () => {
  const tool = toolOf({ steps: STEPS });

  it('joins the pieces with those of the line that is there, at the price of them all', () => {
    const once = addTool([], tool, 60, 5) ?? [];
    expect(once).toEqual([{ ...lineFor(tool, 60, 10), addedAt: 5 }]);
    expect(addTool(once, tool, 60, 9)).toEqual([{ ...lineFor(tool, 120, 9), addedAt: 5 }]);
  });

  it('puts another tool last, also where the clock went back', () => {
    const first = addTool([], tool, 60, 1000) ?? [];
    const both = addTool(first, toolOf({}, 2), 12, 7) ?? [];
    expect(both.map(({ tool: id }) => id)).toEqual([idOf(1), idOf(2)]);
    expect(readList(writeList(both))).toEqual(both);
  });

  it('takes no tool more than a purchase has, but more of one that is there', () => {
    const full = Array.from({ length: 200 }, (_, place) => lineFor(toolOf({}, place), 24));
    expect(addTool(full, toolOf({}, 900), 24, 1)).toBeUndefined();
    expect(addTool(full, toolOf({}, 7), 24, 1)?.find(({ tool: id }) => id === idOf(7))?.quantity).toBe(48);
    expect([noRoom(full, toolOf({}, 900), 24), noRoom(full, toolOf({}, 7), 24)]).toEqual(['full', undefined]);
  });

  it('cuts no quantity to what an order may have: it stays as it was', () => {
    const most = addTool([], tool, 1_000_000, 5) ?? [];
    expect(most).toMatchObject([{ quantity: 1_000_000 }]);
    expect([addTool(most, tool, 1, 9), noRoom(most, tool, 1)]).toEqual([undefined, 'too-many']);
    expect(addTool([], tool, 1_000_001, 5)).toBeUndefined();
    expect(setQuantity(most, tool, 1_000_001)).toEqual(most);
    const both = [...most, lineFor(toolOf({}, 2), 24)];
    expect(swapTool(both, both[1] as ListLine, tool)).toEqual(both);
  });
});

describe('a line', () => {
  it.each<[string, Partial<Tool>, number, number, ReturnType<typeof lineProblem>]>([
    ['can be ordered', {}, 24, 10, undefined],
    ['fell in price', {}, 24, 12, undefined],
    ['rose in price', {}, 24, 9, { code: 'price-risen', fixes: [{ code: 'accept', price: 10 }] }],
    ['costs a step less', { steps: STEPS }, 100, 9, undefined],
    ['is below the minimum', {}, 6, 10, { code: 'below-minimum', fixes: [{ code: 'quantity', quantity: 12 }] }],
    [
      'is more than there is',
      { available_quantity: 100, pack: 12 },
      120,
      10,
      { code: 'too-few', fixes: [{ code: 'quantity', quantity: 96 }] },
    ],
    [
      'is no whole number of boxes',
      { min_quantity: 20, pack: 20 },
      110,
      10,
      {
        code: 'not-whole-packs',
        fixes: [
          { code: 'quantity', quantity: 120 },
          { code: 'quantity', quantity: 100 },
        ],
      },
    ],
    ['has sold out', { available_quantity: 11 }, 24, 10, { code: 'sold-out', fixes: [{ code: 'remove' }] }],
  ])('that %s', (_, its, quantity, seen, problem) => {
    const tool = toolOf(its);
    expect(lineProblem(lineFor(tool, quantity, seen), tool)).toEqual(problem);
  });

  it('of a tool that is no longer sold can only go', () => {
    const line = lineFor(toolOf(), 24);
    expect(lineProblem(line, null)).toEqual({ code: 'gone', fixes: [{ code: 'remove' }] });
    expect(applyFix([line], line.tool, null, { code: 'remove' })).toEqual([]);
  });

  it('keeps a price that has risen to be accepted, at whichever quantity', () => {
    const tool = toolOf({ steps: STEPS });
    const risen = setQuantity([lineFor(tool, 24, 8)], tool, 100);
    expect(risen).toEqual([lineFor(tool, 100, 8)]);
    const [line] = risen;
    expect(line && lineProblem(line, tool)?.code).toBe('price-risen');
    // Where enough pieces make it as cheap as it was, nothing is left to accept.
    const [cheap] = setQuantity(risen, tool, 400);
    expect(cheap && lineProblem(cheap, tool)).toBeUndefined();
  });

  it('stepping over a price step is no change of the price', () => {
    const tool = toolOf({ steps: STEPS });
    const lines = setQuantity(setQuantity([lineFor(tool, 99)], tool, 100), tool, 99);
    expect(lines).toEqual([lineFor(tool, 99, 10)]);
  });
});

test('another tool takes the place of one, or joins its own line', () => {
  const lines = [1, 2, 3].map((place) => lineFor(toolOf({}, place), 24));
  const [, second] = lines;
  if (!second) throw new Error('There are three lines');
  const saw = toolOf({ price: 9 }, 8);
  const swapped = { ...lineFor(saw, 24), addedAt: second.addedAt };
  const [first, , third] = lines;
  expect(swapTool(lines, second, saw)).toEqual([first, swapped, third]);
  expect(swapTool(lines, second, toolOf({}, 3)).map(({ quantity }) => quantity)).toEqual([24, 48]);
});

test('what was taken out comes back to its place', () => {
  const lines = [1, 2, 3].map((place) => lineFor(toolOf({}, place), 24));
  const [, second] = lines;
  expect(putBack(without(lines, [idOf(2)]), second ? [second] : [])).toEqual(lines);
});

const anyTool = (place: number) =>
  fc
    .record({
      pack: fc.integer({ min: 1, max: 30 }),
      packs: fc.integer({ min: 1, max: 10 }),
      available_quantity: fc.integer({ min: 0, max: 3000 }),
      price: fc.integer({ min: 2, max: 50 }),
    })
    .map(({ packs, pack, ...its }) => {
      const steps = [{ from: packs * pack * 5, price: its.price - 1 }];
      return toolOf({ ...its, pack, min_quantity: packs * pack, steps }, place);
    });

describe('what may wait for the next delivery', () => {
  const tool = toolOf({ available_quantity: 180, restock: { date: '2026-12-03', left: 70 } });
  const split = { now: 180, later: 70, date: '2026-12-03' };

  it('is offered where it covers what is missing, and ends the problem once it is taken', () => {
    const line = lineFor(tool, 250);
    const [wait, less] = lineProblem(line, tool)?.fixes ?? [];
    expect([wait, less]).toEqual([
      { code: 'wait', ...split },
      { code: 'quantity', quantity: 180 },
    ]);
    const [waiting] = wait ? applyFix([line], tool._id, tool, wait) : [];
    expect(waiting).toEqual({ ...line, waitFor: '2026-12-03' });
    expect(waiting && [lineProblem(waiting, tool), waitOf(waiting, tool)]).toEqual([undefined, split]);
    expect(readList(writeList(waiting ? [waiting] : []))).toEqual([waiting]);
    expect(fixAll([line], new Map([[line.tool, tool]]))).toEqual([waiting]);
    const [more] = waiting ? setQuantity([waiting], tool, 251) : [];
    expect(more && lineProblem(more, tool)?.fixes).toEqual([{ code: 'quantity', quantity: 180 }]);
    const totals = listTotals(waiting ? [waiting] : [], new Map([[line.tool, tool]]), 0);
    expect([totals.pieces, totals.waiting]).toEqual([250, 70]);
    const days = shipDays(
      shippingLines(waiting ? [waiting] : [], new Map([[line.tool, tool]])),
      Date.UTC(2026, 10, 27),
    );
    expect(days.map(({ at, pieces }) => [at.slice(0, 10), pieces])).toEqual([
      ['2026-12-04', 180],
      ['2026-12-10', 70],
    ]);
    expect(shippingLines([line], new Map([[line.tool, tool]]))).toEqual([{ quantity: 180 }]);
    const dozens = { ...tool, pack: 12, available_quantity: 40 };
    expect(shippingLines([line], new Map([[line.tool, dozens]]))).toEqual([{ quantity: 36 }]);
  });

  it('is asked again when the delivery comes later, not when it comes earlier', () => {
    const line = { ...lineFor(tool, 250), waitFor: '2026-12-03' };
    const on = (date: string) => lineProblem(line, { ...tool, restock: { date, left: 70 } })?.code;
    expect([on('2026-12-04'), on('2026-12-02')]).toEqual(['too-few', undefined]);
    expect(lineProblem(line, toolOf({ available_quantity: 180 }))?.code).toBe('too-few');
  });

  it('is all of it where nothing is left, whole packs, and no less than the minimum', () => {
    const gone = { ...tool, available_quantity: 0 };
    expect(lineProblem(lineFor(gone, 60), gone)).toEqual({
      ...{ code: 'sold-out', fixes: [{ code: 'wait', now: 0, later: 60, date: '2026-12-03' }] },
    });
    for (const [its, quantity] of [
      [{ available_quantity: 0 }, 11],
      [{ available_quantity: 0 }, 71],
      [{ available_quantity: 0, pack: 12 }, 50],
      [{ available_quantity: 200 }, 200],
    ] as const)
      expect(splitOf({ quantity }, { ...tool, ...its })).toBeUndefined();
    const packed = { ...tool, available_quantity: 188, pack: 12 };
    expect(splitOf({ quantity: 204 }, packed)).toEqual({ ...split, later: 24 });
  });
});

describe('what unpaid orders leave of a tool', () => {
  const tool = toolOf({ pack: 10, min_quantity: 10 });
  const most = (quantity: number, pieces: number) => lineProblem(lineFor(tool, quantity), tool, pieces);

  it('is taken in whole packs, or nothing of it', () => {
    expect(most(300, 235)).toEqual({ code: 'unpaid', fixes: [{ code: 'quantity', quantity: 230 }] });
    expect(most(230, 235)).toBeUndefined();
    expect(most(300, 9)).toEqual({ code: 'unpaid', fixes: [{ code: 'remove' }] });
  });

  it('is mended with all else', () => {
    const tools = new Map([[tool._id as string, tool]]);
    const fixed = fixAll([lineFor(tool, 300)], tools, new Map([[tool._id as string, 235]]));
    expect(fixed.map(({ quantity }) => quantity)).toEqual([230]);
    expect(fixAll([lineFor(tool, 300)], tools, new Map([[tool._id as string, 0]]))).toEqual([]);
  });
});

test('sums say of how many tools they are', () => {
  const [sold, gone] = [toolOf(), toolOf({}, 2)];
  const tools = new Map([
    [sold._id as string, sold],
    [gone._id as string, null],
  ]);
  expect(listTotals([lineFor(sold, 24), lineFor(gone, 24)], tools, 0)).toMatchObject({ tools: 2, sold: 1 });
});

describe('mending all', () => {
  const lists = fc
    .integer({ min: 1, max: 8 })
    .chain((count) =>
      fc.tuple(
        ...Array.from({ length: count }, (_, place) =>
          fc.tuple(
            anyTool(place + 1),
            fc.integer({ min: 1, max: 4000 }),
            fc.integer({ min: 0, max: 60 }),
            fc.boolean(),
          ),
        ),
      ),
    );

  it('leaves only lines that the shop takes, and swaps no tool for another', () => {
    fc.assert(
      fc.property(lists, (drawn) => {
        const lines = drawn.map(([tool, quantity, seen]) => lineFor(tool, quantity, seen));
        const tools = new Map(drawn.map(([tool, , , gone]) => [tool._id as string, gone ? null : tool] as const));
        const fixed = fixAll(lines, tools);
        for (const line of fixed) {
          const tool = tools.get(line.tool);
          expect(lines.some((before) => before.tool === line.tool)).toBe(true);
          if (!tool) throw new Error('A tool that is no longer sold stayed in the list');
          expect(quantityProblem(line.quantity, limitsOf(tool))).toBeUndefined();
          expect(lineProblem(line, tool)).toBeUndefined();
        }
        expect(fixAll(fixed, tools)).toEqual(fixed);
      }),
    );
  });

  it('ends where the next whole packs would be more than an order may have', () => {
    const tool = toolOf({ min_quantity: 7, pack: 7, available_quantity: 2_000_000 });
    const line = lineFor(tool, 1_000_000);
    expect(lineProblem(line, tool)?.fixes).toEqual([{ code: 'quantity', quantity: 999_999 }]);
    const fixed = fixAll([line], new Map([[line.tool, tool]]));
    expect(fixed.map(({ quantity }) => quantity)).toEqual([999_999]);
  });

  it('changes no line that can be ordered or was not asked for', () => {
    const [fine, unknown] = [lineFor(toolOf(), 24), lineFor(toolOf({}, 2), 1)];
    expect(fixAll([fine, unknown], new Map([[fine.tool, toolOf()]]))).toEqual([fine, unknown]);
  });
});

test('the sums are those of the tools that are sold: guard and offer are lines of their own', () => {
  const [wrench, hammer] = [toolOf({ steps: STEPS }), toolOf({ price: 7 }, 2)];
  const lines = [lineFor(wrench, 94), lineFor(hammer, 24), lineFor(toolOf({}, 3), 50)];
  const tools = new Map([
    [wrench._id as string, wrench],
    [hammer._id as string, hammer],
    [idOf(3), null],
  ]);
  expect(listTotals(lines, tools, 30)).toEqual({
    ...{ tools: 3, sold: 2, pieces: 168, waiting: 0, goods: 110_800, guard: 4_000, discount: 32_040, amount: 74_760 },
  });
});

test('sums that are more than any order may cost are shown all the same', () => {
  const dearest = Array.from({ length: 91 }, (_, place) => toolOf({ price: 1_000_000 }, place));
  const tools = new Map(dearest.map((tool) => [tool._id as string, tool]));
  const lines = dearest.map((tool) => lineFor(tool, 1_000_000));
  expect(listTotals(lines, tools, 30).goods).toBe(Number.MAX_SAFE_INTEGER);
});
