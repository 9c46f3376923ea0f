import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StockChange } from './stock-change.ts';

const change = (its: object) => StockChange.safeParse({ kind: 'restock', pieces: '12', reason: 'Delivery', ...its });

test('a restock adds, a correction adds or takes, in every spelling', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000_000, max: 20_000_000 }), (pieces) => {
      const fits = pieces !== 0 && Math.abs(pieces) <= 10_000_000;
      const text = pieces.toLocaleString('en-US');
      for (const typed of [
        pieces,
        String(pieces),
        ` ${text} `,
        text.replace('-', '−'),
        pieces > 0 ? `+${text}` : text,
      ]) {
        expect([typed, change({ pieces: typed }).success]).toEqual([typed, fits && pieces > 0]);
        const corrected = change({ kind: 'correction', pieces: typed });
        expect([typed, corrected.success]).toEqual([typed, fits]);
        if (corrected.success) expect(corrected.data.pieces).toBe(pieces);
      }
    }),
  );
});

test.each(['', ' ', '1.5', '--3', '+-3', '3-', '1e3', 'three', '-', Number.NaN, 1.5])(
  '%j is no number of pieces',
  (pieces) => {
    for (const kind of ['restock', 'correction'])
      expect(change({ kind, pieces }).error?.issues.map(({ path }) => path.join('.'))).toEqual(['pieces']);
  },
);

test('a change has a kind and a reason in one line', () => {
  expect(change({ reason: '  Delivery  ' }).data?.reason).toBe('Delivery');
  for (const its of [{ reason: '' }, { reason: 'a\nb' }, { reason: 'x'.repeat(201) }, { kind: 'hold' }])
    expect(change(its).success).toBe(false);
});
