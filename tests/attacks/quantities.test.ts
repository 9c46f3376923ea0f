import { expect, test } from 'vitest';
import { ORIGIN, ownShop } from '../harness/own-shop.ts';
import { shopState } from '../harness/shop-state.ts';
import { NOT_WHOLE, WHOLE } from './quantities/corpus.ts';

/** Milliseconds. A whole corpus goes through one test, perhaps on a busy machine. */
const PATIENCE = 120_000;
const shop = await ownShop();
const buyer = await shop.person();
const tool = await shop.tool({ minQuantity: 5, available: 100 });

/** Orders with this text where the quantity stands. */
async function order(quantity: string, toolId = tool.id) {
  const contact = '"phone":"5550142200","address":"1 Main Street"';
  const answer = await shop.app.request(`${ORIGIN}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
    body: `{${contact},"tools_price":10,"tools_id":"${toolId}","quantity":${quantity}}`,
  });
  return { status: answer.status, body: await answer.json() };
}

test('there are 200 quantities, no two of them the same', () => {
  const all = [...WHOLE.map(([text]) => text), ...NOT_WHOLE];
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([]);
  expect(all.length).toBeGreaterThanOrEqual(200);
});

test('a whole number that can be had is ordered, held and taken from the stock as it was sent', {
  timeout: PATIENCE,
}, async () => {
  const wrong: string[] = [];
  for (const [text, quantity] of WHOLE) {
    const { id } = await shop.tool({ minQuantity: 5, available: 100 });
    const { status, body } = await order(text, id);
    const [row] = await shop.sql`
    select o.quantity, o.hold_quantity as held, o.total_cents / 1000 as paid, t.available,
           (select delta from stock_move where order_id = o.id) as moved
      from orders o join tool t on t.id = o.tool_id where o.id = ${body.insertedId ?? null}`;
    const found = JSON.stringify(row ?? status);
    const due = { quantity, held: quantity, paid: quantity, available: 100 - quantity, moved: -quantity };
    if (found !== JSON.stringify(due)) wrong.push(`${text}: ${found}`);
  }
  expect(wrong).toEqual([]);
});

test('nothing else is, and changes nothing', { timeout: PATIENCE }, async () => {
  const before = await shopState(shop.sql);
  const through: string[] = [];
  for (const text of NOT_WHOLE) {
    const { status, body } = await order(text);
    if (![400, 409, 422].includes(status)) through.push(`${text.slice(0, 40)}: ${status} ${JSON.stringify(body)}`);
  }
  expect(through).toEqual([]);
  expect(await shopState(shop.sql)).toBe(before);
});
