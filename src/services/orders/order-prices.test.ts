import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lockWaits } from '../../../tests/harness/overtaken.ts';
import { begun, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { shopState } from '../../../tests/harness/shop-state.ts';
import { examineShop } from '../reports/examine-shop.ts';

const shop = await ownShop();
const WRENCH = { price: 10, minQuantity: 12, available: 1_000, stepFrom: [100, 400], stepPrice: [9, 8] };
const wrench = await shop.tool(WRENCH);

const order = (tool: { id: string }, quantity: number, price: number, who: Person) =>
  shop.call(
    'placeOrder',
    { body: { phone: '5550142200', address: '1 Main Street', quantity, tools_price: price, tools_id: tool.id } },
    who,
  );
const orderOf = async (placed: { body: { insertedId: string } }, who: Person) =>
  (await shop.call('getOrder', { params: { id: placed.body.insertedId } }, who)).body;
const regular = async () => {
  const who = await shop.person();
  await order(await shop.tool(), 5, 10, who);
  return who;
};

test('an order costs the price of its quantity; the guard is taken off, then the offer', async () => {
  const [fresh, known] = [await shop.person(), await regular()];
  const first = await orderOf(await order(wrench, 94, 10, fresh), fresh);
  expect(first).toMatchObject({ tools_price: 10, total: 940, guard: 40, discount: 270, amount: 630 });
  const second = await orderOf(await order(wrench, 94, 10, known), known);
  expect(second).toMatchObject({ tools_price: 10, total: 940, guard: 40, discount: 0, amount: 900 });
  const larger = await orderOf(await order(wrench, 100, 9, known), known);
  expect(larger).toMatchObject({ tools_price: 9, total: 900, discount: 0, amount: 900 });
  expect(larger).not.toHaveProperty('guard');
  const listed = (await shop.call('listMyOrders', { params: { email: known.email } }, known)).body;
  expect(listed.map((one: { guard?: number }) => one.guard)).toEqual([undefined, 40, undefined]);
  const [written] = await shop.sql`select unit_price, total_cents, guard_cents from orders where id = ${second._id}`;
  expect(written).toEqual({ unit_price: 10, total_cents: 94_000, guard_cents: 4_000 });
});

test.each([
  ['the price of a smaller order', 100, 10, 9],
  ['the price of a larger order', 99, 9, 10],
  ['the first price for most', 400, 10, 8],
  ['no price of the tool', 100, 7, 9],
])('%s is refused with the price of this quantity', async (_what, quantity, price, figure) => {
  const who = await shop.person();
  const before = await shopState(shop.sql);
  expect(await order(wrench, quantity, price, who)).toMatchObject({
    status: 409,
    body: {
      code: 'price_changed',
      figures: { price: figure },
      detail: `The price is now $${figure} a piece. Check the new total and order again.`,
    },
  });
  expect(await shopState(shop.sql)).toBe(before);
});

test('steps that change while an order waits count for it', async () => {
  const tool = await shop.tool(WRENCH);
  const who = await shop.person();
  const { placed } = await shop.context.db.transaction(async (tx) => {
    await tx.execute(`update tool set step_from = '{50}', step_price = '{7}' where id = '${tool.id}'`);
    const waiting = order(tool, 100, 9, who);
    await expect.poll(() => lockWaits(shop), { timeout: 10_000 }).toBe(1);
    return { placed: waiting };
  });
  expect(await placed).toMatchObject({ status: 409, body: { code: 'price_changed', figures: { price: 7 } } });
  expect((await order(tool, 100, 7, who)).status).toBe(200);
});

const box = await shop.tool({ price: 8, minQuantity: 12, pack: 12, available: 250, stepFrom: [144], stepPrice: [7] });

test.each([
  [
    230,
    7,
    { quantity: 230, pack: 12, fewer: 228, more: 240 },
    'Sold in boxes of 12. 230 is 19 boxes and 2 pieces. Enter 228 or 240.',
  ],
  [
    241,
    7,
    { quantity: 241, pack: 12, fewer: 240, more: null },
    'Sold in boxes of 12. 241 is 20 boxes and 1 piece. Enter 240.',
  ],
  [
    13,
    8,
    { quantity: 13, pack: 12, fewer: 12, more: 24 },
    'Sold in boxes of 12. 13 is 1 box and 1 piece. Enter 12 or 24.',
  ],
])('%d pieces of boxes of 12 are refused with what can be ordered', async (quantity, price, figures, detail) => {
  const who = await shop.person();
  const before = await shopState(shop.sql);
  const refused = await order(box, quantity, price, who);
  expect(refused).toMatchObject({ status: 409, body: { code: 'not_whole_packs', figures, detail } });
  expect(await shopState(shop.sql)).toBe(before);
});

test('too many boxes are refused with the whole boxes that are left', async () => {
  expect(await order(box, 252, 7, await shop.person())).toMatchObject({
    status: 409,
    body: { code: 'out_of_stock', detail: 'Only 250 pieces are available. Enter 12 to 240.' },
  });
});

test('whatever pack and quantity: what is ordered is whole packs, and nothing else is', async () => {
  const who = await regular();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 90 }), async (pack, quantity) => {
      const tool = await shop.tool({ minQuantity: pack, pack, available: 90 });
      const { status, body } = await order(tool, quantity, 10, who);
      const may = quantity >= pack && quantity % pack === 0;
      expect([pack, quantity, status]).toEqual([pack, quantity, may ? 200 : 409]);
      if (!may) expect(body.code).toBe(quantity < pack ? 'quantity_below_minimum' : 'not_whole_packs');
    }),
    { numRuns: 40 },
  );
});

test('what is charged is what is left of the total; whoever sends the total pays that too', async () => {
  const who = await regular();
  const one = await orderOf(await order(wrench, 94, 10, who), who);
  const wrong = await shop.call('createPaymentIntent', { body: { price: 899, order_id: one._id } }, who);
  expect(wrong).toMatchObject({ status: 409, body: { figures: { amount: 900 } } });
  const { clientSecret, intentId } = await begun(shop, who, { id: one._id, amount: one.total });
  expect((await payments(shop).retrieve(intentId)).amount).toBe(90_000);
  await payments(shop).confirm(clientSecret);
  const confirmed = { order_id: one._id, transactionId: intentId };
  expect((await shop.call('confirmPayment', { params: { id: one._id }, body: confirmed }, who)).body).toMatchObject({
    paid: true,
  });
  shop.passTime(120_000);
  await shop.work();
  const told = shop.mailbox.mails().find(({ subject }) => subject.startsWith('Receipt'));
  expect(told?.text).toContain('Total price: $940\nNo more than the next step: −$40\nPaid: $900');
  expect(await examineShop(shop.context.db, shop.context.clock)).toEqual([]);
});
