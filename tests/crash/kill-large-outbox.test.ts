import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { examine } from '#server/examine.ts';
import { freePort } from '../../scripts/free-port.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { theShop } from '../harness/the-shop.ts';
import { endlessBuyers } from './endless-buyers.ts';
import { largeTool, withSql } from './large-tool.ts';

const CYCLES = import.meta.env.MODE === 'night' ? 26 : 3;
const MAILS = 15_000;
const BUSY_PROCESSES = 2;
/** Ten seconds by its own clock; the rest is for a machine that is kept busy on purpose. */
const STOPS_WITHIN = 20_000;
const POLL = { timeout: 60_000 };
const LIMITLESS = { UNPAID_ORDERS: '0', UNPAID_STOCK_PERCENT: '0' };

test(
  'kill -9 of Postgres with 15,000 mails due on a busy machine: it is ready again, and closes in time',
  async ({ annotate }) => {
    const folder = await shopFolder(theShop().folder);
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    const port = await freePort();
    const start = () => startShopProcess({ folder, port, env: LIMITLESS });
    let shop: ShopProcess = await start();
    onTestFinished(async () => void (await shop.stop()));
    const tool = await withSql(folder, largeTool);
    const buyers = await endlessBuyers(shop.origin, [tool]);
    onTestFinished(buyers.abandon);
    await expect.poll(() => buyers.books.placed.size, POLL).toBeGreaterThan(0);
    const [orderId = ''] = buyers.books.placed;
    const busy = Array.from({ length: BUSY_PROCESSES }, keepBusy);
    onTestFinished(() => {
      for (const child of busy) child.kill('SIGKILL');
    });

    const took: number[] = [];
    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      await withSql(folder, (sql) => addMails(sql, orderId, cycle));
      const before = buyers.books.placed.size;
      await expect.poll(() => buyers.books.placed.size, POLL).toBeGreaterThan(before);
      process.kill(await postmasterOf(folder), 'SIGKILL');
      await expect.poll(() => isReady(shop.origin), POLL).toBe(true);
      const asked = performance.now();
      expect(await shop.stop(), shop.said().slice(-3_000)).toBe(0);
      took.push(performance.now() - asked);
      shop = await start();
    }
    for (const child of busy) child.kill('SIGKILL');

    await buyers.stop();
    const slowest = (Math.max(...took) / 1000).toFixed(1);
    await annotate(`closed ${took.length} times (load ${loadavg()[0]?.toFixed(1)}): after ${slowest} s at most`);
    expect(Math.max(...took)).toBeLessThan(STOPS_WITHIN);
    await withSql(folder, async (sql) => {
      const rows =
        await sql`select id from orders where email = any(string_to_array(${buyers.people.map((it) => it.email).join()}, ','))`;
      const there = new Set(rows.map((row) => row.id));
      expect([...buyers.books.placed].filter((id) => !there.has(id))).toEqual([]);
      expect(there.size).toBe(buyers.books.placed.size);
      expect(await examine(sql)).toEqual([]);
    });
  },
  120_000 + CYCLES * 120_000,
);

const addMails = (sql: Parameters<Parameters<typeof withSql>[1]>[0], orderId: string, cycle: number) => sql`
  insert into job (queue, kind, key, payload)
  select 'mail', 'mail.order-placed', ${`large-${cycle}-`} || n, jsonb_build_object('orderId', ${orderId}::text)
    from generate_series(1, ${MAILS}::int) n`;

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A process that wants a processor for itself. */
function keepBusy(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}

async function postmasterOf(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}
