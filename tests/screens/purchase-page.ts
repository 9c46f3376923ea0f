import type { Page } from 'playwright-core';
import type { OrderId } from '../../src/model/kernel/ids.ts';
import type { Order, Purchase } from '../../src/model/orders/order.ts';
import { change, drop, fail, hold, refuse } from './network.ts';
import { type Screen, screen } from './screen.ts';

const CALL = '/purchases/';
const ASKED = { answer_by: '2099-11-20' };

export const purchasePageScreens: readonly Screen[] = [
  screen('24-purchase-unpaid', 'customer', async (page, { orders }) => {
    await twoOfTwelve(page, orders.unpaid);
    await page.getByText('2 selected').waitFor();
  }),
  screen('24-purchase-promised', 'customer', async (page, { orders }) => {
    await change<Purchase>(page, CALL, promised);
    await open(page, orders.unpaid);
    await page.getByText('Price promise PP-0297').waitFor();
  }),
  screen('24-purchase-cancel', 'customer', async (page, { orders }) => {
    await twoOfTwelve(page, orders.unpaid);
    await page.getByRole('button', { name: 'Cancel 2 tools' }).click();
    await page.getByRole('alertdialog', { name: 'Cancel 2 tools?' }).waitFor();
  }),
  ...(['change', 'add'] as const).map((what) =>
    screen(`24-purchase-${what}`, 'customer', async (page, { orders }) => {
      await open(page, orders.unpaid);
      if (what === 'change') {
        await page
          .getByRole('button', { name: /^Change the quantity: / })
          .first()
          .click();
        await page.getByRole('dialog').getByRole('spinbutton').press('ArrowUp');
        await page.getByText('Amount to pay then').waitFor();
        return;
      }
      await page.getByRole('button', { name: 'Add a tool' }).click();
      await page.getByRole('dialog').getByRole('combobox').fill('hammer');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    }),
  ),
  screen('24-purchase', 'customer', async (page, { orders }) => {
    await change<Purchase>(page, CALL, (purchase) => promised(ofMany(purchase, 5)));
    await open(page, orders.shipped);
    await page.getByText('All shipped').first().waitFor();
  }),
  screen('24-purchase-waiting', 'customer', async (page, { orders }) => {
    await openWaiting(page, orders.paid);
    await page.getByRole('button', { name: /^Cancel the 7: / }).waitFor();
  }),
  screen('24-purchase-cancel-waiting', 'customer', async (page, { orders }) => {
    await openWaiting(page, orders.paid);
    await page.getByRole('button', { name: /^Cancel the 7: / }).click();
    await page.getByRole('alertdialog', { name: 'Cancel the 7?' }).waitFor();
  }),
  screen('24-purchase-asked', 'customer', async (page, { orders }) => {
    await openWaiting(page, orders.paid, ASKED);
    await page.getByRole('button', { name: /^Keep waiting: / }).waitFor();
  }),
  screen('34-purchase-asked', 'admin', async (page, { orders }) => {
    await openWaiting(page, orders.paid, ASKED);
    await page.getByText('Asked until 20 Nov 2099', { exact: true }).waitFor();
  }),
  screen('34-purchase-waiting', 'admin', async (page, { orders }) => {
    await openWaiting(page, orders.paid);
    await page.getByText('place 2 in the queue').first().waitFor();
  }),
  screen('24-purchase-late', 'customer', async (page, { orders }) => {
    await change<Purchase>(page, CALL, late);
    await open(page, orders.paid);
    await page.getByText('2 days late').waitFor();
  }),
  screen('24-purchase-loading', 'customer', async (page, { orders }) => {
    await hold(page, CALL);
    await page.goto(`/dashboard/purchases/${orders.paid.number}`);
    await page.locator('main [aria-busy=true]').first().waitFor();
  }),
  ...(['failed', 'offline'] as const).map(
    (how): Screen => ({
      name: `24-purchase-${how}`,
      as: 'customer',
      open: async (page, { orders }) => {
        await (how === 'failed' ? fail : drop)(page, CALL);
        await page.goto(`/dashboard/purchases/${orders.paid.number}`);
        await page.getByRole('heading', { name: 'The purchase did not load' }).waitFor();
      },
    }),
  ),
  screen('24-purchase-gone', 'newcomer', async (page, { orders }) => {
    await page.goto(`/dashboard/purchases/${orders.paid.number}`);
    await page.getByRole('heading', { name: 'There is no such purchase among yours' }).waitFor();
  }),
  screen('34-purchase', 'admin', async (page, { orders }) => {
    await openInParts(page, orders.paid);
    await page.getByText('1Z999AA10123456784').first().waitFor();
  }),
  screen('34-purchase-correct', 'admin', async (page, { orders }) => {
    await openInParts(page, orders.paid);
    await page.getByRole('button', { name: 'Correct: Shipment 1' }).click();
    await page.getByLabel('Tracking number').fill('1Z99');
    await page.getByText('Save anyway?').waitFor();
  }),
  screen('34-purchase-take-back', 'admin', async (page, { orders }) => {
    await openInParts(page, orders.paid);
    await page.getByRole('button', { name: 'Not shipped after all: Shipment 1' }).click();
    await page.getByRole('alertdialog', { name: 'Not shipped after all?' }).waitFor();
  }),
  screen('34-purchase-conflict', 'admin', async (page, { orders }) => {
    let meanwhile = false;
    await openInParts(page, orders.paid, (purchase) => (meanwhile ? shippedByAnother(purchase) : purchase));
    await refuse(page, /\/shipments$/, 409, 'nothing_to_ship');
    await page.getByRole('button', { name: 'Ship the rest' }).first().click();
    await page.getByLabel('Tracking number').fill('1Z999AA10123456792');
    meanwhile = true;
    await page.getByRole('button', { name: /^Ship \d+ pieces$/ }).click();
    await page.getByRole('heading', { name: /^Second Admin shipped the rest at / }).waitFor();
  }),
  screen('34-purchase-notes', 'admin', async (page, { orders }) => {
    await openInParts(page, orders.paid);
    await page.getByRole('button', { name: 'Notes 1' }).click();
    await page.getByLabel('Note for admins').fill('Gate B closes at four.\nRing twice.');
  }),
  screen('34-purchase-ship-to', 'admin', async (page, { orders }) => {
    await change<Purchase>(page, CALL, (purchase) => noted(ofMany(purchase, 7)));
    await open(page, orders.paid);
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByRole('dialog', { name: 'Ship to' }).waitFor();
  }),
  screen('34-purchase-ship', 'admin', async (page, { orders }) => {
    await openInParts(page, orders.paid);
    await page.getByRole('button', { name: 'Ship the rest' }).first().click();
    await page.getByLabel('Tracking number').fill('1Z999AA10123456792');
    await page.getByText('Optional. Looks like a UPS number.').waitFor();
  }),
  screen('34-purchase-ship-wrong', 'admin', async (page, { orders }) => {
    await open(page, orders.paid);
    await page.getByRole('button', { name: 'Ship', exact: true }).first().click();
    await page.getByLabel(/^Pieces: Claw/).fill('61');
    await page.getByText('61 is more than 24. Enter 1 to 24.').waitFor();
  }),
  screen('34-purchase-refund', 'admin', async (page, { orders }) => {
    await openInParts(page, orders.paid);
    await page.getByRole('button', { name: 'Refund' }).click();
    await page
      .getByLabel(/^Pieces: /)
      .first()
      .fill('6');
    await page.getByRole('button', { name: /^Refund \$[1-9]/ }).waitFor();
  }),
  screen('34-purchase-refunded', 'admin', async (page, { orders }) => {
    await openInParts(page, orders.paid, refundedInPart);
    await page.getByText('Kept', { exact: true }).waitFor();
  }),
  screen('24-purchase-parts', 'customer', async (page, { orders }) => {
    await openInParts(page, orders.paid, refundedInPart);
    await page.getByText('UPS 1Z999AA10123456784').first().waitFor();
  }),
];

async function open(page: Page, { number }: Order): Promise<void> {
  await page.goto(`/dashboard/purchases/${number}`);
  await page.getByRole('heading', { level: 2, name: /tools?, |^Shipments$/ }).waitFor();
}

/** A purchase of twelve lines, two of them checked. */
async function twoOfTwelve(page: Page, order: Order): Promise<void> {
  await change<Purchase>(page, CALL, (purchase) => ofMany(purchase, 12));
  await open(page, order);
  for (const place of [6, 10]) await page.getByRole('checkbox').nth(place).check();
}

/** A purchase of two lines, the first of them shipped. */
async function openInParts(page: Page, order: Order, also = (purchase: Purchase) => purchase): Promise<void> {
  await change<Purchase>(page, CALL, (purchase) => noted(also(partShipped(ofMany(purchase, 2)))));
  await open(page, order);
}

/** A purchase of two lines, some pieces of the second of which wait for a delivery. */
async function openWaiting(page: Page, order: Order, asked: Partial<typeof ASKED> = {}): Promise<void> {
  const waiting = { pieces: 7, date: '2099-12-03', place: 2, ...asked };
  await change<Purchase>(page, CALL, (purchase) => {
    const both = ofMany(purchase, 2);
    const lines = both.lines.map((line, n) =>
      n === 1 ? { ...line, waiting, later: { pieces: 7, shipBy: '2099-12-10T00:00:00.000Z' } } : line,
    );
    const about = { at: both.createdAt, orders: lines.slice(1).map(({ _id }) => _id) };
    const changes = [
      { what: 'delivery_moved' as const, ...about, day: '2099-12-03', ...asked },
      { what: 'arrived' as const, ...about, pieces: 4 },
    ];
    return { ...both, lines, changes };
  });
  await open(page, order);
}

/** The same with so many lines. */
function ofMany(purchase: Purchase, count: number): Purchase {
  const [line] = purchase.lines;
  if (!line) throw new Error('A purchase without a line');
  const lines = Array.from({ length: count }, (_, place) => ({
    ...line,
    _id: `${place.toString(16)}${line._id.slice(1)}` as OrderId,
  }));
  const { total, discount, amount } = purchase;
  return { ...purchase, lines, total: count * total, discount: count * discount, amount: count * amount };
}

const promised = (purchase: Purchase): Purchase => ({
  ...purchase,
  promise: { number: 'PP-0297', date: new Date(Date.now() - 5 * 86_400_000).toISOString() },
});

function late(purchase: Purchase): Purchase {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const lines = purchase.lines.map((line) => ({ ...line, shipBy: daysAgo(2) }));
  return { ...purchase, createdAt: daysAgo(9), paidAt: daysAgo(9), lines };
}

function partShipped(purchase: Purchase): Purchase {
  const [first, ...others] = purchase.lines;
  if (!first) throw new Error('A purchase without a line');
  const at = new Date().toISOString();
  const lines: Order[] = [{ ...first, state: 'shipped', shipping: true, shippedAt: at }, ...others];
  const tracking = '1Z999AA10123456784';
  const shipment = {
    ...{ id: crypto.randomUUID(), no: 1, at, carrier: 'UPS' as const, tracking },
    link: `https://www.ups.com/track?tracknum=${tracking}`,
    lines: [{ order: first._id, pieces: first.quantity }],
  };
  return { ...purchase, lines, shipments: [shipment] };
}

/** As admins see it: with a note, and who did what. A buyer's is as it was. */
function noted(purchase: Purchase): Purchase {
  const { desk, shipments, refunds, paidAt, lines } = purchase;
  if (!desk) return purchase;
  const note = { id: crypto.randomUUID(), text: 'Lift gate needed, call the dock an hour before.', by: 'Second Admin' };
  return {
    ...purchase,
    po_number: '4500129930-A',
    job: 'Quay wall',
    approved_by: 'Oda Owner',
    shipments: shipments.map((sent) => ({ by: 'Sample Admin', ...sent })),
    desk: {
      ...desk,
      notes: [{ ...note, at: paidAt ?? purchase.createdAt }],
      by: Object.fromEntries(refunds.map(({ id }) => [id, 'Sample Admin'])),
      item_numbers: Object.fromEntries(lines.map(({ _id }) => [_id, 'HT-TRB-255'])),
    },
  };
}

function shippedByAnother(purchase: Purchase): Purchase {
  const { lines, shipments } = purchase;
  const [, second] = lines;
  const [sent] = shipments;
  if (!second || !sent) throw new Error('A purchase without a rest');
  const { at } = sent;
  const theirs = {
    ...{
      id: crypto.randomUUID(),
      no: 2,
      at,
      by: 'Second Admin',
      carrier: 'DHL' as const,
      tracking: '5512009810',
      link: null,
    },
    lines: [{ order: second._id, pieces: second.quantity }],
  };
  const gone = { state: 'shipped' as const, shipping: true, shippedAt: at };
  return {
    ...purchase,
    lines: lines.map((line) => (line === second ? { ...line, ...gone } : line)),
    shipments: [sent, theirs],
  };
}

function refundedInPart(purchase: Purchase): Purchase {
  const [first, ...others] = purchase.lines;
  if (!first) throw new Error('A purchase without a line');
  const refund = {
    ...{ id: crypto.randomUUID(), no: 1, at: new Date().toISOString(), amount: 54, state: 'sent' as const },
    reason: 'Damaged',
    lines: [{ order: first._id, pieces: 6 }],
  };
  return { ...purchase, lines: [{ ...first, given_up: 6 }, ...others], refunded: 54, refunds: [refund] };
}
