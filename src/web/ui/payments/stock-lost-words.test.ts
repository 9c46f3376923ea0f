import { expect, test } from 'vitest';
import { type ShortLine, stockLostWords, waitingWords } from './stock-lost-words.ts';

const TOOLS = new Map([
  [1, 'Claw Hammer'],
  [2, 'LED Torch'],
  [4, 'Tape Measure'],
]);
const gone = (line: number, more: Partial<ShortLine> = {}): ShortLine => ({
  ...{ line, quantity: 96, available: 0, restockAt: null },
  ...more,
});

test('one of several tools has sold out and comes again', () => {
  expect(stockLostWords([gone(2, { restockAt: '2026-12-03' })], TOOLS)).toEqual({
    title: 'The LED Torch sold out while you were away.',
    text: 'Nothing has been charged. Pay for the other 2 tools, or wait for 3\u00a0Dec with all 3.',
    rest: 2,
    mayWait: true,
  });
});

test('what comes on no day that is known cannot be waited for', () => {
  const short = [gone(2, { restockAt: '2026-12-03' }), gone(4, { available: 60 })];
  expect(stockLostWords(short, TOOLS)).toEqual({
    title: 'Too few pieces of 2 tools are left.',
    text: 'Nothing has been charged. Pay for the other 1 tool.',
    rest: 1,
    mayWait: false,
  });
});

test('an order alone waits, or is cancelled', () => {
  const tools = new Map([[1, 'LED Torch']]);
  const waits = gone(1, { available: 60, restockAt: '2026-12-03' });
  expect(stockLostWords([waits], tools)).toMatchObject({
    title: 'Only 60 of 96 left: LED Torch.',
    text: 'Nothing has been charged. Wait for 3\u00a0Dec.',
    rest: 0,
  });
  expect(stockLostWords([gone(1)], tools).text).toBe(
    'Nothing has been charged. Cancel the order in My Orders, or try again later.',
  );
});

test('two lines wait for the later of their days', () => {
  const short = [gone(1, { restockAt: '2026-12-09' }), gone(2, { restockAt: '2026-12-03', available: 90 })];
  expect(stockLostWords(short, TOOLS).text).toContain('wait for 9\u00a0Dec with all 3');
  expect(waitingWords(short, TOOLS)).toBe(
    '2 tools wait for 9\u00a0Dec. Cancel them until then and you get their money back.',
  );
  expect(waitingWords(short.slice(1), TOOLS)).toBe(
    '6 pieces wait for 3\u00a0Dec: LED Torch. Cancel them until then and you get their money back.',
  );
});
