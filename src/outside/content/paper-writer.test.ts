import { expect, test } from 'vitest';
import type { Paper } from '#model/content/paper.ts';
import { runLimited } from '../kernel/limited-child.ts';
import { createPaperWriter } from './paper-writer.ts';

const limits = { time: 60_000, memory: 1536 * 1024 ** 2 };
const row = { name: 'Ball-Pein Hammer 24 oz, Ash Handle', id: 'HT-HAM-024', figures: [] };
const paper: Paper = {
  ...{ title: 'Invoice', number: '2026-0431', shop: { name: 'Toolyard', lines: [] }, ticked: false, signed: [] },
  ...{ facts: [{ label: 'Ship to', lines: ['1 Main Street'] }], heads: [], rows: Array(200).fill(row) },
  ...{ sums: [], closing: [], foot: 'Prices in US dollars' },
};

test('a paper of 200 lines is written within the limits', async () => {
  const written = await createPaperWriter().write(paper);
  expect(
    Buffer.from(await written.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test.runIf(process.platform === 'linux')('one that needs more memory than there is for one is given up', async () => {
  await expect(createPaperWriter({ ...limits, memory: 64 * 1024 ** 2 }).write(paper)).rejects.toThrow(
    'A document cannot be written',
  );
});

test('one that takes too long is given up', async () => {
  await expect(createPaperWriter({ ...limits, time: 1 }).write(paper)).rejects.toThrow('A document cannot be written');
});

test('of one that grows too large no more is kept than there is room for', async () => {
  const program = new URL('./write-once.ts', import.meta.url);
  const { stdout, code } = await runLimited(program, JSON.stringify({ paper }), limits, 1_000);
  expect(code).toBeNull();
  expect(stdout.byteLength).toBeLessThanOrEqual(1_000);
});
