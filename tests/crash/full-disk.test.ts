import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { examine } from '#server/examine.ts';
import { ownDisk } from '../harness/own-disk.ts';
import { newCustomer } from '../harness/people.ts';
import { startShopProcess } from '../harness/shop.ts';
import { theShop } from '../harness/the-shop.ts';
import { endlessBuyers } from './endless-buyers.ts';
import { largeTool, withSql } from './large-tool.ts';

const NIGHT = import.meta.env.MODE === 'night';
const ROUNDS = NIGHT ? 2 : 1;
const FULL_MS = NIGHT ? 600_000 : 10_000;
const LIMITLESS = { UNPAID_ORDERS: '0', UNPAID_STOCK_PERCENT: '0' };
const BACK_WITHIN = 120_000;
const disk = await ownDisk(600);

test.runIf(disk.real)(
  'the disk of the database and of the stand-ins is full under load: the shop lives, and nothing it said is lost',
  async () => {
    const { folder } = disk;
    await cp(join(theShop().folder, 'images'), join(folder, 'images'), { recursive: true });
    const shop = await startShopProcess({ folder, env: LIMITLESS });
    onTestFinished(async () => void (await shop.stop()));
    const tool = await withSql(folder, largeTool);
    const buyers = await endlessBuyers(shop.origin, [tool]);
    onTestFinished(buyers.abandon);
    let watcher = await newCustomer(shop.origin);
    const body = { phone: '5550142200', address: '1 Main Street', quantity: 1, tools_price: 1, tools_id: tool };
    const order = async () => (await watcher.call('POST', '/orders', body).catch(() => undefined))?.status;
    const answers = new Set<number | undefined>();

    for (let round = 0; round < ROUNDS; round += 1) {
      const { paid } = buyers.books;
      const before = paid.size;
      await expect.poll(() => paid.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 5);
      await disk.fill(0);
      await expect.poll(order, { timeout: 60_000 }).not.toBe(200);
      for (const end = Date.now() + FULL_MS; Date.now() < end; ) {
        // Others give room back.
        await disk.fill(0);
        answers.add(await order());
        await pause(500);
      }
      expect(shop.child.exitCode, shop.said()).toBeNull();
      expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
      await disk.free();
      // Somebody new: a session does not last for a night's round.
      const newcomerOrders = async () => {
        watcher = await newCustomer(shop.origin);
        return order();
      };
      await expect.poll(newcomerOrders, { timeout: BACK_WITHIN, interval: 1_000 }).toBe(200);
    }
    expect([...answers].filter((status) => status !== undefined && ![200, 401, 503].includes(status))).toEqual([]);
    await buyers.stop();

    await withSql(folder, async (sql) => {
      const rows = await sql`
        select orders.id, orders.state, purchase.paid_intent from orders join purchase on purchase.id = purchase_id`;
      const found = new Map(rows.map((row) => [row.id as string, row]));
      const { placed, paid } = buyers.books;
      expect([...placed].filter((id) => !found.has(id))).toEqual([]);
      expect([...paid].filter((id) => found.get(id)?.state !== 'paid')).toEqual([]);
      const charged = chargedAt(folder);
      expect([...paid].filter((id) => !charged.has(found.get(id)?.paid_intent))).toEqual([]);
      // A mail beyond the hourly number of its address waits for the end of that hour.
      const due = async () =>
        (
          await sql`select 1 from job where done_at is null
                     and not (kind like 'mail.%' and last_error is null and run_at > now() + interval '20 minutes')`
        ).length;
      await expect.poll(due, { timeout: BACK_WITHIN, interval: 500 }).toBe(0);
      expect(await examine(sql)).toEqual([]);
    });
    expect(await shop.stop(), shop.said()).toBe(0);
  },
  600_000 + ROUNDS * FULL_MS * 2,
);

/** The payments that the stand-in has taken money for. */
function chargedAt(folder: string): ReadonlySet<string> {
  const db = new DatabaseSync(join(folder, 'sandbox-stripe.sqlite'), { readOnly: true });
  const rows = db.prepare(
    "select id from object where kind = 'payment_intent' and json_extract(body, '$.status') = 'succeeded'",
  );
  const ids = new Set(rows.all().map((row) => row.id as string));
  db.close();
  return ids;
}
