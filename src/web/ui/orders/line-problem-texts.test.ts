import { expect, test } from 'vitest';
import type { Tool } from '#model/catalogue/tool.ts';
import { type ListLine, lineProblem } from '#model/orders/order-list.ts';
import { fixLabel, problemSentence } from './line-problem-texts.ts';

const told = (its: Partial<Tool>, quantity: number) => {
  const tool = { min_quantity: 6, available_quantity: 180, price: 29, pack: 1, steps: [], ...its } as unknown as Tool;
  const line = { quantity, seenPrice: 29 } as ListLine;
  const problem = lineProblem(line, tool);
  if (!problem) return undefined;
  const { lead, rest } = problemSentence(problem, line, tool);
  return [`${lead} ${rest}`.trim(), ...problem.fixes.map(fixLabel)];
};
const restock = { date: '2026-12-03', left: 300 };

test('what is missing may wait, be left out, or is sold out', () => {
  expect(told({}, 250)).toEqual(['Only 180 in stock.', 'Make it 180']);
  expect(told({ restock }, 250)).toEqual([
    'Only 180 in stock. All 250 keep the price of $29.',
    '180 now, 70 on 3\u00a0Dec',
    'Make it 180',
  ]);
  expect(told({ available_quantity: 0 }, 60)).toEqual(['Sold out since you added it.', 'Remove']);
  expect(told({ available_quantity: 0, restock }, 60)).toEqual([
    'Sold out since you added it. 300 come on 3\u00a0Dec.',
    'Hold my place for 3\u00a0Dec',
  ]);
  expect(told({ available_quantity: 3, restock }, 60)).toEqual([
    'Only 3 in stock. 300 come on 3\u00a0Dec.',
    '3 now, 57 on 3\u00a0Dec',
  ]);
});

test('what keeps its price when it waits is said only where waiting is offered', () => {
  const tool = { min_quantity: 6, available_quantity: 180, price: 29, pack: 1, steps: [], restock } as unknown as Tool;
  const line = { quantity: 250, seenPrice: 29 };
  const fixes = [{ code: 'quantity', quantity: 180 }] as const;
  expect(problemSentence({ code: 'too-few', fixes }, line, tool).rest).toBe('');
});

test('a risen price says what the line was, unless a larger step may have been its ceiling', () => {
  const risen = 'Price changed since you added it: then $29 each, now $31. This line is ';
  expect(told({ price: 31 }, 100)?.[0]).toBe(`${risen}$3,100 instead of $2,900.`);
  expect(told({ price: 31, steps: [{ from: 50, price: 31 }] }, 100)?.[0]).toBe(`${risen}$3,100 instead of $2,900.`);
  expect(told({ price: 31, steps: [{ from: 104, price: 28 }] }, 100)?.[0]).toBe(`${risen}$2,912.`);
});
