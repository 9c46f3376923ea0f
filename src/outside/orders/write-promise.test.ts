import { expect, test } from 'vitest';
import type { PromisePaper } from '#model/orders/promise.ts';
import { promisePdf } from './promise-pdf.ts';

const line = {
  tools_id: '018f2b6e-0000-7000-8000-000000000001',
  tools_name: 'Adjustable Wrench 250 mm',
  tools_image: '/images/a/1200.webp',
  sku: 'HT-WRA-250',
  ...{ quantity: 400, each: 8, total: 3_200, guard: 0, today: null },
} as PromisePaper['lines'][number];

const paper = (lines: number): PromisePaper => ({
  ...{ number: 'PP-0318', state: 'valid', name: 'Dana Ortiz', address: '48 Foundry Lane\nLeeds' },
  ...{ po_number: '4500018830', note: 'Needed by 4 Dec. <b>not bold</b> ☃ \u202e' },
  ...{ createdAt: '2026-11-22T10:00:00.000Z', validUntil: '2026-11-29T23:59:59.999Z' },
  lines: Array.from({ length: lines }, () => line),
  ...{ total: 3_200 * lines, guard: 48, amount: 3_200 * lines - 48, today: null, ways: [] },
});

const pagesOf = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0;

test('one line fits one page, 200 lines take several; the same promise gives the same bytes', async () => {
  const one = await promisePdf(paper(1), 'Toolyard');
  expect(Buffer.from(one).subarray(0, 5).toString()).toBe('%PDF-');
  expect(pagesOf(one)).toBe(1);
  expect(Buffer.from(await promisePdf(paper(1), 'Toolyard')).equals(Buffer.from(one))).toBe(true);
  expect(pagesOf(await promisePdf(paper(200), 'Toolyard'))).toBeGreaterThan(5);
});
