import { describe, expect, test } from 'vitest';
import type { ListLine } from './order-list.ts';
import {
  changeOf,
  changeOwn,
  joinLists,
  type OwnList,
  ownOf,
  readOwnList,
  type SavedList,
  sameLines,
  stillUnsaved,
  withOthers,
  withUnsaved,
  writeOwnList,
} from './own-list.ts';

const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
const line = (place: number, quantity = 24, its: object = {}) =>
  ({ tool: idOf(place), name: `Tool ${place}`, quantity, seenPrice: 10, addedAt: place, ...its }) as ListLine;
const saved = (version: number, ...lines: ListLine[]): SavedList => ({
  version,
  lines: lines.map(({ tool, name, quantity, seenPrice, addedAt }) => ({
    ...{ tool, name, quantity, seen_price: seenPrice, added_at: addedAt },
  })),
});
const own = (lines: readonly ListLine[], unsaved: readonly string[] = []): OwnList => ({
  ...{ of: 'dana', version: 3, lines, unsaved },
});
const told = ({ lines }: Pick<OwnList, 'lines'>) =>
  lines.map(({ tool, quantity }) => [Number(tool.slice(-4)), quantity]);

test('is read as it was written; a visitor has none, nor has a text that is broken', () => {
  const it = own([line(1)], [idOf(1), idOf(2)]);
  expect(readOwnList(writeOwnList(it))).toEqual(it);
  for (const text of [null, '', '{', '[]', JSON.stringify({ version: 1, lines: [line(1)] })])
    expect(readOwnList(text)).toBeUndefined();
});

describe('a change', () => {
  test('is what differs: lines that are new or other are put in, the others taken out', () => {
    const after = changeOwn(own([line(1), line(2), line(3)]), [line(1), line(2, 36), line(4)]);
    expect(after.unsaved).toEqual([idOf(2), idOf(3), idOf(4)]);
    expect(changeOf(after)).toEqual({
      set: [
        { tool: idOf(2), quantity: 36, seen_price: 10, added_at: 2 },
        { tool: idOf(4), quantity: 24, seen_price: 10, added_at: 4 },
      ],
      remove: [idOf(3)],
    });
  });

  test('adds to what is unsaved before', () => {
    const after = changeOwn(own([line(1)], [idOf(9)]), [line(1, 12)]);
    expect(after.unsaved).toEqual([idOf(9), idOf(1)]);
  });

  test('that is saved leaves what was changed meanwhile', () => {
    const before = own([line(1), line(2)], [idOf(1), idOf(2), idOf(3)]);
    const sent = changeOf(before);
    expect(stillUnsaved(before, sent)).toEqual([]);
    expect(stillUnsaved(changeOwn(before, [line(1, 36), line(2)]), sent)).toEqual([idOf(1)]);
    expect(stillUnsaved(changeOwn(before, [line(1), line(3)]), sent)).toEqual([idOf(2), idOf(3)]);
  });

  test('of more than fit into one call is saved in two', () => {
    const many = own(
      [],
      Array.from({ length: 201 }, (_, place) => idOf(place)),
    );
    const sent = changeOf(many);
    expect(sent.remove).toHaveLength(200);
    expect(stillUnsaved(many, sent)).toEqual([idOf(200)]);
  });
});

test('what another device has changed stands beside what is not saved yet here', () => {
  const here = changeOwn(own([line(1), line(2), line(3)]), [line(1, 36), line(2)]);
  const there = saved(7, line(1, 48), line(2, 60), line(3), line(4));
  const both = withUnsaved(there, here);
  expect(told(both)).toEqual([
    [1, 36],
    [2, 60],
    [4, 24],
  ]);
  expect(both).toMatchObject({ version: 7, unsaved: [idOf(1), idOf(3)] });
});

test('what an ended session had not saved comes back, and is to be saved where the shop has it otherwise', () => {
  const ended = changeOwn(own([line(1), line(2), line(3)]), [line(1, 36), line(2), line(4)]);
  const back = withOthers(ownOf('dana', saved(7, line(1), line(2, 60), line(3), line(4))), ended);
  expect(told(back)).toEqual([
    [1, 36],
    [2, 60],
    [4, 24],
  ]);
  expect(back).toMatchObject({ of: 'dana', version: 7, unsaved: [idOf(1), idOf(3)] });
});

test('lists are the same whatever the tools are called', () => {
  expect(sameLines([line(1)], [{ ...line(1), name: 'Another' }])).toBe(true);
  for (const other of [[], [line(1, 12)], [line(1, 24, { seenPrice: 9 })], [line(1), line(2)]])
    expect(sameLines([line(1)], other)).toBe(false);
});

describe("a visitor's list at login", () => {
  test('is joined with that of the person: the larger quantity of a tool in both, in its place', () => {
    const { own: joined, both } = joinLists(ownOf('dana', saved(5, line(1, 100), line(2, 24))), [
      line(2, 60, { seenPrice: 8, addedAt: 50 }),
      line(1, 50, { addedAt: 51 }),
      line(3, 12, { addedAt: 52 }),
    ]);
    expect(both).toBe(2);
    expect(told(joined)).toEqual([
      [1, 100],
      [2, 60],
      [3, 12],
    ]);
    expect(joined).toMatchObject({ of: 'dana', version: 5 });
    expect(joined.lines[1]).toMatchObject({ seenPrice: 8, addedAt: 2 });
    expect([...joined.unsaved].sort()).toEqual([idOf(2), idOf(3)]);
  });

  test('fills the list up, no further', () => {
    const full = Array.from({ length: 199 }, (_, place) => line(place));
    const { own: joined, left } = joinLists(ownOf('dana', saved(1, ...full)), [line(300), line(301), line(0, 36)]);
    expect(left).toEqual([line(301)]);
    expect(joined.lines).toHaveLength(200);
    expect(joined.unsaved).toEqual([idOf(0), idOf(300)]);
  });

  test('that is empty changes nothing', () => {
    expect(joinLists(ownOf('dana', saved(2, line(1))), [])).toMatchObject({ both: 0, left: [], own: { unsaved: [] } });
  });
});
