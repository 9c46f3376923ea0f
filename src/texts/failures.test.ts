import { expect, test } from 'vitest';
import { ANY_CALL, anyCallText } from './any-call.ts';
import { failureText, fieldTexts } from './failures.ts';

const shown = (code: string, figures?: object) => failureText({ status: 409, code, figures });

test('a text is made with the figures of its failure', () => {
  expect(shown('price_changed', { price: 14 })).toBe(
    'The price is now $14 a piece. Check the new total and order again.',
  );
  expect(shown('out_of_stock', { available: 1_320, least: 12 })).toBe(
    'Only 1,320 pieces are available. Enter 12 to 1,320.',
  );
  expect(shown('out_of_stock', { available: 0, least: 12 })).toBe('This tool has just sold out. Nothing was ordered.');
  expect(shown('out_of_stock', { available: 11, least: 12 })).toBe(
    'Only 11 pieces are left, and the minimum order is 12. Nothing was ordered.',
  );
  const waits = { available: 0, least: 12, waits: 'limit', day: '2026-12-03', later: 50, most: 50 };
  expect(shown('out_of_stock', waits).replaceAll('\u00a0', ' ')).toBe(
    'None of it is available, and 50 may wait for the delivery of 3 Dec. Enter 12 to 50.',
  );
  expect(shown('too_many_attempts', { of: 'accounts', seconds: 61 })).toBe(
    'Too many accounts were opened from your network. Try again in 2 minutes.',
  );
  for (const [seconds, wait] of [
    [1, '1 second'],
    [119, '119 seconds'],
    [120, '2 minutes'],
    [3_540, '59 minutes'],
  ] as const)
    expect(shown('too_many_attempts', { of: 'passwords', seconds })).toBe(
      `Too many failed tries. Wait ${wait} and try again.`,
    );
  expect(shown('too_many_uploads', { seconds: 60 })).toMatch(/Try again in a minute\.$/);
});

test('one of a thing is told as one', () => {
  expect(shown('quantity_below_minimum', { least: 1 })).toBe('The minimum order is 1 piece. Enter 1 or more.');
  expect(shown('too_many_unpaid', { unpaid: 1, left: 2 })).toMatch(/^You have 1 unpaid order and may have 3\./);
  expect(shown('too_many_unpaid', { unpaid: 1 })).toMatch(/^You have 1 unpaid order\. Pay/);
  expect(shown('too_much_unpaid', { held: 1, left: 0, least: 5 })).toMatch(
    /^Your unpaid orders already hold 1 piece of/,
  );
  expect(shown('unconfirmed_unpaid', { unpaid: 0, most: 1 })).toMatch(/may have 1 unpaid line\./);
});

test('of a tool that has as many as the shop counts none can be added', () => {
  const most = 10_000_000;
  const added = (available: number) => shown('stock_limit', { available, pieces: 5, most });
  expect(added(most - 4)).toBe('The shop counts up to 10,000,000 pieces of a tool. Add 4 at most.');
  for (const available of [most, most + 1_000])
    expect(added(available)).toBe('The shop counts up to 10,000,000 pieces of a tool. It has that many already.');
});

test('what was sent wrongly is told in the words of its fields', () => {
  const errors = [
    { field: 'phone', message: 'Phone must be Required' },
    { field: 'address', message: 'Address must be Required' },
  ];
  expect(failureText({ status: 400, code: 'invalid_request', errors })).toBe(
    'Phone must be Required Address must be Required',
  );
  expect(fieldTexts({ status: 400, code: 'invalid_request', errors })).toEqual(
    errors.map(({ field, message }) => ({ field, text: message })),
  );
  const taken = { status: 409, code: 'item_number_taken', figures: { takenBy: 'Claw Hammer', archived: true } };
  expect(fieldTexts({ ...taken, errors: [{ field: 'sku', message: 'in other words' }] })).toEqual([
    { field: 'sku', text: 'Taken by Claw Hammer (archived).' },
  ]);
});

test('an answer of another version of the shop, with a strange code or without its figures, is told by its status', () => {
  const text = 'The shop answered 409. Try again in a moment.';
  const strange = [shown('of_tomorrow'), shown('toString'), shown('too_many_unpaid'), shown('too_many_unpaid', {})];
  expect(new Set(strange)).toEqual(new Set([text]));
  expect(anyCallText({ status: 409, code: 'too_many_unpaid' })).toBe(text);
});

test('what may go wrong with any call reads the same everywhere', () => {
  for (const [code, text] of Object.entries(ANY_CALL)) expect([code, shown(code)]).toEqual([code, text]);
});

test('what is not left of a line is said of its tool, which is on the screen', () => {
  const figures = { line: 3, left: 0, tool: 'Paint Roller 9 in' };
  expect(shown('pieces_not_here', figures)).toMatch(/^Paint Roller 9 in has no pieces left\./);
  expect(shown('nothing_to_refund', { ...figures, left: 2 })).toMatch(
    /^Paint Roller 9 in has 2 pieces of that kind left\./,
  );
  expect(shown('pieces_not_here', { line: 3, left: 1 })).toMatch(/^Line 3 has 1 piece left\./);
});
