import { beforeAll, expect, test } from 'vitest';
import { ownShop, type Person } from '../harness/own-shop.ts';
import { insertPurchases } from '../harness/purchase-rows.ts';
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
  const hour = new Date(shop.context.clock().getTime() + 3_600_000);
  const held = { person: who.id, tool: toolId, quantity, held: quantity, hold_until: hour };
  const [insertedId] = await insertPurchases(shop.sql, [held]);
  await shop.sql`update tool set available = ${tool?.available - quantity} where id = ${toolId}`;
  return { status: 200, body: { insertedId }, headers: new Headers() };
};
