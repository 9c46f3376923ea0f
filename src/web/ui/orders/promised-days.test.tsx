import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Order, Purchase } from '#model/orders/order.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  vi.resetModules();
});

const line = {
  ...{ _id: '00000000-0000-4000-8000-000000000001', tools_name: 'Rasp', tools_image: '/images/a.webp', address: 'A' },
  ...{
    paid: true,
    shipping: false,
    state: 'paid',
    quantity: 40,
    tools_price: 10,
    total: 400,
    amount: 400,
    discount: 0,
  },
  ...{ shippedAt: null, createdAt: '2026-11-20T12:00:00.000Z', paidAt: '2026-11-20T12:00:00.000Z' },
} as unknown as Order;
const NO_ACTS = { shipLabel: 'Ship', onCorrect: () => {}, onTakeBack: () => {} };

/** Where the reader's calendar already has another day, or still has. */
const ZONES: [string, string][] = [
  ['America/Los_Angeles', 'T02:00:00.000Z'],
  ['Pacific/Auckland', 'T20:00:00.000Z'],
];

test.each(ZONES)('in %s a promised day is that of UTC, as in the mail, wherever it stands', async (timeZone, time) => {
  process.env['TZ'] = timeZone;
  vi.resetModules();
  const { OrderRow } = await import('./order-row.tsx');
  const { purchaseWords } = await import('./purchase-words.ts');
  const { Receipt } = await import('../payments/receipt.tsx');
  const { ManagedLines } = await import('./managed-lines.tsx');
  const { Shipments } = await import('./shipments.tsx');
  const { ShipScale } = await import('./ship-scale.tsx');
  const { shipPromise } = await import('./ship-promise.ts');
  const { purchaseStory } = await import('./purchase-story.ts');
  const { deskStory } = await import('./desk-story.ts');
  const { Story } = await import('./story.tsx');
  const { Timeline } = await import('./timeline.tsx');
  const now = Date.parse('2026-11-23T12:00:00Z');
  const [shipBy, closesAt] = [`2026-11-30${time}`, `2026-11-30${time}`];
  const purchase = {
    ...{
      number: 'P-2041',
      state: 'paid',
      total: 400,
      amount: 400,
      guard: 0,
      discount: 0,
      refunded: 0,
      holdUntil: null,
    },
    ...{ createdAt: line.createdAt, paidAt: line.paidAt, shipments: [], refunds: [], lines: [{ ...line, shipBy }] },
  } as unknown as Purchase;
  const unpaid: Order = { ...line, paid: false, state: 'unpaid', holdUntil: null, closesAt };
  const row = { index: 1, paymentPage: '/pay', now, problem: undefined, onCancel: () => {} };
  const promise = shipPromise(purchase, now);
  const own = { ...purchase, state: 'unpaid' as const, lines: [unpaid], paidAt: null };
  const drawn = (
    <MemoryRouter>
      <OrderRow {...row} order={{ ...line, shipBy }} />
      <OrderRow {...row} order={unpaid} />
      <Receipt order={{ ...line, shipBy }} purchase={undefined} action={null} />
      <ManagedLines purchase={purchase} now={now} />
      <Shipments {...{ purchase, now }} {...NO_ACTS} />
      {promise && <ShipScale promise={promise} contact="" />}
      <Story steps={purchaseStory(purchase, now).slice(-1)} />
      <Timeline steps={deskStory(purchase, now).slice(-1)} now={now} form={null} />
      <Timeline steps={deskStory(own, now).slice(-1)} now={now} form={null} />
    </MemoryRouter>
  );
  const said = `${renderToStaticMarkup(drawn).replace(/<[^>]*>/g, ' ')} ${purchaseWords(purchase.lines, now).join()}`;
  const days = said.replace(/\s+/g, ' ').match(/(?<!Paid |Ordered )\b(29|30|1) (Nov|Dec)/g) ?? [];
  expect(days.length).toBeGreaterThanOrEqual(10);
  expect(new Set(days)).toEqual(new Set(['30 Nov']));
  expect(said.replace(/\s+/g, ' ')).toMatch(/Ships by 30 Nov 2026 \(in 8 days\)/);
  expect(promise?.words).toBe('Ships in 7 days');
  const paid = promise && <ShipScale promise={{ ...promise, paidAt: `2026-11-20${time}` }} contact="" />;
  expect(renderToStaticMarkup(paid)).toContain('Paid 20\u00a0Nov');
});

test.each(ZONES)('in %s a promise is judged by days of UTC, so buyer and desk say the same', async (timeZone, time) => {
  process.env['TZ'] = timeZone;
  vi.resetModules();
  const { shipPromise } = await import('./ship-promise.ts');
  const { purchaseWords } = await import('./purchase-words.ts');
  const judged = (shippedAt: string) => {
    const its = { ...line, shipping: true, shippedAt, shipBy: '2026-11-30T12:00:00.000Z' };
    const purchase = { state: 'paid', paidAt: line.paidAt, lines: [its] } as unknown as Purchase;
    const words = shipPromise(purchase, Date.parse(shippedAt))?.words.replaceAll('\u00a0', ' ');
    return [words, ...purchaseWords([its], Date.parse(shippedAt))];
  };
  expect(judged(`2026-11-30${time}`)).toEqual(['Kept', 'Shipped, promise kept']);
  expect(judged(`2026-12-01${time}`)).toEqual(['Late by 1 day, shipped 1 Dec', 'Shipped, promise not kept']);
});
