import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MAX_SEARCH_LENGTH } from './search-words.ts';
import { readableFilter, TOOL_FILTER } from './tool-filter.ts';

const Filter = z.strictObject(TOOL_FILTER);
const dollars = fc.option(fc.integer({ min: 0, max: 9_999_999 }), { nil: undefined });

describe('prices', () => {
  test('a range is read when it has an end and its ends are in order', () => {
    fc.assert(
      fc.property(dollars, dollars, (from, to) => {
        const read = TOOL_FILTER.price.safeParse(`${from ?? ''}-${to ?? ''}`);
        const fine = (from !== undefined || to !== undefined) && (from ?? 0) <= (to ?? Number.POSITIVE_INFINITY);
        expect(read.success).toBe(fine);
        if (fine) expect(read.data).toEqual({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
      }),
    );
  });

  test.each(['', '-', '10', '1.5-2', '-5--1', '1e3-', '12345678-', ' 1-2', '١-٢'])('"%s" is no range', (text) => {
    expect(TOOL_FILTER.price.safeParse(text).error?.issues).toMatchObject([{ message: /whole dollars as 10-20/ }]);
  });
});

test('a minimum order is a whole number from 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (count) => {
      expect(TOOL_FILTER.min_order.parse(`${count}`)).toBe(count);
    }),
  );
  for (const text of ['0', '-1', '1.5', '01', '', 'x', '9999999999'])
    expect(TOOL_FILTER.min_order.safeParse(text).success).toBe(false);
});

test('a search has no control characters and is not long', () => {
  expect(TOOL_FILTER.q.parse('  8 mm  ')).toBe('  8 mm  ');
  expect(TOOL_FILTER.q.safeParse('x'.repeat(MAX_SEARCH_LENGTH)).success).toBe(true);
  for (const text of ['x'.repeat(MAX_SEARCH_LENGTH + 1), 'a\0b', 'a\nb'])
    expect(TOOL_FILTER.q.safeParse(text).success).toBe(false);
});

test('of any address only what can be understood is taken, and that is always a filter', () => {
  const name = fc.oneof(fc.constantFrom(...Object.keys(TOOL_FILTER), '__proto__', 'toString'), fc.string());
  const text = fc.oneof(fc.constantFrom('', ' ', 'true', '7', '10-20', '-'), fc.string());
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text)), (params) => {
      const read = readableFilter(params);
      expect(Filter.safeParse(read).success).toBe(true);
      expect(Object.values(read)).not.toContain('');
    }),
  );
  const params = new URLSearchParams('q=hammer&price=x&min_order=50&in_stock=yes&utm_source=mail');
  expect(readableFilter(params)).toEqual({ q: 'hammer', min_order: '50' });
});
