import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import * as schema from '#tables/schema.ts';
import { begun, payments } from '../../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../../tests/harness/paid-purchase.ts';
import { findings, place } from '../../../../tests/harness/purchases.ts';
import { writeInvoices } from './write-invoices.ts';

const shop = await ownShop();
// Jobs that the database writes are due by its own clock.
shop.passTime(3_600_000);
const admin = await shop.person('admin');
const hammer = await shop.tool({ name: 'Ball-Pein Hammer', sku: 'HT-HAM-024', available: 100_000 });
const pliers = await shop.tool({ name: 'Pliers', price: 7, pack: 12, minQuantity: 12, available: 120_000 });

afterEach(async () => expect(await findings(shop)).toEqual([]));
afterAll(() => expect(shop.troubles).toEqual([]));

const bought = (quantity = 10) => paidPurchase(shop, [{ tool: hammer, quantity }]);
const invoiceOf = (id: string, who?: Person) => shop.call('getInvoice', { params: { id } }, who);
const yearOf = (at: string) => new Date(at).getUTCFullYear();
const numbers = async (series: string) =>
  (await shop.sql`select number from document where series = ${series} order by number`).map(({ number }) =>
    Number(number),
  );

describe('an invoice', () => {
  test('is not there before the payment, is coming right after it, and says then what was paid', async () => {
    const unpaid = await shop.person();
    const placed = await place(shop, unpaid, [{ toolId: hammer.id, quantity: 5, price: 10 }]);
    if (!placed.ok) throw new Error(placed.failure.code);
    expect(await invoiceOf(placed.value.id, unpaid)).toMatchObject({ status: 409, body: { code: 'invoice_unpaid' } });

    const { id, buyer, intentId, amount } = await paidPurchase(shop, [
      { tool: hammer, quantity: 10 },
      { tool: pliers, quantity: 24 },
    ]);
    expect(await invoiceOf(id, buyer)).toMatchObject({ status: 409, body: { code: 'invoice_coming' } });
    await shop.work();
    const { status, body } = await invoiceOf(id, buyer);
    expect(status).toBe(200);
    expect(calls.getInvoice.response.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      ...{ shop: { name: 'Toolyard', email: 'sales@example.com' }, name: buyer.name, address: '1 Main Street' },
      ...{ paid_with: 'card', transactionId: intentId, total: 268, guard: 0, discount: 80.4, amount },
      lines: [
        { tools_name: 'Ball-Pein Hammer', sku: 'HT-HAM-024', quantity: 10, tools_price: 10, total: 100, from: null },
        { tools_name: 'Pliers', sku: null, quantity: 24, tools_price: 7, total: 168 },
      ],
    });
    expect(body).not.toHaveProperty('po_number');
    const seen = (await shop.call('getPurchase', { params: { id } }, buyer)).body;
    expect(seen.invoice).toEqual({ number: body.number, pages: 1, date: seen.paidAt });
    expect(seen.lines[0].invoice).toBe(body.number);
    expect((await invoiceOf(seen.number, admin)).body).toEqual(body);
    const mail = shop.mailbox
      .mails()
      .find(({ recipients, subject }) => recipients.includes(buyer.email) && subject.startsWith('Receipt'));
    expect(mail?.text).toContain(`/dashboard/purchases/${seen.number}/invoice`);
  });

  test('leaves out what was taken out unpaid, and names the larger quantity that costs as little', async () => {
    const stepped = await shop.tool({ available: 1_000, stepFrom: [100, 120], stepPrice: [9, 8] });
    const buyer = await shop.person();
    const lines = [
      { tools_id: stepped.id, quantity: 112, tools_price: 9 },
      { tools_id: hammer.id, quantity: 5, tools_price: 10 },
    ];
    const contact = { phone: '5550142200', address: '1 Main Street', po_number: '4500018822', job: 'Dock 3' };
    const placed = await shop.call('placePurchase', { body: { ...contact, lines } }, buyer);
    const drop = [placed.body.lines[1]];
    expect(
      (await shop.call('changePurchase', { params: { id: placed.body.insertedId }, body: { drop } }, buyer)).status,
    ).toBe(200);
    const its = (await shop.call('getPurchase', { params: { id: placed.body.insertedId } }, buyer)).body;
    const { clientSecret, intentId } = await begun(shop, buyer, { id: its.id, amount: its.amount });
    await payments(shop).confirm(clientSecret);
    const body = { order_id: its.id, transactionId: intentId };
    expect((await shop.call('confirmPayment', { params: { id: its.id }, body }, buyer)).status).toBe(200);
    await shop.work();
    expect((await invoiceOf(its.id, buyer)).body).toMatchObject({
      ...{ po_number: '4500018822', job: 'Dock 3', total: 1008, guard: 48 },
      lines: [{ quantity: 112, guard: 48, from: 120 }],
    });
  });

  test('is never changed, not even by the shop itself', async () => {
    const { id, buyer } = await bought();
    await shop.work();
    const before = (await invoiceOf(id, buyer)).body;
    await shop.sql`update tool set name = 'Renamed', sku = null where id = ${hammer.id}`;
    await shop.sql`update purchase set address = 'Elsewhere' where id = ${id}`;
    expect((await invoiceOf(id, buyer)).body).toEqual(before);
    await expect(shop.sql`update document set body = '{}' where purchase_id = ${id}`).rejects.toThrow('never changed');
    await expect(shop.sql`delete from document where purchase_id = ${id}`).rejects.toThrow('never changed');
    await expect(shop.sql`truncate document`).rejects.toThrow('never changed');
    await shop.sql`update tool set name = 'Ball-Pein Hammer', sku = 'HT-HAM-024' where id = ${hammer.id}`;
  });

  test('keeps the address that the shop had when it was written', async () => {
    const address = ['48 Foundry Lane', 'VAT GB 123 4567 89'];
    const moved = { ...shop.context, shop: { ...shop.context.shop, address } };
    const { id, buyer } = await bought();
    await writeInvoices(moved);
    await shop.work();
    const { body } = await invoiceOf(id, buyer);
    expect(body.shop).toEqual({ name: 'Toolyard', address, email: 'sales@example.com' });
    expect(calls.getInvoice.response.parse(body)).toEqual(body);
  });

  test('is shown to its customer and to admins', async () => {
    const { id } = await bought();
    await shop.work();
    const stranger = await shop.person();
    for (const name of ['getInvoice', 'getInvoicePdf'] as const) {
      expect((await shop.call(name, { params: { id } })).status).toBe(401);
      expect((await shop.call(name, { params: { id } }, stranger)).body.code).toBe('order_not_found');
      expect((await shop.call(name, { params: { id } }, admin)).status).toBe(200);
    }
  });

  test('is a PDF, the same at each time', async () => {
    const { id, buyer } = await bought();
    await shop.work();
    const pdf = () => shop.call('getInvoicePdf', { params: { id } }, buyer);
    const [one, other] = [await pdf(), await pdf()];
    expect(one.headers.get('content-type')).toBe('application/pdf');
    expect(one.headers.get('cache-control')).toBe('no-store');
    expect(one.body.slice(0, 5)).toBe('%PDF-');
    expect(other.body).toBe(one.body);
  });
});

describe('numbers', () => {
  test('rise with the payments, from 1 in each year', async () => {
    const [late, early, next] = [await bought(), await bought(), await bought()];
    await shop.sql`update purchase set paid_at = '2019-12-31T23:59:59Z' where id = ${late.id}`;
    await shop.sql`update purchase set paid_at = '2019-03-01T00:00:00Z' where id = ${early.id}`;
    await shop.sql`update purchase set paid_at = '2020-01-01T00:00:00Z' where id = ${next.id}`;
    await shop.work();
    const told = await Promise.all(
      [early, late, next].map(async (it) => (await invoiceOf(it.id, it.buyer)).body.number),
    );
    expect(told).toEqual(['2019-0001', '2019-0002', '2020-0001']);
  });

  test('have no gap, whoever writes at once and whatever fails between', async () => {
    const year = yearOf(new Date().toISOString());
    const many = await Promise.all(Array.from({ length: 12 }, () => bought(5)));
    await shop.sql`create sequence refusals`;
    await shop.sql`create function refuse_some() returns trigger language plpgsql as $$
      begin if nextval('refusals') % 5 = 0 then raise exception 'out of luck'; end if; return new; end $$`;
    await shop.sql`create trigger refuse_some before insert on document for each row execute function refuse_some()`;
    const writers = Array.from({ length: 8 }, () => drizzle(shop.sql.pool, { schema }));
    let failed = 0;
    for (let round = 0; round < 30; round += 1)
      for (const end of await Promise.allSettled(writers.map((db) => writeInvoices({ ...shop.context, db }, 2))))
        if (end.status === 'rejected') failed += 1;
    await shop.sql`drop trigger refuse_some on document`;
    await shop.work();
    expect(failed).toBeGreaterThan(0);
    const all = await numbers(`invoice-${year}`);
    expect(all).toEqual(all.map((_, place) => place + 1));
    expect(all.length).toBeGreaterThanOrEqual(many.length);
  });

  test('above 9999 have as many digits as they need', async () => {
    const other = await ownShop();
    await other.sql`insert into document_series (series, next) values ('invoice-2018', 10000)`;
    const { id, buyer } = await paidPurchase(other, [{ tool: await other.tool(), quantity: 5 }]);
    await other.sql`update purchase set paid_at = '2018-06-01T00:00:00Z' where id = ${id}`;
    await other.work();
    expect((await other.call('getInvoice', { params: { id } }, buyer)).body.number).toBe('2018-10000');
    // The doctor misses the first 9999.
    expect(await findings(other)).toEqual(['invoices are numbered without gaps: series invoice-2018']);
  });
});

describe('a packing slip', () => {
  const ship = (id: string, lines: object[] | undefined, its: object = {}) =>
    shop.call('shipPurchase', { params: { id }, body: { ...(lines && { lines }), ...its } }, admin);
  const slipOf = (id: string, part: string, who?: Person) => shop.call('getSlip', { params: { id, part } }, who);

  test('tells of each part what is in it, how it is packed, and what follows', async () => {
    const its = await paidPurchase(shop, [
      { tool: hammer, quantity: 10 },
      { tool: pliers, quantity: 36 },
    ]);
    const { id, buyer, lines } = its;
    const none = await slipOf(id, '1', buyer);
    expect(none).toMatchObject({
      status: 404,
      body: { code: 'slip_not_found', detail: expect.stringContaining('Nothing') },
    });
    await ship(id, [{ order: lines[1], pieces: 24 }], { carrier: 'UPS', tracking: 'NLF 4471' });
    const first = (await slipOf(id, '1', buyer)).body;
    expect(calls.getSlip.response.parse(first)).toEqual(first);
    expect(first).toMatchObject({
      ...{ part: 1, parts: null, carrier: 'UPS', tracking: 'NLF 4471', phone: '5550142200' },
      lines: [{ tools_name: 'Pliers', ordered: 36, pieces: 24, pack: 12 }],
      to_follow: [
        { tools_name: 'Ball-Pein Hammer', pieces: 10 },
        { tools_name: 'Pliers', pieces: 12 },
      ],
    });
    expect(JSON.stringify(first)).not.toMatch(/price|total|amount/);
    await ship(id, undefined);
    expect((await slipOf(id, '1', buyer)).body).toMatchObject({ parts: 2, to_follow: first.to_follow });
    const second = (await slipOf(id, '2', admin)).body;
    expect(second).toMatchObject({ part: 2, parts: 2, to_follow: [], lines: [{ pieces: 10 }, { pieces: 12 }] });
    expect((await slipOf(id, '3', buyer)).body.detail).toBe('There is no part 3: 2 parts of this purchase have left.');
    expect((await slipOf(id, '0', buyer)).status).toBe(400);
    expect((await slipOf(id, '1', await shop.person())).status).toBe(404);
    const pdf = await shop.call('getSlipPdf', { params: { id, part: '2' } }, buyer);
    expect(pdf.body.slice(0, 5)).toBe('%PDF-');
    const list = (await shop.call('listMyOrders', { params: { email: buyer.email } }, buyer)).body;
    expect(list.map(({ parts }: { parts: number }) => parts)).toEqual([2, 2]);
  });

  test('what was refunded before does not follow', async () => {
    const { id, buyer, lines } = await paidPurchase(shop, [
      { tool: hammer, quantity: 10 },
      { tool: pliers, quantity: 12 },
    ]);
    const body = { lines: [{ order: lines[0], pieces: 10 }], amount: 70, reason: 'Late' };
    const refunded = await shop.call('refundPurchase', { params: { id }, body }, admin);
    expect(refunded.status).toBe(200);
    await shop.work();
    await ship(id, undefined);
    const slip = (await slipOf(id, '1', buyer)).body;
    expect(slip).toMatchObject({ to_follow: [], lines: [{ tools_name: 'Pliers', pieces: 12 }] });
  });

  test('nor does what is refunded after it has left; what had left and came back changes nothing', async () => {
    const { id, buyer, lines } = await paidPurchase(shop, [{ tool: hammer, quantity: 30 }]);
    const order = lines[0];
    await ship(id, [{ order, pieces: 10 }]);
    const refund = async (pieces: number, its: object = {}) => {
      const body = { lines: [{ order, pieces, ...its }], amount: pieces * 10 * 0.7, reason: 'Not needed' };
      expect(await shop.call('refundPurchase', { params: { id }, body }, admin)).toMatchObject({ status: 200 });
      await shop.work();
      return (await slipOf(id, '1', buyer)).body.to_follow;
    };
    expect(await refund(15)).toMatchObject([{ pieces: 5 }]);
    await ship(id, undefined);
    expect(await refund(4, { shipped: 4 })).toMatchObject([{ pieces: 5 }]);
    expect((await slipOf(id, '2', buyer)).body.to_follow).toEqual([]);
  });
});
