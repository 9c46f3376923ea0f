import { afterAll, expect, test } from 'vitest';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { confirmed, linked, payByLink, promised, regularOf } from '../../../tests/harness/promises.ts';
import { findings } from '../../../tests/harness/purchases.ts';

const shop = await ownShop();
shop.toNextDay();

afterAll(async () => expect(await findings(shop)).toEqual([]));

const day = (days: number) => new Date(shop.context.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);

test('whoever pays what was ordered before waits no longer than the page said, though the delivery moved meanwhile', async () => {
  const buyer = await regularOf(shop);
  const tool = await shop.tool({ available: 0, minQuantity: 1, restockAt: day(10), backorderLimit: 200 });
  const { token } = await promised(shop, buyer, [{ tool, quantity: 50 }]);
  const payer = 'the-payer-of-this-one';
  expect((await payByLink(shop, token, { payer })).status).toBe(200);
  shop.passTime(2 * 3_600_000);
  await expireHolds(shop.context);
  await shop.work();
  const told = day(10);
  expect((await linked(shop, token, payer)).ways).toMatchObject([{ way: 'wait', amount: 500, waitUntil: told }]);

  await shop.sql`update tool set restock_at = ${day(80)} where id = ${tool.id}`;
  const refused = await payByLink(shop, token, { payer, way: 'wait', amount: 500, waitUntil: told });
  expect(refused).toMatchObject({ status: 409, body: { code: 'out_of_stock' } });
  expect(refused.body.lines).toMatchObject([{ line: 1, code: 'pieces_gone', figures: { restockAt: day(80) } }]);
  const again = await payByLink(shop, token, { payer });
  expect((await confirmed(shop, token, again.body.clientSecret)).body.paid).toBe(true);
  expect((await linked(shop, token)).paid?.waiting).toMatchObject([{ pieces: 50, date: day(80) }]);
});
