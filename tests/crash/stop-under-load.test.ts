import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { newCustomer } from '../harness/people.ts';
import { type ShopProcess, shopFolder, startShopProcess } from '../harness/shop.ts';
import { theShop } from '../harness/the-shop.ts';
import { largeTool, withSql } from './large-tool.ts';

const CYCLES = import.meta.env.MODE === 'night' ? 100 : 10;
const PER_SECOND = 200;
const TICK_MS = 50;
// As a proxy in front of the shop has: what finds none free waits there.
const CONNECTIONS = 50;
/** Milliseconds within which a shop that was asked to stop must be gone: ten seconds, and more on a busy machine. */
const STOPS_WITHIN = 60_000;
const LIMITLESS = { UNPAID_ORDERS: '0', UNPAID_STOCK_PERCENT: '0' };

/** What became of a request. No status: it was never answered. */
interface Answered {
  readonly key: string | undefined;
  readonly status?: number;
  /** False for an answer that broke off in the middle. */
  readonly whole: boolean;
  readonly body: string;
}

test(
  `SIGTERM under ${PER_SECOND} requests a second, ${CYCLES} times: each is answered whole or was not done`,
  async ({ annotate }) => {
    const took: number[] = [];
    const folder = await shopFolder(theShop().folder);
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    const port = await freePort();
    let shop: ShopProcess = await startShopProcess({ folder, port, env: LIMITLESS });
    onTestFinished(async () => void (await shop.stop()));
    const tool = await withSql(folder, largeTool);
    const acknowledged: string[] = [];
    const unanswered: string[] = [];

    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      const pump = await startPump(shop.origin, tool, `cycle-${cycle}`);
      await expect
        .poll(() => pump.answered.filter((it) => it.key && it.status === 200).length, POLL)
        .toBeGreaterThan(20);
      const asked = performance.now();
      shop.child.kill('SIGTERM');
      expect(await shop.stop(), shop.said()).toBe(0);
      took.push(performance.now() - asked);
      expect(took.at(-1)).toBeLessThan(STOPS_WITHIN);
      await pump.stop();
      expect(pump.answered.filter((it) => !it.whole)).toEqual([]);
      const strange = pump.answered.filter((it) => it.status !== undefined && ![200, 503].includes(it.status));
      expect(strange).toEqual([]);
      for (const { key, status, body } of pump.answered) {
        if (key && status === 200) acknowledged.push(JSON.parse(body).insertedId);
        else if (key) unanswered.push(key);
      }
      shop = await startShopProcess({ folder, port, env: LIMITLESS });
    }

    const [rows, keys] = await withSql(folder, (sql) =>
      Promise.all([sql`select id from orders`, sql`select key from idempotency`]),
    );
    const there = new Set(rows.map((row) => row.id));
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
    const done = new Set(keys.map((row) => row.key));
    expect(unanswered.filter((key) => done.has(key))).toEqual([]);
    expect(rows).toHaveLength(acknowledged.length);
    const slowest = (Math.max(...took) / 1000).toFixed(1);
    await annotate(`SIGTERM under load, ${took.length} times: closed after ${slowest} s at most`);
  },
  120_000 + CYCLES * 60_000,
);

const POLL = { timeout: 60_000 };

/** Sends so many requests a second, whether or not they are answered. One of eight is an order. */
async function startPump(origin: string, tool: string, name: string) {
  const buyer = await newCustomer(origin);
  const body = { phone: '5550142200', address: '1 Main Street', quantity: 1, tools_price: 1, tools_id: tool };
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const answered: Answered[] = [];
  const sent: Promise<unknown>[] = [];
  let stopped = false;

  const fire = (key: string | undefined) =>
    new Promise<void>((over) => {
      const end = (its: Omit<Answered, 'key'>) => {
        answered.push({ key, ...its });
        over();
      };
      const headers = {
        ...{ origin, authorization: buyer.authorization },
        ...(key ? { 'idempotency-key': key, 'content-type': 'application/json' } : {}),
      };
      const asked = request(
        `${origin}${key ? '/orders' : `/tools/${tool}`}`,
        { agent, method: key ? 'POST' : 'GET', headers },
        (response) => {
          let text = '';
          const { statusCode: status = 0 } = response;
          response.setEncoding('utf8');
          response.on('data', (part) => {
            text += part;
          });
          response.once('close', () => end({ status, whole: response.complete, body: text }));
        },
      );
      asked.once('error', () => end({ whole: true, body: '' }));
      asked.end(key ? JSON.stringify(body) : undefined);
    });

  const pumping = (async () => {
    for (let count = 0; !stopped; await pause(TICK_MS))
      for (let n = 0; n < (PER_SECOND * TICK_MS) / 1000; n += 1, count += 1)
        sent.push(fire(count % 8 === 0 ? `${name}-order-${count}` : undefined));
  })();
  return {
    answered,
    async stop(): Promise<void> {
      stopped = true;
      await pumping;
      await Promise.all(sent);
      agent.destroy();
    },
  };
}
