import fc from 'fast-check';
import { expect, test } from 'vitest';
import { issuesOf } from '../../../tests/harness/issues-of.ts';
import { StockChange, StockMove, undoReason } from './stock-change.ts';

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

test('as many pieces as a stock may have can come at once, and not one more', () => {
  expect(change({ pieces: 10_000_000 }).data?.pieces).toBe(10_000_000);
  expect(change({ pieces: '10,000,001' }).success).toBe(false);
  expect(change({ kind: 'correction', pieces: '−10,000,000' }).data?.pieces).toBe(-10_000_000);
});

test.each([
  [{ kind: 'hold' }, 'kind', 'Choose restock or correction.'],
  [{ pieces: 'three' }, 'pieces', 'Pieces must be a whole number other than 0, up to 10,000,000.'],
  [{ pieces: null }, 'pieces', 'Pieces must be a whole number other than 0, up to 10,000,000.'],
  [{ pieces: -3 }, 'pieces', 'A restock adds pieces. Choose Correction to take some out.'],
  [{ reason: undefined }, 'reason', 'Reason is missing. Say where the pieces came from or went.'],
  [{ reason: '  ' }, 'reason', 'Reason is missing. Say where the pieces came from or went.'],
  [{ reason: 'x'.repeat(201) }, 'reason', 'Reason may have 200 characters at most.'],
  [{ reason: 'a\nb' }, 'reason', 'Reason must be plain text.'],
  [{ reason: 'a\u0000b' }, 'reason', 'Reason must be plain text.'],
])('%j is refused at its field, in words that say what to do', (its, field, message) => {
  expect(issuesOf(change(its))).toEqual([[field, message]]);
});

test('a reason is one line of up to 200 characters, without the spaces around it', () => {
  expect(change({ reason: '  Delivery  ' }).data?.reason).toBe('Delivery');
  expect(change({ reason: ` ${'x'.repeat(200)} ` }).success).toBe(true);
});

test('the undo of a change has a reason that can be sent, however long the first one is', () => {
  expect([undoReason('Delivery'), undoReason(null)]).toEqual(['Undo: Delivery', 'Undo:']);
  for (const reason of ['x'.repeat(200), `${'x'.repeat(193)}🔧 on`, '🔧'.repeat(200), '👩‍🔧'.repeat(66)]) {
    expect(change({ reason }).data?.reason).toBe(reason);
    const undo = undoReason(reason);
    expect([undo.isWellFormed(), undo.endsWith('\u200d'), change({ reason: undo }).data?.reason]).toEqual([
      true,
      false,
      undo,
    ]);
  }
});

test('a step of the stock is of a kind that the shop knows', () => {
  const its = { id: 7, reason: null, by: null, order: null, undo: null };
  const step = { ...its, pieces: -5, after: 95, at: '2026-03-01T14:30:00Z' };
  for (const kind of ['initial', 'restock', 'correction', 'hold', 'release'])
    expect(StockMove.parse({ ...step, kind })).toEqual({ ...step, kind });
  expect(StockMove.safeParse({ ...step, kind: '' }).success).toBe(false);
});

test('either pieces or what was counted is sent, and a count is a correction', () => {
  const change = { kind: 'correction', reason: 'Counted' };
  expect(StockChange.parse({ ...change, counted: '1,850' })).toEqual({ ...change, counted: 1_850 });
  expect(StockChange.parse({ ...change, counted: 0 })).toEqual({ ...change, counted: 0 });
  for (const wrong of [{}, { pieces: 5, counted: 5 }, { counted: -1 }, { counted: 0.5 }, { counted: 10_000_001 }])
    expect([wrong, StockChange.safeParse({ ...change, ...wrong }).success]).toEqual([wrong, false]);
});

const PIECES = 'Pieces must be a whole number other than 0, up to 10,000,000.';

test.each([
  [{ kind: 'correction' }, 'pieces', PIECES],
  [{ kind: 'correction', pieces: 5, counted: 5 }, 'pieces', PIECES],
  [{ kind: 'correction', counted: -1 }, 'counted', 'Counted must be a whole number from 0 to 10,000,000.'],
  [{ kind: 'restock', counted: 5 }, 'counted', 'A count is a correction. Choose Correction.'],
])('%j is refused at its field', (its, field, message) => {
  expect(issuesOf(StockChange.safeParse({ reason: 'Counted', ...its }))).toEqual([[field, message]]);
});
