import { beforeAll, expect, test } from 'vitest';
import { ownShop, type Person } from '../harness/own-shop.ts';
import { type Cast, type Place, playHistory } from './history.ts';

const HISTORIES = import.meta.env.MODE === 'night' ? 2_000 : 100;
// A bearer token lives for ten minutes of the shop's clock, and a history takes one.
const TOKENS_LAST = 5;

const shop = await ownShop({ orders: 6, stockPercent: 50 });
let cast: Cast;

beforeAll(async () => {
  const buyers: Person[] = [];
  // Few, so that they often meet at the same tool and the same place among their unpaid ones.
  for (let n = 0; n < 3; n += 1) buyers.push(await shop.person());
  cast = { buyers, admin: await shop.person('admin') };
});

async function renewed(): Promise<Cast> {
  return { buyers: await Promise.all(cast.buyers.map(shop.renewed)), admin: await shop.renewed(cast.admin) };
}

test(
  `${HISTORIES} histories of 16 clients and 60 calls lose nothing and make nothing up`,
  async () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      if (seed % TOKENS_LAST === 1) cast = await renewed();
      expect(await playHistory(shop, cast, seed), `history ${seed}`).toEqual([]);
    }
    const [row] = await shop.sql`select deadlocks from pg_stat_database where datname = current_database()`;
    expect(row?.deadlocks).toBe(0);
  },
  30_000 + HISTORIES * 5_000,
);

test('and a shop that looks first and takes afterwards is found out', async () => {
  cast = await renewed();
  const found: string[] = [];
  for (let seed = 1; seed <= 10 && found.length === 0; seed += 1)
    found.push(...(await playHistory(shop, cast, seed, lookThenTake)));
  expect(found.join('\n')).toMatch(/pieces became|stock is the sum|no piece appears/);
}, 60_000);

/** Ordering as it is often written: the stock is read, compared here, and written back. */
const lookThenTake: Place = async (who, toolId, quantity) => {
  const [tool] = await shop.sql`select available from tool where id = ${toolId}`;
  if (tool?.available < quantity) return { status: 409, body: {}, headers: new Headers() };
  const [order] = await shop.sql`
    insert into orders (person_id, tool_id, name, email, phone, address, tool_name, tool_image, unit_price, quantity,
                        total_cents, hold_quantity, hold_until)
    values (${who.id}, ${toolId}, 'Sam', ${who.email}, '5550142200', 'A', 'Hammer', '/images/a.webp', 10, ${quantity},
            ${quantity * 1_000}, ${quantity}, ${new Date(shop.context.clock().getTime() + 3_600_000).toISOString()})
    returning id`;
  await shop.sql`update tool set available = ${tool?.available - quantity} where id = ${toolId}`;
  await shop.sql`insert into stock_move (tool_id, order_id, hold_no, kind, delta)
    values (${toolId}, ${order?.id}, 1, 'hold', ${-quantity})`;
  await shop.sql`insert into audit (action, target) values ('order.placed', ${order?.id})`;
  return { status: 200, body: { insertedId: order?.id }, headers: new Headers() };
};
