import { afterAll, expect, test } from 'vitest';
import { priceEach } from '#model/pricing/price.ts';
import { ladders } from '../../../tests/harness/ladders.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { linked, promised } from '../../../tests/harness/promises.ts';
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
    const price = priceEach(before, quantity);
    const { number, token } = await promised(shop, buyer, [{ tool, quantity, price }]);
    await shop.sql`
      update tool set price = ${after.price}, step_from = ${after.steps.map(({ from }) => from)}::int[],
                      step_price = ${after.steps.map((step) => step.price)}::int[] where id = ${tool.id}`;
    const paper = await linked(shop, token);
    const [shown] = paper.ways;
    if (!shown) throw new Error('No way to pay');
    expect(shown.amount).toBeLessThanOrEqual(paper.amount);
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
