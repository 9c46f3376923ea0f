import type { Page } from 'playwright-core';
import type { Invoice, PackingSlip } from '../../src/model/purchases/papers.ts';
import { change, drop, fail, hold, refuse } from './network.ts';
import { type Screen, screen } from './screen.ts';
import type { World } from './world.ts';

const INVOICE = /^\/purchases\/[\w-]+\/invoice$/;
const SLIP = /^\/purchases\/[\w-]+\/slips\/1$/;

const TOOLS = [
  ['Adjustable Wrench 250 mm (10 in), Soft Grip', 'HT-WRA-250', 400, 8],
  ['Combination Pliers 190 mm, Two-Colour Grip', 'HT-PLC-190', 144, 7],
  ['Ball-Pein Hammer 24 oz, Ash Handle, 330 mm', 'HT-HAM-024', 96, 10],
  ['F-Clamp 300 x 110 mm, Beech Handle', 'HT-CLF-300', 112, 9],
] as const;

const line = (no: number): Invoice['lines'][number] => {
  const [name, sku, quantity, price] = TOOLS[no % TOOLS.length] ?? TOOLS[0];
  const guard = no === 3 ? 48 : 0;
  const whole = { tools_name: name, sku, quantity, tools_price: price, total: quantity * price };
  return { ...whole, guard, from: guard ? 120 : null };
};

/** So many lines, with the guard of one and the first-order offer. */
function invoiceOf(invoice: Invoice, many: number): Invoice {
  const lines = Array.from({ length: many }, (_, no) => line(no));
  const total = lines.reduce((sum, its) => sum + its.total, 0);
  const discount = Math.round((total - 48) * 30) / 100;
  const whole = { lines, total, guard: 48, discount, amount: Math.round((total - 48 - discount) * 100) / 100 };
  return { ...invoice, ...whole, number: '2026-0431', po_number: '4500018822', job: 'Dock 3 refit' };
}

const slipOf = (slip: PackingSlip): PackingSlip => ({
  ...{
    ...slip,
    part: 1,
    parts: 2,
    carrier: 'UPS',
    tracking: '1Z 4471 2093',
    po_number: '4500018640',
    job: 'Van stock',
  },
  lines: TOOLS.slice(0, 3).map(([name, sku, pieces], no) => ({
    ...{ tools_name: name, sku, ordered: pieces, pieces, pack: no === 1 ? 12 : 1 },
  })),
  to_follow: [
    { tools_name: 'Combination Pliers 190 mm', pieces: 144 },
    { tools_name: 'Hand Saw 500 mm', pieces: 40 },
  ],
});

type Orders = World['orders'];
const openInvoice = (page: Page, { paid }: Orders) => page.goto(`/dashboard/purchases/${paid.number}/invoice`);
const openSlip = (page: Page, { shipped }: Orders) => page.goto(`/dashboard/purchases/${shipped.number}/slip/1`);

export const paperScreens: readonly Screen[] = [
  ...([12, 40] as const).map(
    (many): Screen => ({
      name: many === 12 ? '27-invoice' : '27-invoice-long',
      as: 'customer',
      open: async (page, { orders }) => {
        await change<Invoice>(page, INVOICE, (invoice) => invoiceOf(invoice, many));
        await openInvoice(page, orders);
        await page.getByText('Paid in full.').waitFor();
      },
    }),
  ),
  screen('27-packing-slip', 'customer', async (page, { orders }) => {
    await change<PackingSlip>(page, SLIP, slipOf);
    await openSlip(page, orders);
    await page.getByText('Received by').waitFor();
  }),
  screen('34-packing-slip', 'admin', async (page, { orders }) => {
    await openSlip(page, orders);
    await page.getByText('Received by').waitFor();
  }),
  screen('27-invoice-loading', 'customer', async (page, { orders }) => {
    await hold(page, INVOICE);
    await openInvoice(page, orders);
    await page.getByRole('link', { name: 'Purchase' }).waitFor();
  }),
  ...(['failed', 'offline'] as const).map(
    (how): Screen => ({
      name: `27-invoice-${how}`,
      as: 'customer',
      open: async (page, { orders }) => {
        await (how === 'failed' ? fail : drop)(page, INVOICE);
        await openInvoice(page, orders);
        await page.getByRole('heading', { name: 'The invoice did not load' }).waitFor();
      },
    }),
  ),
  screen('27-invoice-coming', 'customer', async (page, { orders }) => {
    await refuse(page, INVOICE, 409, 'invoice_coming');
    await openInvoice(page, orders);
    await page.getByText('It is here in a moment.').waitFor();
  }),
  screen('27-invoice-unpaid', 'customer', async (page, { orders }) => {
    await page.goto(`/dashboard/purchases/${orders.unpaid.number}/invoice`);
    await page.getByRole('heading', { name: 'No invoice yet' }).waitFor();
  }),
  screen('27-packing-slip-none', 'customer', async (page, { orders }) => {
    await page.goto(`/dashboard/purchases/${orders.paid.number}/slip/1`);
    await page.getByRole('heading', { name: 'No packing slip yet' }).waitFor();
  }),
];
