import { expect, test } from 'vitest';
import type { Order, Purchase } from '#model/orders/order.ts';
import { leftToShip, linesToRefund, linesToShip, notLeft, piecesOf, piecesProblem } from './pieces-fields.tsx';
import { leftAfter, refundSum } from './refund-sum.ts';

const line = (its: Partial<Order>): Order =>
  ({ _id: 'o1', quantity: 60, total: 900, discount: 270, paid: true, shipping: false, ...its }) as Order;

const sumOf = (lines: Order[], pieces: { order: string; pieces: number }[], refunded = 0) =>
  refundSum({ lines, amount: 900, refunded } as unknown as Purchase, pieces);

test('what goes back is the share of the pieces, after offer and guard, and what is left of the last', () => {
  const six = [{ order: 'o1', pieces: 6 }];
  expect(sumOf([line({})], six)).toBe(63);
  expect(sumOf([line({ guard: 30 })], six)).toBe(60);
  expect(sumOf([line({ total: 100, discount: 0, quantity: 3 })], [{ order: 'o1', pieces: 1 }])).toBe(33.33);
  const rest = sumOf([line({ total: 100, discount: 0, quantity: 3, given_up: 1 })], [{ order: 'o1', pieces: 2 }]);
  expect(rest).toBe(66.67);
  expect(sumOf([line({})], [])).toBe(0);
});

test('no more goes back than what is left of the payment, where some went back for no pieces', () => {
  const all = [{ order: 'o1', pieces: 60 }];
  expect(sumOf([line({})], all)).toBe(630);
  expect(sumOf([line({})], all, 400)).toBe(500);
});

test('what is left of an unpaid purchase is a whole number of cents', () => {
  const dropped = { amount: 22.4, discount: 9.6 };
  expect(leftAfter({ amount: 92.4, discount: 39.6 }, [dropped])).toEqual({ amount: 70, discount: 30 });
  expect(leftAfter({ amount: 0.3, discount: 0 }, [{ amount: 0.1, discount: 0 }])).toEqual({ amount: 0.2, discount: 0 });
});

test('what is left to ship is what neither left nor was refunded', () => {
  expect(leftToShip(line({}))).toBe(60);
  expect(leftToShip(line({ shipped: 20, given_up: 6 }))).toBe(34);
  expect(leftToShip(line({ shipping: true, given_up: 6 }))).toBe(0);
  expect(leftToShip(line({ paid: false }))).toBe(0);
  const waiting = { pieces: 25, date: '2026-12-03', place: 1 };
  expect([leftToShip(line({ shipped: 20, waiting })), notLeft(line({ shipped: 20, waiting }))]).toEqual([15, 40]);
  expect(linesToRefund([line({ waiting })])).toMatchObject([{ left: 60, note: '60 paid, 0 sent, 25 awaited' }]);
  expect(linesToShip([line({ shipped: 20 }), line({ shipping: true })])).toMatchObject([
    { left: 40, note: '60 ordered, 20 sent, 40 on the shelf' },
  ]);
  expect(linesToRefund([line({ shipping: true, given_up: 6 }), line({ paid: false })])).toMatchObject([{ left: 54 }]);
});

test('pieces are whole numbers up to what is left', () => {
  expect(piecesProblem('61', 60)).toBe('61 is more than 60. Enter 0 to 60.');
  for (const typed of ['1.5', '-1', 'all']) expect(piecesProblem(typed, 60)).toBe('Enter a whole number, 0 to 60.');
  const lines = [{ line: line({}), left: 60, note: '' }];
  expect(piecesOf(lines, { o1: ' 6 ' })).toEqual([{ order: 'o1', pieces: 6 }]);
  expect(piecesProblem('1,200', 1_200)).toBeUndefined();
  expect(piecesProblem('1,2', 1_200)).toBe('Enter a whole number, 0 to 1,200.');
  expect(piecesOf(lines, { o1: '' })).toEqual([]);
  expect(piecesOf(lines, { o1: '61' })).toBeUndefined();
  expect(piecesOf(lines, { o1: '' }, 1)).toBeUndefined();
  expect(piecesProblem('0', 60, 1)).toBe('Enter a whole number, 1 to 60.');
});
