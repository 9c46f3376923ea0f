import { afterAll, expect, test } from 'vitest';
import { expireHolds } from '#services/payments/expire-holds.ts';
import { begun, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { confirmed, linked, looksAt, payByLink, promised, regularOf, STEPS } from '../../../tests/harness/promises.ts';
import { findings, line, placed } from '../../../tests/harness/purchases.ts';

const shop = await ownShop();
shop.toNextDay();
const { seen } = looksAt(shop);

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

test('what its own purchase holds is in stock for it, and for no other promise', async () => {
  const buyer = await regularOf(shop);
  const tool = await shop.tool({ available: 100 });
  const lines = [{ tool, quantity: 100 }];
  const [own, other] = [await promised(shop, buyer, lines), await promised(shop, buyer, lines)];
  expect((await payByLink(shop, own.token)).status).toBe(200);
  const held = { lines: [{ today: { available: 100, restock: null } }] };
  expect(await linked(shop, own.token)).toMatchObject({ state: 'valid', ...held });
  expect(await seen(buyer, own.number)).toMatchObject({ state: 'ordered', ...held });
  const none = { lines: [{ today: { available: 0 } }], ways: [] };
  expect(await linked(shop, other.token)).toMatchObject(none);
  shop.passTime(2 * 3_600_000);
  await expireHolds(shop.context);
  await shop.work();
  await placed(shop, await regularOf(shop), [line(tool, 100)]);
  expect(await linked(shop, own.token)).toMatchObject(none);
});

test('what waits for its own purchase takes no place from it', async () => {
  const buyer = await regularOf(shop);
  const restock = day(10);
  const tool = await shop.tool({ available: 40, restockAt: restock, backorderLimit: 60 });
  const { token } = await promised(shop, buyer, [{ tool, quantity: 100 }]);
  const shown = { lines: [{ today: { available: 40, restock } }] };
  expect(await linked(shop, token)).toMatchObject(shown);
  const way = { way: 'wait' as const, amount: 1_000, waitUntil: restock };
  expect((await payByLink(shop, token, way)).status).toBe(200);
  expect(await linked(shop, token)).toMatchObject(shown);
});

test('that nothing was paid by a link in ten minutes is told to the customer, once', async () => {
  const [tool, paying, waiting] = [await shop.tool(STEPS), await regularOf(shop), await regularOf(shop)];
  const paid = await promised(shop, paying, [{ tool, quantity: 100, price: 9 }]);
  await confirmed(shop, paid.token, (await payByLink(shop, paid.token)).body.clientSecret);
  const { token } = await promised(shop, waiting, [{ tool, quantity: 100, price: 9 }]);
  const { number } = (await payByLink(shop, token)).body;
  const told = (to: string) =>
    shop.mailbox
      .mails()
      .filter(({ recipients, text }) => recipients.includes(to) && text.includes('the link of your price promise'));
  const later = async (minutes: number) => {
    shop.passTime(minutes * 60_000);
    await shop.work();
    return told(waiting.email).map(({ subject }) => subject);
  };
  expect(await later(9)).toEqual([]);
  expect(await later(2)).toEqual([expect.stringContaining(number)]);
  expect((await payByLink(shop, token)).status).toBe(200);
  expect(await later(11)).toHaveLength(1);
  expect(told(paying.email)).toEqual([]);
});

test('its customer, who presses Pay again, is left to pay for as long as anybody', async () => {
  const buyer = await regularOf(shop);
  const { number, token } = await promised(shop, buyer, [{ tool: await shop.tool(), quantity: 10 }]);
  const { body } = await shop.call('orderPromise', { params: { number }, body: { way: 'all', amount: 100 } }, buyer);
  const press = async () => begun(shop, await shop.renewed(buyer), { id: body.id, amount: 100 });
  const first = await press();
  shop.passTime(10 * 60_000);
  expect(await press()).toEqual(first);
  expect(await payByLink(shop, token, { amount: 100 })).toMatchObject({ body: { code: 'paying_elsewhere' } });
  shop.passTime(10 * 60_000);
  expect((await payByLink(shop, token, { amount: 100 })).status).toBe(200);
});

test('while the bank decides, another payer is refused, and the payer is given the id of the payment', async () => {
  const { token } = await promised(shop, await regularOf(shop), [{ tool: await shop.tool(), quantity: 10 }]);
  const payer = 'the-payer-of-this-one';
  const press = (its: object = {}) => payByLink(shop, token, { amount: 100, ...its });
  const { clientSecret } = (await press({ payer })).body;
  const pay = payments(shop);
  await pay.confirmSlowly(clientSecret);
  shop.passTime(10 * 60_000);
  expect(await press()).toMatchObject({ status: 409, body: { code: 'paying_elsewhere' } });
  expect(await linked(shop, token)).toMatchObject({ paying: true });
  expect(await linked(shop, token, payer)).toMatchObject({ paying: false });
  const transactionId = clientSecret.split('_secret_')[0];
  expect(await press({ payer })).toMatchObject({
    status: 409,
    body: { code: 'in_progress', figures: { transactionId } },
  });
  await pay.settle(transactionId, 'fail');
  shop.passTime(60_000);
  await shop.work();
  expect((await press()).status).toBe(200);
});
