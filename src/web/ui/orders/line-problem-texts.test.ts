import { expect, test } from 'vitest';
import type { Tool } from '#model/catalogue/tool.ts';
import { type ListLine, lineProblem } from '#model/orders/order-list.ts';
import { fixLabel, problemSentence } from './line-problem-texts.ts';

const told = (its: Partial<Tool>, quantity: number) => {
  const tool = { min_quantity: 6, available_quantity: 180, price: 29, pack: 1, steps: [], ...its } as unknown as Tool;
  const line = { quantity, seenPrice: 29 } as ListLine;
  const problem = lineProblem(line, tool);
  if (!problem) return undefined;
  const { lead, rest } = problemSentence(problem.code, line, tool);
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
  expect(told({ available_quantity: 3, restock }, 60)?.[1]).toBe('3 now, 57 on 3\u00a0Dec');
});
