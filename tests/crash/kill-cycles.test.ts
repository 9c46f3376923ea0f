import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { examine } from '#server/examine.ts';
import type { Sql } from '../../platform/postgres/sql.ts';
import { freePort } from '../../scripts/free-port.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { theShop } from '../harness/the-shop.ts';
import { endlessBuyers } from './endless-buyers.ts';
import { largeTools, withSql } from './large-tool.ts';

const VICTIMS = ['shop', 'postmaster', 'backend', 'both'] as const;
type Victim = (typeof VICTIMS)[number];

const NIGHT = import.meta.env.MODE === 'night';
const TIMES = NIGHT ? 10 : 1;
/** How often each of them is killed; by night ten times as often. */
const CYCLES = { shop: 20, postmaster: 10, backend: 10, both: 5 };
/** What is placed meanwhile, and how many of each are acknowledged before the next kill. */
const PLACED = [
  { what: 'orders', lines: 1, acknowledged: 5 },
  { what: 'purchases of 200 lines', lines: 200, acknowledged: 2 },
];
const BUYERS_OF_EACH = 2;
// Five on a machine with nothing else to do: a test run is none.
const SECONDS_TO_SERVE = 60;
const LIMITLESS = { UNPAID_ORDERS: '0', UNPAID_STOCK_PERCENT: '0' };

test('kill -9 of the shop, of Postgres, of one connection and of all at once, in turn, loses no order and no purchase of 200 lines', {
  timeout: 120_000 + TIMES * 45 * 30_000,
}, async ({ annotate }) => {
  const folder = await shopFolder(theShop().folder);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const port = await freePort();
  let shop: ShopProcess = await startShopProcess({ folder, port, env: LIMITLESS });
  onTestFinished(async () => void (await shop.stop()));
  const tools = await withSql(folder, (sql) => largeTools(sql, 200));
  const crowds: Crowd[] = [];
  for (const kind of PLACED) {
    const buyers = await endlessBuyers(shop.origin, tools.slice(0, kind.lines), BUYERS_OF_EACH);
    onTestFinished(buyers.abandon);
    crowds.push({ ...kind, buyers });
  }
  const took: Record<Victim, number[]> = { shop: [], postmaster: [], backend: [], both: [] };

  for (const victim of inTurn(CYCLES)) {
    // The connections of a server that was killed go on taking orders for a moment.
    await vi.waitFor(() => withSql(folder, (sql) => sql`select`), { timeout: 60_000, interval: 100 });
    for (const { buyers, acknowledged } of crowds) {
      const enough = buyers.books.placed.size + acknowledged;
      await expect.poll(() => buyers.books.placed.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(enough);
    }
    const postmaster = await postmasterOf(folder);
    const connection = await withSql(folder, placingOf);
    const killed = performance.now();
    if (victim === 'postmaster' || victim === 'both') process.kill(postmaster, 'SIGKILL');
    if (victim === 'backend') process.kill(connection, 'SIGKILL');
    if (victim === 'shop' || victim === 'both') {
      shop.child.kill('SIGKILL');
      await shop.stop();
      shop = await startShopProcess({ folder, port, env: LIMITLESS });
    } else expect(shop.child.exitCode).toBeNull();
    const served = Promise.all(crowds.map(({ buyers }) => buyers.servedSince(killed)));
    took[victim].push(Math.max(...(await Promise.race([served, goneBeforeTime(shop)]))));
  }

  await Promise.all(crowds.map(({ buyers }) => buyers.stop()));
  await withSql(folder, async (sql) => {
    for (const crowd of crowds) await compare(sql, crowd);
    expect(await examine(sql)).toEqual([]);
  });
  for (const victim of VICTIMS) {
    await annotate(`kill -9 of ${victim}, ${secondsOf(took[victim])} until it serves again`);
    expect(Math.max(...took[victim])).toBeLessThan(SECONDS_TO_SERVE * 1000);
  }
});

/** Buyers of one kind, all at the same work. */
interface Crowd {
  readonly what: string;
  readonly lines: number;
  readonly acknowledged: number;
  readonly buyers: Awaited<ReturnType<typeof endlessBuyers>>;
}

/** What was acknowledged is there, whole, and nothing else is. */
async function compare(sql: Sql, { what, lines, buyers }: Crowd): Promise<void> {
  const { placed, paid } = buyers.books;
  const rows = await sql`
    select purchase_id as id, count(*)::int as lines, string_agg(distinct state::text, ' ') as states from orders
     where email = any(string_to_array(${buyers.people.map((it) => it.email).join()}, ',')) group by 1`;
  const states = new Map(rows.map((row) => [row.id as string, row.states as string]));
  expect(
    [...placed].filter((id) => !states.has(id)),
    what,
  ).toEqual([]);
  // And none is there that nobody was told of: a submit that was cut off and sent again is placed once.
  expect(states.size, what).toBe(placed.size);
  expect(
    rows.filter((row) => row.lines !== lines),
    what,
  ).toEqual([]);
  expect(
    [...paid].filter((id) => states.get(id) !== 'paid'),
    what,
  ).toEqual([]);
  expect(paid.size, what).toBeGreaterThan(0);
}

/** How long things took, in a few words, with the load of the machine: it says what the figures are worth. */
function secondsOf(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const shown = (ms = 0) => (ms / 1000).toFixed(1);
  const within = sorted.filter((ms) => ms <= 5_000).length;
  return `${sorted.length} times (load ${loadavg()[0]?.toFixed(1)}): ${shown(sorted[sorted.length >> 1])} s in the middle, ${shown(sorted.at(-1))} s at most, ${within} within 5 s,`;
}

/** Rejects, with what the shop said last, if it ends by itself. */
async function goneBeforeTime(shop: ShopProcess): Promise<never> {
  await once(shop.child, 'exit');
  throw new Error(`The shop ended by itself:\n${shop.said().slice(-3_000)}`);
}

/** All cycles, one of each kind after the other for as long as there are some: troubles seldom come alone. */
function inTurn(cycles: Record<Victim, number>): Victim[] {
  const rounds = Math.max(...Object.values(cycles)) * TIMES;
  // Spread evenly over all rounds.
  const due = (victim: Victim, n: number) => Math.floor((n * cycles[victim] * TIMES) / rounds);
  return Array.from({ length: rounds }, (_, n) =>
    VICTIMS.filter((victim) => due(victim, n + 1) > due(victim, n)),
  ).flat();
}

async function postmasterOf(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

/** A connection of the shop that is placing something, else one that did anything last. */
async function placingOf(sql: Sql): Promise<number> {
  const [row] = await sql`select pid from pg_stat_activity where usename = 'shop' and pid <> pg_backend_pid()
    order by state = 'active' and query ~ 'insert into purchase' desc, state_change desc limit 1`;
  return row?.pid;
}
