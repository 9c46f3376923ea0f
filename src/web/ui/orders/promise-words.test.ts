import { expect, test } from 'vitest';
import type { PromiseLine, PromisePaper } from '#model/orders/promise.ts';
import {
  amountWords,
  documentHead,
  inviteMail,
  lineMark,
  lowerToday,
  noneHere,
  promiseStanding,
  refusedText,
  runShort,
  shareOfTime,
  todaysPrice,
  wantedLines,
  wayWords,
} from './promise-words.ts';

const line = (tools_name: string, quantity: number, available: number, restock: string | null = null): PromiseLine => {
  const price = { each: 10, total: 10 * quantity, guard: 0 };
  return {
    ...{ tools_id: '1'.repeat(24) as PromiseLine['tools_id'], tools_name, tools_image: '', sku: null, quantity },
    ...price,
    today: { ...price, available, restock },
  };
};
const ALL = [line('Wrench, Soft Grip', 100, 100), line('Saw', 50, 50)];
const SHORT = [line('Wrench, Soft Grip', 100, 60, '2026-12-03'), line('Saw', 50, 0, '2026-12-03'), line('Level', 5, 5)];
const paper = (its: Partial<PromisePaper> = {}): PromisePaper => ({
  ...{ number: 'PP-0318', state: 'valid', name: 'Dana Ortiz', address: '1 Main Street' },
  ...{ createdAt: '2026-11-22T10:00:00.000Z', validUntil: '2026-11-29T23:59:59.999Z' },
  ...{ lines: ALL, total: 1500, guard: 0, amount: 1500, today: 1500, ways: [] },
  ...its,
});
const at = (iso: string) => Date.parse(iso);
const headAt = (iso: string, its: Partial<PromisePaper> = {}) => documentHead(paper(its), at(iso)).words;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  ['2026-11-22T10:00:01Z', 'Valid for 7 more days'],
  ['2026-11-22T23:59:59Z', 'Valid for 7 more days'],
  ['2026-11-23T00:00:00Z', 'Valid for 6 more days'],
  ['2026-11-28T23:59:59Z', 'Valid for 1 more day'],
  ['2026-11-29T00:00:00Z', 'Valid for its last day'],
  ['2026-11-29T23:59:59Z', 'Valid for its last day'],
])('at %s: %s', (now, words) => {
  expect(headAt(now)).toBe(words);
});

test('the document says what has become of it', () => {
  expect(headAt('2026-11-23T12:00:00Z', { lines: SHORT })).toBe('Valid, but stock is short');
  expect(headAt('2026-11-30T12:00:00Z', { state: 'ordered' })).toBe('Ordered, not paid');
  expect(headAt('2026-11-23T12:00:00Z', { state: 'closed' })).toBe('Link closed');
  expect(headAt('2026-11-23T12:00:00Z', { state: 'cancelled' })).toBe('Cancelled');
  const expired = (iso: string, state: 'expired' | 'valid') => {
    const { words, below } = documentHead(paper({ state }), at(iso));
    return [words, plain(below)];
  };
  for (const state of ['expired', 'valid'] as const) {
    expect(expired('2026-11-30T00:00:00Z', state)).toEqual(['Expired', 'on 29 Nov 2026, yesterday']);
    expect(expired('2026-11-30T23:59:59Z', state)).toEqual(['Expired', 'on 29 Nov 2026, yesterday']);
    expect(expired('2026-12-01T00:00:00Z', state)).toEqual(['Expired', 'on 29 Nov 2026, 2 days ago']);
  }
  const paid = {
    ...{ number: 'P-2058' as const, amount: 1500, discount: 0, approvedBy: 'Sam Reyes', ships: [], invoice: null },
    refunded: 0,
  };
  const by = (transactionId: string) =>
    plain(
      documentHead(paper({ state: 'paid', paid: { ...paid, transactionId, paidAt: '2026-11-24T09:00:00Z' } }), 0).below,
    );
  expect([by('pi_3QL4'), by('5O190127TN364715T')]).toEqual(['on 24 Nov 2026, by card', 'on 24 Nov 2026, by PayPal']);
  const given = (refunded: number) =>
    documentHead(
      paper({ state: 'paid', paid: { ...paid, refunded, transactionId: 'pi_3', paidAt: '2026-11-24T09:00:00Z' } }),
      0,
    ).words;
  expect([given(0), given(1499.99), given(1500)]).toEqual(['Paid', 'Paid', 'Paid, then refunded']);
});

test('the needle stands at now, or where it was paid, and stays on the scale', () => {
  expect(shareOfTime(paper(), at('2026-11-22T10:00:00Z'))).toBe(0);
  expect(shareOfTime(paper(), at('2026-11-26T04:59:59Z'))).toBeCloseTo(0.5, 4);
  expect(shareOfTime(paper(), at('2027-01-01T00:00:00Z'))).toBe(1);
  expect(shareOfTime(paper(), 0)).toBe(0);
});

test('marks of lines that are short', () => {
  const mark = (its: PromiseLine) => plain(lineMark(paper(), its)?.words ?? '');
  expect(mark(line('Saw', 50, 50))).toBe('');
  expect(mark(line('Saw', 50, 49))).toBe('49 of 50 left');
  expect(mark(line('Saw', 50, 0))).toBe('Sold out');
  expect(mark(line('Saw', 50, 0, '2026-12-03'))).toBe('Sold out, back on 3 Dec');
  expect(mark({ ...line('Saw', 50, 50), today: null })).toBe('No longer sold');
  expect(runShort(SHORT)).toBe('Two tools have run short');
  expect(runShort(SHORT.slice(1))).toBe('One tool has run short');
});

test('what is no longer sold has not run short', () => {
  const gone = (name: string) => ({ ...line(name, 50, 50), today: null });
  expect(runShort([...ALL, gone('Drill')])).toBe('One tool is no longer sold');
  expect(runShort([gone('Drill'), gone('Vice')])).toBe('Two tools are no longer sold');
  expect(runShort([...SHORT, gone('Drill')])).toBe('One tool is no longer sold, and two tools have run short');
  const now = '2026-11-23T12:00:00Z';
  expect(headAt(now, { lines: [...ALL, gone('Drill')] })).toBe('Valid, but not all is still sold');
  expect(headAt(now, { lines: [...SHORT, gone('Drill')] })).toBe('Valid, but stock is short');
  expect(noneHere([gone('Drill')], 'It holds.')).toBe('Nothing of it is sold any more.');
  expect(noneHere([gone('Drill'), line('Saw', 5, 0)], 'It holds.')).toBe('Nothing of it is in stock now. It holds.');
  expect(noneHere([line('Drill', 5, 3), line('Saw', 5, 9)], 'It holds.')).toBe('One tool has run short. It holds.');
  expect(noneHere([line('Saw', 5, 9)], 'It holds.')).toBe('It cannot be paid just now. It holds.');
});

test('what was left out is told at its line, and what waits once it is paid', () => {
  const leftOut = [{ tools_id: ALL[0]?.tools_id, pieces: 40 }];
  const paid = { ...paper({ state: 'paid' }), leftOut };
  const mark = (quantity: number, its: object = paid, available = 0) =>
    lineMark(its as PromisePaper, line('Saw', quantity, available));
  expect(mark(100)).toEqual({ mark: 'half', words: '40 of 100 left out' });
  expect(mark(40)).toEqual({ mark: 'open', words: 'Left out' });
  expect(mark(40, paper({ state: 'paid' }))).toBeUndefined();
  const waiting = [{ tools_id: ALL[0]?.tools_id, pieces: 1, date: '2026-12-03' }];
  const waits = { ...paid, paid: { waiting } };
  expect(plain(mark(100, waits)?.words ?? '')).toBe('40 of 100 left out, 1 waits for 3 Dec');
  const lower = [{ tools_id: ALL[0]?.tools_id, each: 8, less: 120 }];
  const cheaper = { ...paper({ state: 'paid' }), paid: { lower } };
  expect(mark(40, cheaper)).toEqual({ mark: 'done', words: '$8 each, $120 less than promised' });
  expect(mark(100, { ...paid, paid: { lower } })).toEqual({
    ...{ mark: 'half', words: '40 of 100 left out, $8 each, $120 less than promised' },
  });
  expect(plain(mark(40, { ...waits, leftOut: [] })?.words ?? '')).toBe('1 waits for 3 Dec');
  for (const state of ['valid', 'ordered'] as const) {
    const ordered = { ...paper({ state }), leftOut };
    expect(mark(40, ordered)).toEqual({ mark: 'open', words: 'Left out' });
    expect(mark(100, ordered, 60)).toEqual({ mark: 'half', words: '40 of 100 left out' });
    expect(mark(100, ordered, 20)).toEqual({ mark: 'half', words: '20 of 60 left, 40 of 100 left out' });
  }
});

test('what was left out has not run short', () => {
  const [wrench, level] = [line('Wrench', 100, 60), { ...line('Level', 5, 0), tools_id: '2'.repeat(24) }];
  const [{ tools_id }, its] = [wrench, { lines: [wrench, level] as PromiseLine[] }];
  const left = { ...its, leftOut: [{ tools_id, pieces: 40 }] };
  expect(runShort(wantedLines(its))).toBe('Two tools have run short');
  expect(runShort(wantedLines(left))).toBe('One tool has run short');
  const none = { ...left, leftOut: [...left.leftOut, { tools_id: level.tools_id as typeof tools_id, pieces: 5 }] };
  expect(headAt('2026-11-23T12:00:00Z', none)).toBe('Valid for 6 more days');
});

test('ways to pay what is short', () => {
  const sums = { total: 1, guard: 0, discount: 0, amount: 1 };
  const words = (way: 'wait' | 'leave', lines = SHORT) => {
    const { title, text } = wayWords({ way, waitUntil: '2026-12-03', ...sums }, lines);
    return [plain(title), text];
  };
  expect(words('wait')).toEqual([
    'Ship what is there, the rest on 3 Dec',
    'All of it is paid now. The 90 missing pieces ship when they are here; cancelled until then, the money comes back.',
  ]);
  expect(words('leave')).toEqual(['Only what is there', 'Without Saw, and with 60 of 100 Wrench.']);
  expect(words('wait', [line('Saw', 5, 0, '2026-12-01'), line('Level', 1, 0, '2026-12-03')])[0]).toBe(
    'Ship all by 3 Dec',
  );
  const many = ['A', 'B', 'C'].map((name) => line(name, 5, 0));
  expect(words('leave', many)[1]).toBe('Without 3 tools.');
});

test('what was refused names its line and the reason, without a quantity that nobody can enter', () => {
  const limit = { line: 2, code: 'too_much_unpaid', figures: { held: 30, left: 235, least: 5 } };
  expect(refusedText([{ line: 1, code: 'tool_gone' }], SHORT)).toMatch(/: no longer in the catalogue\.$/);
  expect(refusedText([limit, { line: 1, code: 'out_of_stock', figures: { available: 60 } }], SHORT)).toBe(
    'Saw: Your unpaid orders already hold 30 pieces of this tool. Pay or cancel one of them, then order again. Wrench: 60 of 100 left.',
  );
});

test('the price of today beside the one that was promised', () => {
  const more = (today: number | null) => todaysPrice(paper({ today }));
  expect(more(1740)).toBe('Today the same order costs $1,740, $240 more.');
  expect(more(1400)).toBe('Today the same order costs $1,400, $100 less.');
  expect(more(1500)).toBe('Today the same order still costs $1,500.');
  expect(more(null)).toBe('Some of its tools are no longer sold.');
  const way = { way: 'all' as const, total: 1440, guard: 40, discount: 0, amount: 1400, less: 100 };
  expect(lowerToday(paper(), way)).toBe("Today's price is lower: $1,400.");
  expect(lowerToday(paper(), { ...way, total: 1540, amount: 1500, less: 0 })).toBeUndefined();
  const left = { ...way, way: 'leave' as const, total: 1000, guard: 0, amount: 1000, less: 20 };
  expect(lowerToday(paper(), left)).toBe("Today's price is lower: $1,000, $20 less than promised.");
  expect(lowerToday(paper(), { ...left, less: 0 })).toBeUndefined();
});

test('what its customer reads of its state', () => {
  const words = (['valid', 'ordered', 'expired', 'withdrawn', 'cancelled'] as const).map(
    (state) => promiseStanding({ state, paidAt: null }).words,
  );
  expect(words).toEqual(['Valid, not paid', 'Ordered, not paid', 'Expired', 'Withdrawn', 'Cancelled']);
  expect(plain(promiseStanding({ state: 'paid', paidAt: '2026-11-09T23:00:00Z' }).words)).toBe('Paid 9 Nov');
});

test('the mail has the link and names nobody: whoever sends it knows to whom', () => {
  const mail = inviteMail(paper({ note: 'By Friday & <soon>.' }), 'https://shop.test/promise/abc');
  expect(mail).toMatch(/^mailto:\?subject=Price%20promise%20PP-0318&body=/);
  const body = plain(decodeURIComponent(mail.split('&body=')[1] ?? ''));
  expect(body).toContain('By Friday & <soon>.');
  expect(body).toContain('2 tools for $1,500, prices held until 29 Nov 2026.');
  expect(body).toMatch(/https:\/\/shop\.test\/promise\/abc$/);
});

test('the amount of the document is called the amount to pay only where that much is paid', () => {
  const way = { way: 'all' as const, total: 1500, guard: 0, discount: 0, amount: 1500 };
  expect(amountWords(paper({ ways: [way] }))).toBe('Amount to pay');
  for (const ways of [[], [{ ...way, discount: 450, amount: 1050 }], [{ ...way, way: 'leave' as const }]])
    expect(amountWords(paper({ ways }))).toBe('Amount promised');
});
