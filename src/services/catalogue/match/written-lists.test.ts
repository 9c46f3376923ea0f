import { beforeAll, expect, test } from 'vitest';
import { readPad } from '#model/orders/read-pad.ts';
import starting from '../../../../content/catalogue/tools.json' with { type: 'json' };
import { ownShop } from '../../../../tests/harness/own-shop.ts';
import { OTHERS } from '../../../../tests/pad/names.ts';
import { writtenLists } from '../../../../tests/pad/written-lists.ts';
import { matchTools } from './match-tools.ts';

const shop = await ownShop();

beforeAll(async () => {
  for (const { name, sku } of starting) await shop.tool({ name, sku });
  for (const [sku, name] of OTHERS) await shop.tool({ name, sku });
});

const LISTS = 400;

test(`of the lines of ${LISTS} written lists 97 of 100 are read as they were meant, and none as another tool`, async () => {
  const faults: string[] = [];
  const wrong: string[] = [];
  let lines = 0;
  for (const list of writtenLists(LISTS)) {
    const read = readPad(list.text).filter(({ head }) => !head);
    const matches = await matchTools(
      shop.context,
      read.map(({ words, numbers }) => ({ words, numbers: [...numbers] })),
    );
    const left = [...read.keys()];
    for (const meant of list.lines) {
      const at = left.find((place) => read[place]?.text === meant.text.trim()) ?? -1;
      if (at >= 0) left.splice(left.indexOf(at), 1);
      const match = matches[at];
      const tool = match?.kind === 'found' ? match.tool : undefined;
      const bare = tool?.sku?.replaceAll('-', '') ?? '';
      const line = read[at]?.beside?.[bare] ?? read[at];
      const said = `${JSON.stringify(meant.text)} meant ${meant.sku} ${meant.quantity}, read ${tool?.sku ?? match?.kind} ${line?.quantity} “${read[at]?.words}”`;
      if (meant.sku) lines += 1;
      const isRight =
        tool?.sku === meant.sku &&
        line?.quantity === meant.quantity &&
        (line?.unit ?? 'pieces') === (meant.unit ?? 'pieces');
      if (tool && !isRight) wrong.push(said);
      else if (meant.sku && !isRight) faults.push(said);
    }
    for (const place of left) if (matches[place]?.kind === 'found') wrong.push(`extra ${read[place]?.text}`);
  }
  expect(wrong).toEqual([]);
  expect(1 - faults.length / lines, faults.join('\n')).toBeGreaterThanOrEqual(0.97);
}, 120_000);
