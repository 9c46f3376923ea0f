import { expect, test } from 'vitest';
import { ownShop } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();

test('80 buyers for 20 lots: 20 orders, no more and no fewer', async () => {
  const tool = await shop.tool({ available: 100, minQuantity: 5 });
  const buyer = await shop.person();
  const order = () =>
    shop.call(
      'placeOrder',
      { body: { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: tool.id } },
      buyer,
    );
  const answers = await Promise.all(Array.from({ length: 80 }, order));
  expect(answers.filter((it) => it.status === 200)).toHaveLength(20);
  expect(answers.filter((it) => it.status === 409 && it.body.code === 'out_of_stock')).toHaveLength(60);
  const [row] =
    await shop.sql`select available, (select sum(delta)::int from stock_move where tool_id = tool.id) as moved
    from tool where id = ${tool.id}`;
  expect(row).toEqual({ available: 0, moved: 0 });
  const offers =
    await shop.sql`select count(*)::int as n from orders where tool_id = ${tool.id} and discount_cents > 0`;
  expect(offers[0]?.n).toBe(1);
});
