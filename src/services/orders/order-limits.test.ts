import { describe, expect, test } from 'vitest';
import { lockWaits } from '../../../tests/harness/overtaken.ts';
import { type CallAnswer, ownShop, type Person } from '../../../tests/harness/own-shop.ts';
import { setState } from '../../../tests/harness/purchase-rows.ts';
import { shopState } from '../../../tests/harness/shop-state.ts';
import { ask } from '../kernel/named-statement.ts';
import { placeOrder, purchaseStatement } from './place-purchase.ts';

const shop = await ownShop();
const tool = await shop.tool({ available: 1_000_000 });
const buyer = await shop.person();

const order = (its: object = {}, who: Person = buyer, key?: string): Promise<CallAnswer> =>
  shop.call(
    'placeOrder',
    {
      body: { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: tool.id, ...its },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    },
    who,
  );
const rowOf = async (answer: CallAnswer) =>
  (await shop.sql`select * from orders where id = ${answer.body.insertedId}`)[0] ?? {};
const stock = async (id: string) => {
  const [it] =
    await shop.sql`select available, (select sum(delta)::int from stock_move where tool_id = tool.id) as moved
    from tool where id = ${id}`;
  expect(it?.available).toBe(it?.moved);
  return it?.available;
};

async function expectRefused(answer: Promise<CallAnswer>, status: number, code: string, detail?: string) {
  const { body, ...rest } = await answer;
  expect({ status: rest.status, body }).toMatchObject({ status, body: { code } });
  if (detail) expect(body.detail).toBe(detail);
}

describe('amounts', () => {
  test('the first order costs 30% less, the second its full price, each of quantity x price', async () => {
    const fresh = await shop.person();
    const odd = await shop.tool({ price: 7, available: 1000 });
    const first = await rowOf(await order({ tools_id: odd.id, tools_price: 7, quantity: 33 }, fresh));
    expect(first).toMatchObject({ unit_price: 7, quantity: 33, total_cents: 23_100, discount_cents: 6_930 });
    const second = await rowOf(await order({ tools_id: odd.id, tools_price: 7, quantity: 33 }, fresh));
    expect(second).toMatchObject({ total_cents: 23_100, discount_cents: 0 });
  });

  test('the offer comes back with an order whose money has gone back', async () => {
    const fresh = await shop.person();
    const first = await order({}, fresh);
    expect((await rowOf(await order({}, fresh))).discount_cents).toBe(0);
    await setState(shop.sql, first.body.insertedId, 'refunded');
    expect((await rowOf(await order({}, fresh))).discount_cents).toBe(1_500);
  });

  test('the largest payment there can be is taken, one dollar more is not', async () => {
    const dear = await shop.tool({ price: 999_999, minQuantity: 1, available: 10 });
    expect((await order({ tools_id: dear.id, tools_price: 999_999, quantity: 1 })).status).toBe(200);
    const dearer = await shop.tool({ price: 1_000_000, minQuantity: 1, available: 10 });
    const refused = order({ tools_id: dearer.id, tools_price: 1_000_000, quantity: 1 });
    await expectRefused(refused, 422, 'amount_too_large');
    expect(await stock(dearer.id)).toBe(10);
    const many = await shop.tool({ price: 500_000, minQuantity: 1, available: 10 });
    await expectRefused(order({ tools_id: many.id, tools_price: 500_000, quantity: 2 }), 422, 'amount_too_large');
    const few = await shop.tool({ price: 333_333, minQuantity: 1, available: 10 });
    expect((await order({ tools_id: few.id, tools_price: 333_333, quantity: 3 })).status).toBe(200);
    // What is paid counts: with the offer, $700,000.
    const first = await order({ tools_id: dearer.id, tools_price: 1_000_000, quantity: 1 }, await shop.person());
    expect(await rowOf(first)).toMatchObject({ total_cents: 100_000_000, discount_cents: 30_000_000 });
  });
});

describe('what the order says comes from the catalogue and the account, not from the body', () => {
  test('name, picture and price of the tool, name and address of the person', async () => {
    const lie = { name: 'Somebody Else', tools_name: 'Gold', tools_image: 'https://evil.example/x.png' };
    const spelt = buyer.email.toUpperCase();
    const row = await rowOf(await order({ ...lie, email: spelt, person_id: 'x', state: 'paid', discount_cents: 1 }));
    expect(row).toMatchObject({
      name: buyer.name,
      email: buyer.email,
      tool_name: 'Test Hammer',
      tool_image: tool.image,
      unit_price: 10,
      state: 'unpaid',
      person_id: buyer.id,
    });
  });

  test("nobody orders in somebody else's name", async () => {
    const other = await shop.person();
    await expectRefused(order({ email: other.email }), 403, 'not_yours');
  });

  test('an admin is told that admins do not order', async () => {
    const refused = order({}, await shop.person('admin'));
    await expectRefused(refused, 403, 'admin_cannot_order', 'You can not make Order because you are Admin!');
  });
});

describe('refused, in words that say what to do, with nothing taken', () => {
  const refusals: [string, object, object, string, string][] = [
    [
      'another price than the customer saw',
      {},
      { tools_price: 9 },
      'price_changed',
      'The price is now $10 a piece. Check the new total and order again.',
    ],
    [
      'less than the minimum',
      {},
      { quantity: 4 },
      'quantity_below_minimum',
      'The minimum order is 5 pieces. Enter 5 or more.',
    ],
    ['more than there is', {}, { quantity: 101 }, 'out_of_stock', 'Only 100 pieces are available. Enter 5 to 100.'],
    [
      'the rest is less than the minimum',
      { available: 4 },
      {},
      'out_of_stock',
      'Only 4 pieces are left, and the minimum order is 5. Nothing was ordered.',
    ],
    [
      'more than the minimum, which is the rest',
      { available: 5 },
      { quantity: 6 },
      'out_of_stock',
      'Only 5 pieces are available. Enter 5.',
    ],
    [
      'a deleted tool',
      { deletedAt: new Date() },
      {},
      'tool_gone',
      'This tool is no longer in the catalogue. Choose another one.',
    ],
    [
      'no such tool',
      {},
      { tools_id: '00000000-0000-4000-8000-000000000000' },
      'tool_gone',
      'This tool is no longer in the catalogue. Choose another one.',
    ],
  ];
  test.each(refusals)('%s', async (_what, its, body, code, detail) => {
    const one = await shop.tool(its);
    const before = await shopState(shop.sql);
    await expectRefused(order({ tools_id: one.id, ...body }), 409, code, detail);
    expect(await shopState(shop.sql)).toBe(before);
  });
});

describe('one submit makes one order', () => {
  const key = () => `key-${crypto.randomUUID()}`;

  test('the same key with another body is refused, the first order stands', async () => {
    const same = key();
    await order({}, buyer, same);
    for (const its of [{ quantity: 6 }, { address: '2 Main Street' }, { phone: '5550142201' }])
      await expectRefused(
        order(its, buyer, same),
        422,
        'idempotency_key_reused',
        'This Idempotency-Key was used for another order. Send a new key with a new order.',
      );
  });

  test('the same key of another person is another key', async () => {
    const same = key();
    const first = await order({}, buyer, same);
    const other = await order({}, await shop.person(), same);
    expect(other.status).toBe(200);
    expect(other.body.insertedId).not.toBe(first.body.insertedId);
  });

  test('the answer is the same after the price has changed, the stock is sold and the tool is gone', async () => {
    const one = await shop.tool({ available: 5 });
    const same = key();
    const first = await order({ tools_id: one.id }, buyer, same);
    expect(await stock(one.id)).toBe(0);
    expect((await order({ tools_id: one.id }, buyer, same)).body).toEqual(first.body);
    await shop.sql`update tool set price = 11, deleted_at = now() where id = ${one.id}`;
    expect((await order({ tools_id: one.id }, buyer, same)).body).toEqual(first.body);
  });

  test('a refused submit may be sent again with its key', async () => {
    const one = await shop.tool({ available: 0 });
    const same = key();
    await expectRefused(order({ tools_id: one.id }, buyer, same), 409, 'out_of_stock');
    await shop.sql`with t as (update tool set available = 5 where id = ${one.id})
      insert into stock_move (tool_id, kind, delta, person_id, reason)
      values (${one.id}, 'restock', 5, ${buyer.id}, 'A delivery')`;
    expect((await order({ tools_id: one.id }, buyer, same)).status).toBe(200);
  });

  test.each(
    ['short', 'with space', 'ä'.repeat(8), 'x'.repeat(101), "key'--12345"].map((bad) => ({ bad: encodeURI(bad) })),
  )('the key "$bad" is none', async ({ bad }) => {
    await expectRefused(order({}, buyer, decodeURI(bad).replace(/ä/g, '\u00e4')), 400, 'invalid_request');
  });

  test('without a key every submit is an order', async () => {
    expect((await order()).body.insertedId).not.toBe((await order()).body.insertedId);
  });
});

describe('an order that the database does not take', () => {
  const request = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10 };

  test('is not tried for ever: what it says is an error', { timeout: 10_000 }, async () => {
    const { id } = await shop.tool();
    await shop.sql`alter table orders add constraint nobody_wants_six check (quantity <> 6) not valid`;
    const placed = placeOrder(
      shop.context,
      { ...buyer, network: '' } as never,
      { ...request, quantity: 6, tools_id: id } as never,
      undefined,
    );
    await expect(placed).rejects.toThrow();
    await shop.sql`alter table orders drop constraint nobody_wants_six`;
    expect(await stock(id)).toBe(100);
  });

  test('is not tried for ever: when something always comes before it, it is refused for now', {
    timeout: 20_000,
  }, async () => {
    const taken = `raise exception 'taken' using errcode = 'unique_violation', constraint = 'one_purchase_per_place'`;
    const { id } = await shop.tool();
    await shop.sql.unsafe(`create function meddle() returns trigger language plpgsql as $$ begin ${taken}; end $$`);
    await shop.sql.unsafe(
      `create trigger meddle before insert on orders for each row when (new.tool_id = '${id}') execute function meddle()`,
    );
    const refused = await order({ tools_id: id }).finally(() => shop.sql`drop function meddle cascade`);
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toMatchObject([
      503,
      '2',
      {
        code: 'busy',
        detail:
          'Other orders came before this one each time it was tried. Nothing was ordered. Try again in a few seconds.',
      },
    ]);
    expect(await stock(id)).toBe(100);
    expect((await order({ tools_id: id })).status).toBe(200);
  });

  test('since the same person got the offer at that moment is tried again, without the offer', async () => {
    const fresh = await shop.person();
    const [one, other] = [await shop.tool(), await shop.tool()];
    const { second } = await shop.context.db.transaction(async (tx) => {
      const { phone, address, quantity, tools_price: price } = request;
      const first = { phone, address, lines: [{ toolId: one.id, quantity, price }] };
      const who = { ...fresh, network: '' } as never;
      await ask(tx, purchaseStatement(shop.context, who, first, undefined, Buffer.alloc(32)));
      const second = order({ tools_id: other.id }, fresh);
      await expect.poll(() => lockWaits(shop), { timeout: 10_000 }).toBe(1);
      return { second };
    });
    expect(await rowOf(await second)).toMatchObject({ tool_id: other.id, discount_cents: 0 });
    const offers = await shop.sql`select tool_id from orders where person_id = ${fresh.id} and discount_cents > 0`;
    expect([...offers]).toEqual([{ tool_id: one.id }]);
  });
});

test('no order of locks was ever crossed', async () => {
  const [row] = await shop.sql`select deadlocks from pg_stat_database where datname = current_database()`;
  expect(row?.deadlocks).toBe(0);
});
