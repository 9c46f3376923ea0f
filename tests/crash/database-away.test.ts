import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { databaseProxy, type ProxyMode, placeOf } from '../harness/database-proxy.ts';
import { ownCluster } from '../harness/own-cluster.ts';
import { newCustomer } from '../harness/people.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { theShop } from '../harness/the-shop.ts';
import { largeTool, withSql } from './large-tool.ts';

/** What the shop promises, in milliseconds, twice over (orders: five times): the machine has other things to do. */
const WITHIN = { answered: 10_000, ready: 4_000, kept: 10_000, ordered: 10_000, closed: 20_000 } as const;
const POLL = { timeout: 60_000 };
const LIMITLESS = { UNPAID_ORDERS: '0', UNPAID_STOCK_PERCENT: '0' };
/** Attempts to connect of each process in the time of one case: a driver that spins makes thousands a second. */
const MAX_ATTEMPTS = 150;

async function open(env: Record<string, string>): Promise<ShopProcess> {
  const folder = await shopFolder(theShop().folder);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const shop = await startShopProcess({ folder, env: { ...LIMITLESS, ...env } });
  onTestFinished(async () => void (await shop.stop()));
  return shop;
}

/** A status with the milliseconds it took. */
async function asked(origin: string, path: string, init: RequestInit = {}) {
  const began = performance.now();
  // A connection for each: processes take turns.
  const headers = { ...init.headers, connection: 'close' };
  const response = await fetch(`${origin}${path}`, { ...init, headers, signal: AbortSignal.timeout(60_000) });
  const body = await response.text();
  return { status: response.status, took: performance.now() - began, headers: response.headers, body };
}

async function customerOf({ origin }: ShopProcess, tool: string) {
  const buyer = await newCustomer(origin);
  const body = { phone: '5550142200', address: '1 Main Street', quantity: 1, tools_price: 1, tools_id: tool };
  const headers = { origin, authorization: buyer.authorization, 'content-type': 'application/json' };
  return {
    email: buyer.email,
    order: (key: string) =>
      asked(origin, '/orders', {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `${key}-and-only` },
        body: JSON.stringify(body),
      }),
  };
}

/** The shop while its database is away: nothing waits long, and what everybody sees is still there. */
async function holdsOut({ origin }: ShopProcess, order: (key: string) => ReturnType<typeof asked>, key: string) {
  const [first, ready, page] = await Promise.all([order(key), asked(origin, '/readyz'), asked(origin, '/tools')]);
  expect([first.status, first.headers.get('retry-after'), ready.status, page.status]).toEqual([503, '2', 503, 200]);
  expect(first.took).toBeLessThan(WITHIN.answered);
  expect(ready.took).toBeLessThan(WITHIN.ready);
  expect(page.took).toBeLessThan(WITHIN.kept);
  const many = await Promise.all(Array.from({ length: 150 }, () => order(randomUUID())));
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Math.max(...many.map(({ took }) => took))).toBeLessThan(WITHIN.answered);
  expect((await asked(origin, '/tools')).status).toBe(200);
}

async function stopsInTime(shop: ShopProcess) {
  const began = performance.now();
  expect(await shop.stop(), shop.said().slice(-3_000)).toBe(0);
  expect(performance.now() - began).toBeLessThan(WITHIN.closed);
}

test.for([{ WORKERS: '1' }, { WORKERS: '2' }])(
  'behind a proxy that closes or freezes, and on a standby: refused at once, served again, closed in time (%o)',
  { timeout: 600_000 },
  async (env, { annotate }) => {
    const cluster = await ownCluster();
    const away: number[] = [];
    const proxy = await databaseProxy(placeOf(cluster.sql));
    const shop = await open({ ...env, DATABASE_URL: proxy.url });
    const { email, order } = await customerOf(shop, await largeTool(cluster.sql));
    const served = async (key: string) => {
      const began = performance.now();
      await expect.poll(async () => (await order(key)).status, POLL).toBe(200);
      away.push(performance.now() - began);
      expect(away.at(-1)).toBeLessThan(WITHIN.ordered);
      await expect.poll(async () => (await asked(shop.origin, '/readyz')).status, POLL).toBe(200);
      // Each process finds out by itself; every one of them keeps the list from now on.
      for (let n = 0; n < 4; n += 1)
        await expect.poll(async () => (await asked(shop.origin, '/tools')).status, POLL).toBe(200);
    };
    const setReadOnly = (value: 'on' | 'off') =>
      cluster.asAdmin(async (admin) => {
        await admin.unsafe(`alter system set default_transaction_read_only = ${value}`);
        await admin`select pg_reload_conf()`;
      });
    await served('first');

    for (const mode of ['closes', 'freezes'] as const satisfies ProxyMode[]) {
      const before = proxy.accepted();
      proxy.set(mode);
      await holdsOut(shop, order, mode);
      expect(proxy.accepted() - before).toBeLessThan(MAX_ATTEMPTS);
      proxy.set('passes');
      await served(mode);
    }

    await setReadOnly('on');
    const refused = await Promise.all(Array.from({ length: 20 }, () => order(randomUUID())));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    await setReadOnly('off');
    await served('standby');

    // Of those that were refused and sent again with their key there is one each.
    const rows =
      await cluster.sql`select key from idempotency where key in ('first-and-only', 'closes-and-only', 'freezes-and-only', 'standby-and-only')`;
    expect(rows).toHaveLength(4);
    const [{ count } = { count: 0 }] = await cluster.sql`select count(*) from orders where email = ${email}`;
    expect(count).toBeGreaterThanOrEqual(4);

    proxy.set('freezes');
    const waiting = order('closing').catch(() => undefined);
    await stopsInTime(shop);
    await waiting;
    proxy.set('passes');

    const again = await open({ ...env, DATABASE_URL: proxy.url });
    proxy.set('closes');
    await stopsInTime(again);
    const [, ...back] = away.map((ms) => `${(ms / 1000).toFixed(1)} s`);
    await annotate(`WORKERS=${env.WORKERS}, orders are taken again ${back.join(', ')} after the database is back`);
  },
);

test('its own database stands still: it says that it is not ready, shows what it has, and goes on afterwards', async () => {
  const shop = await open({});
  const { order } = await customerOf(shop, await withSql(shop.folder, largeTool));
  expect((await order('before')).status).toBe(200);
  for (const path of ['/tools', '/']) expect((await asked(shop.origin, path)).status).toBe(200);
  const frozen = postgresOf(shop);
  const signal = (name: NodeJS.Signals) => {
    for (const pid of frozen) sendSignal(pid, name);
  };
  let isFrozen = true;
  onTestFinished(() => (isFrozen ? signal('SIGCONT') : undefined));
  signal('SIGSTOP');
  await holdsOut(shop, order, 'during');
  expect((await asked(shop.origin, '/')).status).toBe(200);
  signal('SIGCONT');
  isFrozen = false;
  await expect.poll(async () => (await order('during')).status, POLL).toBe(200);
  await expect.poll(async () => (await asked(shop.origin, '/readyz')).status, POLL).toBe(200);
  const [row] = await withSql(
    shop.folder,
    (sql) => sql`select count(*) from idempotency where key = 'during-and-only'`,
  );
  expect(row?.count).toBe(1);
  await stopsInTime(shop);
}, 300_000);

/** A backend may have ended by itself since it was listed. */
function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** All processes of the Postgres that a shop has started. */
function postgresOf(shop: ShopProcess): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const postmaster = rows.find((it) => it.join(' ').includes(`-D ${shop.folder}/`));
  const main = Number(postmaster?.[0]);
  expect(main).toBeGreaterThan(0);
  return rows.filter((it) => Number(it[0]) === main || Number(it[1]) === main).map((it) => Number(it[0]));
}
