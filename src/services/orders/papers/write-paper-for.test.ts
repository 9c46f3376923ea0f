import { expect, test } from 'vitest';
import type { Paper } from '#model/content/paper.ts';
import { ownShop, type Person } from '../../../../tests/harness/own-shop.ts';
import { paidPurchase } from '../../../../tests/harness/paid-purchase.ts';
import { promised } from '../../../../tests/harness/promises.ts';
import { PAPERS_AN_HOUR, writePaperFor } from './write-paper-for.ts';

const shop = await ownShop();
// Jobs that the database writes are due by its own clock.
shop.passTime(3_600_000);
const admin = await shop.person('admin');
const tool = await shop.tool({ available: 1_000 });

/** As many as they may have, without writing them. */
async function hasMany(who: Person, role: 'customer' | 'admin', count: number) {
  const context = { ...shop.context, papers: { write: async () => new Blob() } };
  for (let n = 0; n < count; n += 1)
    expect(await writePaperFor(context, { id: who.id, role }, {} as Paper)).toMatchObject({ ok: true });
}

test('a customer has so many PDFs an hour, of promises, invoices and slips together', async () => {
  const { id, buyer } = await paidPurchase(shop, [{ tool, quantity: 10 }]);
  const sent = await shop.call('shipPurchase', { params: { id }, body: {} }, admin);
  expect(sent.status).toBe(200);
  await shop.work();
  const { number } = await promised(shop, buyer, [{ tool, quantity: 10 }]);
  const papers = (who: Person) => [
    shop.call('getPromisePdf', { params: { number } }, who),
    shop.call('getInvoicePdf', { params: { id } }, who),
    shop.call('getSlipPdf', { params: { id, part: '1' } }, who),
  ];

  await hasMany(buyer, 'customer', PAPERS_AN_HOUR.customer);
  for (const refused of await Promise.all(papers(buyer))) {
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts', figures: { of: 'papers' } } });
    expect(refused.body.detail).toBe('You had very many PDFs made within an hour. Try again in 60 minutes.');
    expect(refused.headers.get('retry-after')).toBe('3600');
  }
  expect((await shop.call('getInvoice', { params: { id } }, buyer)).status).toBe(200);
  expect((await shop.call('getInvoicePdf', { params: { id } }, admin)).status).toBe(200);

  shop.passTime(3_600_000);
  const later = await shop.renewed(buyer);
  expect((await Promise.all(papers(later))).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('an admin has many more', async () => {
  await hasMany(admin, 'admin', PAPERS_AN_HOUR.customer + 1);
});
