import { expect, test } from 'vitest';
import { type Report, toTable } from './table.ts';

const shop = { firstStartMs: 5_000, laterStartMs: 1_500, idleMegabytes: 120, loadedMegabytes: undefined };
const figures = { floor: 1_000, p50: 2, p99: 90, failed: 0, shopCpu: 1.234, postgresCpu: undefined };
const report: Report = {
  ...{ size: 'small', node: '26.0.0', processors: 2, load: { before: 0.1, after: 2 }, pgbench: true },
  shops: [{ shop: 'this', ...shop }],
  jobs: [{ ...figures, job: 'orders', shop: 'this', rate: 700 }],
  overload: [{ shop: 'this', peak: 100, goodput: 90, memoryBefore: 120, memoryMost: 130, normalAfter: undefined }],
};

test('each goal of a job is judged, and what was not seen is left open', () => {
  const table = toTable(report);
  expect(table).toContain('70 %     2.0    90.0    1.23          –  ✓ 60 %, ✓ p99 100');
  expect(table).toContain('under load – MB');
  expect(table).toContain('90 % (goal 80 %)');
  expect(table).toContain('normal after more than 15 s');
  const slow = { ...report, jobs: [{ ...figures, job: 'orders', shop: 'this', rate: 500, p99: 101, failed: 0.25 }] };
  expect(toTable(slow)).toContain('✗ 60 %, ✗ p99 100, 25 % failed');
});

test('of two versions every line says whose it is, and the first how it stands to the second', () => {
  const table = toTable({
    ...report,
    shops: ['this', 'base'].map((name) => ({ shop: name, ...shop })),
    jobs: [
      { ...figures, job: 'orders', shop: 'this', rate: 700 },
      { ...figures, job: 'orders', shop: 'base', rate: 350 },
    ],
  });
  const [first, second] = table.split('\n').filter((line) => line.startsWith('POST /orders'));
  expect(first).toMatch(/this.* 200 %$/);
  expect(second).toMatch(/base.* –$/);
});
