import { afterAll, expect, test } from 'vitest';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import { ladders } from '../../../tests/harness/ladders.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { confirmed, linked, payByLink, promised, regularOf } from '../../../tests/harness/promises.ts';
import { findings, line, placed } from '../../../tests/harness/purchases.ts';

const shop = await ownShop();

afterAll(async () => expect(await findings(shop)).toEqual([]));

test('whatever ladder came between and however much is here, what is shown is what the statement reckons, never more than promised', async () => {
  const buyer = await shop.person();
  await placed(shop, buyer, [line(await shop.tool())]);
  const drawn = ladders(40, 80).filter(({ price, quantity }) => price * quantity < 900_000);
  let [kept, cheaper, short] = [0, 0, 0];
  for (let round = 0; round + 1 < drawn.length; round += 2) {
    const [before, after] = [drawn[round], drawn[round + 1]];
    if (!before || !after) throw new Error('Nothing drawn');
    const { quantity } = before;
    const tool = await shop.tool({
      ...{ price: before.price, minQuantity: 1, available: round % 3 === 0 ? Math.max(1, quantity - 7) : quantity },
      stepFrom: before.steps.map(({ from }) => from),
      stepPrice: before.steps.map(({ price }) => price),
    });
    const price = eachOf(before, quantity);
    const { number, token } = await promised(shop, buyer, [{ tool, quantity, price }]);
    await shop.sql`
      update tool set price = ${after.price}, step_from = ${after.steps.map(({ from }) => from)}::int[],
                      step_price = ${after.steps.map((step) => step.price)}::int[] where id = ${tool.id}`;
    const paper = await linked(shop, token);
    const [shown] = paper.ways;
    if (!shown) throw new Error('No way to pay');
    expect(shown.amount).toBeLessThanOrEqual(paper.amount);
    if (shown.way === 'all') expect(shown.amount + (shown.less ?? 0)).toBeCloseTo(paper.amount, 2);
    if (shown.way === 'leave') short += 1;
    else if (shown.amount < paper.amount) cheaper += 1;
    else kept += 1;
    const body = { way: shown.way, amount: shown.amount };
    const order = await shop.call('orderPromise', { params: { number }, body }, buyer);
    expect(order.body).toMatchObject({ acknowledged: true });
    await shop.call('cancelOrder', { params: { id: order.body.id } }, buyer);
  }
  expect(Math.min(kept, cheaper, short)).toBeGreaterThan(2);
});

test('a lower price is told beside stock that is short, before the payment and after it', async () => {
  const buyer = await regularOf(shop);
  const [cheaper, short] = [await shop.tool({ price: 14 }), await shop.tool({ price: 16, available: 20 })];
  const { token } = await promised(shop, buyer, [
    { tool: cheaper, quantity: 10 },
    { tool: short, quantity: 40 },
  ]);
  expect((await linked(shop, token)).ways).toMatchObject([{ way: 'leave', amount: 460 }]);
  expect((await linked(shop, token)).ways[0]?.less).toBeUndefined();
  await shop.sql`update tool set price = 12 where id = ${cheaper.id}`;
  const way = { way: 'leave', amount: 440, less: 20 };
  expect(await linked(shop, token)).toMatchObject({ amount: 780, ways: [way] });
  const begun = await payByLink(shop, token, { payer: 'the-payer-of-this-one' });
  // Ordered by now, and still not paid.
  expect((await linked(shop, token, 'the-payer-of-this-one')).ways).toMatchObject([
    { way: 'all', amount: 440, less: 20 },
  ]);
  await confirmed(shop, token, begun.body.clientSecret);
  expect(await linked(shop, token)).toMatchObject({
    leftOut: [{ tools_id: short.id, pieces: 20 }],
    paid: { amount: 440, lower: [{ tools_id: cheaper.id, each: 12, less: 20 }] },
  });
});
