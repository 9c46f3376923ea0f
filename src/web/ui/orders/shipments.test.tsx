import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Order, Purchase } from '#model/orders/order.ts';
import { ManagedLines } from './managed-lines.tsx';
import { Shipments } from './shipments.tsx';

const now = Date.parse('2026-11-27T12:00:00Z');
const soon = '2026-12-04T12:00:00Z';
const late = '2026-12-10T00:00:00Z';
const line = {
  ...{ paid: true, shipping: false, state: 'paid', tools_name: 'Rasp', tools_image: '/images/a.webp' },
  ...{ quantity: 40, tools_price: 10, total: 400, amount: 400, discount: 0, shipBy: soon },
} as Order;

const textOf = (of: typeof Shipments | typeof ManagedLines, ...lines: Partial<Order>[]) => {
  const purchase = {
    ...{ number: 'P-2041', state: 'paid', total: 800, amount: 800, guard: 0, discount: 0, refunded: 0 },
    ...{ shipments: [], refunds: [], lines: lines.map((its, n) => ({ ...line, _id: `0000-${n}`, ...its })) },
  } as unknown as Purchase;
  const acts = { shipLabel: 'Ship', onCorrect: () => {}, onTakeBack: () => {} };
  const Of = of;
  return renderToStaticMarkup(
    <MemoryRouter>
      <Of {...{ purchase, now, ...acts }} />
    </MemoryRouter>,
  )
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ');
};

test.each<[string, Partial<Order>[]]>([
  ['To go: 2 tools, 80 pieces Ship by 4 Dec 2026', [{}, {}]],
  ['To go: 2 tools, 80 pieces 40 ship by 4 Dec 2026 , 40 by 10 Dec 2026', [{}, { shipBy: late }]],
  ['To go: Rasp, 40 pieces 28 ship by 4 Dec 2026 , 12 by 10 Dec 2026', [{ later: { pieces: 12, shipBy: late } }]],
  [
    'To go: Rasp, 28 pieces Ship by 4 Dec 2026',
    [{ later: { pieces: 12, shipBy: late }, waiting: { pieces: 12, date: '2026-12-03', place: 1 } }],
  ],
  [
    'To go: Rasp, 33 pieces 28 ship by 4 Dec 2026 , 5 by 10 Dec 2026',
    [{ later: { pieces: 12, shipBy: late }, waiting: { pieces: 7, date: '2026-12-03', place: 1 } }],
  ],
  [
    'To go: Rasp, 5 pieces Ship by 10 Dec 2026',
    [{ shipBy: late, shipped: 28, waiting: { pieces: 7, date: '2026-12-03', place: 1 } }],
  ],
])('%s', (words, lines) => expect(textOf(Shipments, ...lines)).toContain(words));

test('what is late says by how much, and what is to go today is not late', () => {
  const its = (shipBy: string) => textOf(Shipments, { shipBy });
  expect(its('2026-11-26T09:00:00Z')).toContain('Ship by 26 Nov 2026 , 1 day late');
  expect(its('2026-11-20T09:00:00Z')).toContain(', 7 days late');
  expect(its('2026-11-27T09:00:00Z')).toContain('Ship by today 40 on the shelf.');
});

test('what was cancelled before the payment is not counted among the orders, and is named beside them', () => {
  expect(textOf(ManagedLines, {}, { state: 'cancelled', paid: false }, {})).toContain(
    '2 orders 80 pieces, 1 of 3 cancelled',
  );
  expect(textOf(ManagedLines, {}, {})).toContain('2 orders 80 pieces Picture');
});
