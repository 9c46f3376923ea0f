import { expect, test } from 'vitest';
import type { Tool } from '#model/catalogue/tool.ts';
import { type FoundRow, padRows } from '#model/orders/pad-rows.ts';
import { readPad } from '#model/orders/read-pad.ts';
import { PLAIN_TOOL } from '../../../../tests/harness/plain-tool.ts';
import { rowProblem } from './pad-texts.ts';

const restock = { date: '2099-12-03', left: 500 };

test('two lines of one tool have the problem of their sum, without the price of a wait that is not offered', () => {
  const its = { min_quantity: 24, available_quantity: 180, price: 10, pack: 12, restock, sku: 'HT-WRA-1' };
  const tool = { ...PLAIN_TOOL, ...its, _id: 't1', name: 'Wrench' } as unknown as Tool;
  const said = (text: string) => {
    const lines = readPad(text);
    const rows = padRows(
      lines,
      lines.map(() => ({ kind: 'found', tool })),
    );
    const { lead, rest } = rowProblem(rows.at(-1) as FoundRow) ?? {};
    return `${lead} ${rest}`.trim();
  };
  expect(said('wrench 100\nwrenches 50')).toMatch(/150/);
  expect(said('wrench 120\nwrenches 120')).toBe('Only 180 in stock.');
});
