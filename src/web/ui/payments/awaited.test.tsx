import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { PaymentDocket } from './payment-docket.tsx';
import { PurchaseLines } from './purchase-docket.tsx';

const order = (n: number, waiting?: Order['waiting']) =>
  ({
    ...{
      _id: `00000000-0000-4000-8000-00000000000${n}`,
      quantity: 400,
      tools_name: `Tool ${n}`,
      tools_image: '/a.webp',
    },
    ...{
      tools_price: 10,
      total: 4000,
      discount: 0,
      amount: 4000,
      address: '1 Main Street',
      state: 'unpaid',
      paid: false,
    },
    ...(waiting && { waiting }),
  }) as Order;
const textOf = (page: React.ReactElement) =>
  renderToStaticMarkup(page)
    .replace(/<[^>]*>/g, ' ')
    .replace(/ +/g, ' ')
    .replaceAll('\u00a0', ' ');
const waits = (pieces: number) => ({ pieces, date: '2026-12-20', place: 1 });

test('before the payment it says what waits, until when, and that it can be cancelled', () => {
  const text = textOf(<PaymentDocket order={order(1, waits(60))} />);
  expect(text).toContain('60 of them are expected on 20 Dec. They ship when they are here; cancel them until then');
  expect(text).toContain('Shipping 7 days after payment clears; what waits, once its delivery has come');
  expect(textOf(<PaymentDocket order={order(1, waits(400))} />)).toContain('Shipping Once the delivery has come');
  expect(textOf(<PaymentDocket order={order(1)} />)).not.toMatch(/expected|wait/);
});

test('of many orders those that wait are among the few that are shown first', () => {
  const lines = [1, 2, 3, 4, 5, 6, 7].map((n) => order(n, n === 7 ? waits(1) : undefined));
  const text = textOf(<PurchaseLines lines={lines} marked={undefined} />);
  expect(text).toContain('1 of them is expected on 20 Dec.');
  expect(text).not.toContain('Tool 6');
});

test('what no delivery is expected for any more is not said to be expected', () => {
  const text = textOf(<PaymentDocket order={order(1, { ...waits(60), undated: true })} />);
  expect(text).toContain('60 still wait, promised for 20 Dec. They ship when they are here;');
  expect(text).not.toContain('expected');
});
