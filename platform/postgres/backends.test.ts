import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, expect, test, vi } from 'vitest';
import { troublesOf } from '#services/reports/examine-shop.ts';
import * as schema from '#tables/schema.ts';
import { ownCluster } from '../../tests/harness/own-cluster.ts';
import { ownDisk } from '../../tests/harness/own-disk.ts';
import { ownShop } from '../../tests/harness/own-shop.ts';
import { createPool } from './pool.ts';

const NIGHT = import.meta.env.MODE === 'night';
const PATIENCE = 300_000;
/** Milliseconds within which the shop serves again; ten times what it needs on a machine of its own. */
const BACK_WITHIN = 50_000;
/** Milliseconds for a query or transaction. */
const DEADLINE = 4_000;

const disk = await ownDisk(200);
const cluster = await ownCluster({ home: disk.folder });
// The pool that the shop serves people with.
const pool = createPool(cluster.target(), { max: 8, log: () => {} });
afterAll(() => pool.end(1_000));
const db = drizzle(pool.within(DEADLINE), { schema });
const shop = await ownShop(undefined, cluster.sql, { db });
const buyer = await shop.person();
const tool = await shop.tool({ available: 10_000_000 });

test('all connections are cut again and again: the shop answers again, and what it acknowledged is there', {
  timeout: PATIENCE,
}, async () => {
  await underOrders(async (served) => {
    for (let round = 0; round < (NIGHT ? 100 : 10); round += 1) {
      const [cut] = await cluster.asAdmin(
        (admin) => admin`select count(pg_terminate_backend(pid))::int as cut from pg_stat_activity
                     where datname = 'shop' and pid <> pg_backend_pid()`,
      );
      expect(cut?.cut).toBeGreaterThan(0);
      await served();
    }
  });
});

test('a server process is killed hard, which ends all others: the same', { timeout: PATIENCE }, async () => {
  await underOrders(async (served) => {
    for (let round = 0; round < (NIGHT ? 100 : 5); round += 1) {
      const kill = async () => {
        const { rows } = await db.execute(sql`select pg_backend_pid() as pid`);
        return process.kill(Number(rows[0]?.pid), 'SIGKILL');
      };
      // Those of the last time may still be on their way out, the one that answered among them.
      await expect.poll(() => kill().catch(() => false), { timeout: BACK_WITHIN }).toBe(true);
      await served();
    }
  });
});

test.runIf(disk.real)('the disk runs full and is freed again: the same', { timeout: PATIENCE }, async () => {
  await underOrders(async (served, refused) => {
    await disk.fill(0);
    await refused();
    await disk.free();
    await served();
  });
});

/**
 * Lets customers order while something is done to the database. `served` waits for orders that are acknowledged from
 * now on, `refused` for one that is not. Then looks whether each one that was acknowledged is there and all is whole.
 */
async function underOrders(work: (served: () => Promise<void>, refused: () => Promise<void>) => Promise<void>) {
  const acknowledged: string[] = [];
  let failures = 0;
  const quantity = tool.minQuantity;
  const body = { phone: '5550142200', address: '1 Main Street', quantity, tools_price: tool.price, tools_id: tool.id };
  let open = true;
  const buyers = Array.from({ length: 4 }, async () => {
    while (open) {
      const placed = await shop.call('placeOrder', { body }, buyer);
      if (placed.status === 200) acknowledged.push(placed.body.insertedId);
      else {
        failures += 1;
        // While the database is away orders are refused at once: without a pause nothing else would get its turn.
        await wait(10);
      }
    }
  });
  const grows = async (count: () => number, by: number) => {
    const before = count();
    await expect.poll(count, { timeout: BACK_WITHIN, interval: 5 }).toBeGreaterThanOrEqual(before + by);
  };
  try {
    await grows(() => acknowledged.length, 4);
    await work(
      () => grows(() => acknowledged.length, 5),
      () => grows(() => failures, 5),
    );
  } finally {
    open = false;
    await Promise.all(buyers);
  }
  // Connections that ended with a server process are found out one by one.
  const answered = <T>(query: () => Promise<T>) => vi.waitFor(query, { timeout: BACK_WITHIN });
  const there = new Set(
    (await answered(() => db.select({ id: schema.orders.id }).from(schema.orders))).map(({ id }) => id),
  );
  expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
  expect(await answered(() => troublesOf(db))).toEqual([]);
}
