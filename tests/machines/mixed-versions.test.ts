import { expect, onTestFinished, test } from 'vitest';
import type { Order } from '#model/orders/order.ts';
import { examine } from '#server/examine.ts';
import { endlessBuyers } from '../crash/endless-buyers.ts';
import { largeTools } from '../crash/large-tool.ts';
import { type Somebody, send } from '../harness/people.ts';
import { allDone, placeForTwo } from './place-for-two.ts';
import { versionBefore } from './version-before.ts';

const POLL = { timeout: 600_000 };
const TOOLS = 3;
/** Orders and purchases of the version before alone. */
const BEFORE = 100;
/** Calls that each of both answers once both are there. */
const CALLS = 10_000;
/** Orders of each customer that both are asked for one by one. */
const COMPARED = 60;

test('a shop is upgraded while it sells: the version before and this one are one shop meanwhile, and after', async ({
  annotate,
}) => {
  const { start, balance, sql, ports } = await placeForTwo();
  await start(0, await versionBefore());
  const nginx = await balance();
  const [before, now] = nginx.direct;
  const tools = await largeTools(sql, TOOLS);
  const streams = [
    await endlessBuyers(nginx.origin, tools.slice(0, 1)),
    await endlessBuyers(nginx.origin, tools),
  ] as const;
  for (const { abandon } of streams) onTestFinished(abandon);
  const ordered = () => streams.flatMap(({ books }) => [...books.placed]);
  await expect.poll(() => ordered().length, POLL).toBeGreaterThan(BEFORE);
  const customers = streams.flatMap((stream) => stream.people);
  const paidBefore: Order[] = [];
  for (const { call, email } of customers)
    paidBefore.push(...(await call('GET', `/myorders/${email}`)).body.filter((it: Order) => it.paid));
  expect(paidBefore.length).toBeGreaterThan(BEFORE / 10);

  // Opens beside it, and changes the database on the way.
  const since = (await nginx.answered()).length;
  await start(1);
  const calls = async () => {
    const answers = (await nginx.answered()).slice(since);
    return Math.min(...ports.map((port) => answers.filter(({ asked }) => asked.at(-1)?.endsWith(`:${port}`)).length));
  };
  await expect.poll(calls, { ...POLL, interval: 2000 }).toBeGreaterThan(CALLS);
  await Promise.all(streams.map(({ stop }) => stop()));
  await allDone(sql, 'mail');

  const answered = await nginx.answered();
  const failed = answered.filter((it) => it.status >= 500 && it.status !== 503);
  await annotate(`${answered.length} answers, ${await calls()} at least by each once both were there`);
  expect(failed).toEqual([]);

  // What was acknowledged is there, and whoever is asked says the same, letter by letter.
  const found = new Map<string, Order>();
  for (const customer of customers) {
    const same = async (path: string): Promise<string> => {
      const [text, other] = await Promise.all([before, now].map((origin) => textOf(origin, path, customer)));
      expect(text, path).toMatch(/^200 /);
      expect(other, path).toBe(text);
      return text?.slice(4) ?? '';
    };
    const orders: Order[] = JSON.parse(await same(`/myorders/${customer.email}`));
    for (const order of orders) found.set(order._id, order);
    for (const path of ['/tools', '/categories', '/review', `/profile/${customer.email}`, '/orderDefaults', '/offer'])
      await same(path);
    const step = Math.ceil(orders.length / COMPARED);
    for (const { _id } of orders.filter((_, n) => n % step === 0)) {
      await same(`/orders/${_id}`);
      await same(`/purchases/${_id}`);
    }
  }
  const paid = streams.flatMap(({ books }) => [...books.paid]);
  expect(ordered().filter((id) => !found.has(id))).toEqual([]);
  expect(paid.filter((id) => !found.get(id)?.paid)).toEqual([]);
  for (const order of paidBefore) expect(found.get(order._id)).toMatchObject(order);
  expect(await examine(sql)).toEqual([]);
}, 1_800_000);

/** With a token of this moment. */
async function textOf(origin: string, path: string, { email, cookie }: Somebody): Promise<string> {
  const session = { cookie: `${cookie.name}=${cookie.value}` };
  const { body } = await send(origin, 'PUT', `/user/${email}`, { email }, session);
  const authorization = `Bearer ${body.token}`;
  const answer = await fetch(`${origin}${path}`, { headers: { authorization } });
  return `${answer.status} ${await answer.text()}`;
}
