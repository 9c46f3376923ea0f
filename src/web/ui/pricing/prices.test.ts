import { expect, test } from 'vitest';
import { toCents } from '#model/kernel/money.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { formatCents } from '#texts/format.ts';
import { ladders } from '../../../../tests/harness/ladders.ts';
import { priceAdvice } from './price-advice.ts';
import { priceRows } from './price-rows.ts';

const WRENCH = {
  ...{ price: 10, min_quantity: 12, available_quantity: 1320, pack: 1 },
  steps: [
    { from: 100, price: 9 },
    { from: 400, price: 8 },
  ],
};
const few = { ...WRENCH, available_quantity: 99 };

test('the table begins at the minimum, ends with what is not in stock, and knows where one is', () => {
  expect(priceRows({ ...WRENCH, available_quantity: 300 }, 100)).toEqual([
    { from: 12, until: 99, price: 10, saving: 0, current: false, reachable: true, later: undefined },
    { from: 100, until: 399, price: 9, saving: 1, current: true, reachable: true, later: undefined },
    { from: 400, until: undefined, price: 8, saving: 2, current: false, reachable: false, later: undefined },
  ]);
  expect(priceRows({ ...WRENCH, steps: [] }, 100)).toEqual([]);
});

test('a step that can be had with the pieces sold ahead names their day, until that is over', () => {
  const laterOf = (date: string) =>
    priceRows({ ...WRENCH, available_quantity: 0, restock: { date, left: 140 } }, 50).map(({ later }) => later);
  expect(laterOf('2099-12-05')).toEqual(['2099-12-05', '2099-12-05', undefined]);
  expect(laterOf('2019-12-05')).toEqual([undefined, undefined, undefined]);
});

test.each([
  [null, undefined],
  [11, undefined],
  [12, 12],
  [99, 12],
  [399, 100],
  [9999, 400],
])('%s pieces stand in the row from %s', (quantity, from) => {
  expect(priceRows(WRENCH, quantity).find(({ current }) => current)?.from).toBe(from);
});

const said = (tool: typeof WRENCH, quantity: number) => {
  const advice = priceAdvice(tool, quantity);
  return (
    advice && { tone: advice.tone, text: `${advice.lead} ${advice.rest}`.replace('\u00a0', ' '), take: advice.take }
  );
};

test('near the next step it says how many more pieces bring all of them down', () => {
  const text = '15 more pieces and all 100 cost $9 each: $900 instead of $850 for 85.';
  expect(said(WRENCH, 85)).toEqual({ tone: 'info', text, take: 100 });
  expect(said(WRENCH, 90)?.text).toBe('10 more pieces and all 100 cost $9 each: $900, as much as 90.');
  expect(said(WRENCH, 79)).toBeUndefined();
  expect(said(WRENCH, 80)?.take).toBe(100);
  expect(said(few, 85)).toBeUndefined();
  expect(said(WRENCH, 400)).toBeUndefined();
});

test('the advice skips a step where a larger order costs less, since nobody pays its figure', () => {
  const steps = [
    { from: 100, price: 10 },
    { from: 110, price: 9 },
  ];
  const tool = { ...WRENCH, price: 11, steps };
  expect(said(tool, 90)?.text).toBe('20 more pieces and all 110 cost $9 each: $990, as much as 90.');
  expect(said(tool, 85)).toBeUndefined();
});

test('one more box is always near', () => {
  const box = { ...WRENCH, pack: 50, min_quantity: 50 };
  expect(said(box, 50)?.text).toBe('50 more pieces and all 100 cost $9 each: $900 instead of $500 for 50.');
});

test('where a larger order would cost less, nobody pays more, and whoever can take it is offered it', () => {
  const text = 'You pay no more than for 100: $900, not $940. 6 more pieces cost nothing.';
  expect(said(WRENCH, 94)).toEqual({ tone: 'success', text, take: 100 });
  expect(said(WRENCH, 99)?.text).toContain('1 more piece costs nothing.');
  expect(said(few, 94)).toEqual({
    tone: 'success',
    text: 'You pay no more than for 100: $900, not $940.',
    take: undefined,
  });
});

test('what is offered is in stock, and brings a lower price or as much for no more money', () => {
  for (const { quantity, ...ladder } of ladders(14, 10_000)) {
    const available_quantity = quantity + (quantity % 200);
    const advice = priceAdvice({ ...ladder, available_quantity }, quantity);
    if (advice?.take === undefined) continue;
    const [now, then] = [quantity, advice.take].map((pieces) => orderPrice(ladder, pieces, 0));
    expect(advice.take).toBeLessThanOrEqual(available_quantity);
    expect(then?.each).toBeLessThan(now?.each ?? 0);
    expect(advice.rest.startsWith(formatCents(then?.amount ?? toCents(0)))).toBe(true);
    if (advice.tone === 'success') expect(then?.amount).toBe(now?.amount);
  }
});
