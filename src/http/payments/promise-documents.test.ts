import { expect, test } from 'vitest';
import { promisePdf } from '#outside/orders/promise-pdf.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { promised } from '../../../tests/harness/promises.ts';
import { createLimiter, LIMITS } from '../limiter.ts';
import { promiseDocuments } from './promise-documents.ts';

const shop = await ownShop();
const documents = promiseDocuments(shop.context, {
  limiter: createLimiter(LIMITS, () => false),
  write: promisePdf,
  otherwise: () => new Response('Not found', { status: 404 }),
});

test('the document is for its customer and for whoever has the link, and tells its address to nobody', async () => {
  const [buyer, other] = [await shop.person(), await shop.person()];
  const { number, token } = await promised(shop, buyer, [{ tool: await shop.tool(), quantity: 10 }]);
  const get = (path: string, cookie = '') => documents.request(path, { headers: { cookie } });
  const read = await get(`/promise/${token}/${number}.pdf`);
  expect(read.status).toBe(200);
  expect(Object.fromEntries(read.headers)).toMatchObject({
    ...{ 'content-type': 'application/pdf', 'cache-control': 'no-store' },
    ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' },
  });
  expect((await read.text()).slice(0, 5)).toBe('%PDF-');
  const own = `/dashboard/promises/${number}.pdf`;
  expect((await get(own, buyer.cookie)).status).toBe(200);
  for (const [path, cookie] of [
    [own],
    [own, other.cookie],
    [`/promise/${token}/PP-9999.pdf`],
    [`/promise/${'A'.repeat(22)}/${number}.pdf`],
  ] as const)
    expect((await get(path, cookie)).status).toBe(404);
});
