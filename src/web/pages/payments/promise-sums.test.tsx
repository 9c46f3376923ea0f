import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LinkedPromise, WayToPay } from '#model/orders/promise.ts';
import { PromiseDocket } from './promise-docket.tsx';
import { ToPay } from './promise-sums.tsx';

interface Case {
  readonly amount: number;
  readonly price: number;
  readonly less?: number;
  readonly discount?: number;
}

/** The rows of a page that are amounts of money, and which they are. */
function rowsOf(markup: string): [string, number][] {
  const rows = [...markup.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)];
  return rows.flatMap(([, label = '', is = '']): [string, number][] =>
    is.includes('$') ? [[label, Number(is.replace('\u2212', '-').replace(/[$,]/g, ''))]] : [],
  );
}

test('the receipt stands where a machine of the release before says not yet by when its pieces ship', () => {
  const paid = { number: 'P-2058', amount: 5, discount: 0, paidAt: '2026-11-24T09:00:00Z', refunded: 0 };
  expect(receiptOf(5, { ...paid, transactionId: 'pi_1', shipBy: '2026-12-01T09:00:00Z' })).toContain('pi_1');
});

const sum = (rows: readonly [string, number][]) => rows.reduce((all, [, dollars]) => all + dollars, 0);

function paidRows({ amount, price, less = 0, discount = 0 }: Case) {
  const paid = {
    ...{ number: 'P-2058', amount: price - discount, discount, approvedBy: null, paidAt: '2026-11-24T09:00:00Z' },
    ...{ transactionId: 'pi_1', ships: [], invoice: '2026-0431', refunded: 0 },
    ...(less > 0 && { lower: [{ tools_id: '1', each: 1, less }] }),
  };
  return rowsOf(receiptOf(amount, paid));
}

function receiptOf(amount: number, paid: object): string {
  const promise = { state: 'paid', amount, paid } as unknown as LinkedPromise;
  return renderToStaticMarkup(
    <PromiseDocket promise={promise} token="" config={{} as never} reload={async () => undefined} />,
  );
}

function rowsToPay({ amount, price: total, less, discount = 0 }: Case) {
  const way: WayToPay = { way: 'all', total, guard: 0, discount, amount: total - discount, ...(less && { less }) };
  const promise = { amount } as LinkedPromise;
  return rowsOf(renderToStaticMarkup(<ToPay promise={promise} way={way} onChooseAgain={undefined} />));
}

const CASES: [string, Case, [string, number][]][] = [
  [
    'a lower price, pieces left out and the offer',
    { amount: 1300, price: 650, less: 250, discount: 195 },
    [
      ['Left out', -400],
      ['Less than promised', -250],
      ['First order, 30% off', -195],
    ],
  ],
  [
    'a line cancelled, and the offer',
    { amount: 400, price: 200, discount: 60 },
    [
      ['Left out', -200],
      ['First order, 30% off', -60],
    ],
  ],
  ['pieces left out alone', { amount: 1300.35, price: 900.2 }, [['Left out', -400.15]]],
];

test.each(CASES)('of a paid promise the rows add up to the payment: %s', (_, its, rows) => {
  expect(paidRows(its)).toEqual(rows);
  expect(its.amount + sum(rows)).toBeCloseTo(its.price - (its.discount ?? 0), 2);
});

test.each(CASES)('before the payment, too: %s', (_, its, rows) => {
  const asked = its.price - (its.discount ?? 0);
  expect(rowsToPay(its)).toEqual([['Amount promised', its.amount], ...rows, ['To pay now', asked]]);
});

test('where nothing is left out, there is no such row', () => {
  expect(paidRows({ amount: 400, price: 380, less: 20 })).toEqual([['Less than promised', -20]]);
  expect(rowsToPay({ amount: 400, price: 380, less: 20, discount: 114 })).toEqual([
    ['Total price', 380],
    ['First order, 30% off', -114],
    ['To pay now', 266],
  ]);
  expect(rowsToPay({ amount: 400, price: 400 })).toEqual([]);
});
