import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { examine } from '#server/examine.ts';
import { endlessBuyers } from '../crash/endless-buyers.ts';
import { largeTool } from '../crash/large-tool.ts';
import { type Heard, newCustomer, type Somebody, send, theAdmin } from '../harness/people.ts';
import { startShopProcess } from '../harness/shop.ts';
import { orderOf, payFor } from '../harness/shopping.ts';
import { allDone, type Machine, placeForTwo } from './place-for-two.ts';

const POLL = { timeout: 60_000 };
const PURCHASES = 12;
const BEFORE = 60;
const AFTER = 120;
const BURST = 40;
const LEADS = 'leads the background work';

test('two machines on one PostgreSQL 15 behind nginx are one shop, and one of them is enough', async ({ annotate }) => {
  const { start, balance, sql, mailbox } = await placeForTwo();
  // Both open at once on an empty database: they must agree on who makes what.
  const machines = await Promise.all([start(0), start(1)]);
  const nginx = await balance();
  const [a, b] = nginx.direct;
  const leading = () => machines.filter((it) => it.said().includes(LEADS));
  await expect.poll(() => leading().length, POLL).toBe(1);

  // Who is known to one is known to the other, and forgotten by both.
  const customer = await newCustomer(a);
  const cookie = `${customer.cookie.name}=${customer.cookie.value}`;
  const signedIn = async (at: string) => (await send(at, 'GET', '/auth/session', undefined, { cookie })).body;
  for (const at of [a, b]) expect(JSON.stringify(await signedIn(at))).toContain(customer.email);
  const mine = `/myorders/${customer.email}`;
  const { authorization } = customer;
  expect((await send(b, 'GET', mine, undefined, { authorization })).status).toBe(200);
  expect((await send(b, 'POST', '/auth/sign-out', {}, { cookie })).status).toBeLessThan(300);
  for (const at of [a, b]) expect(JSON.stringify(await signedIn(at))).not.toContain(customer.email);

  // What one writes the other shows.
  const tool = await largeTool(sql);
  const admins = [await theAdmin(a), await theAdmin(b)] as const;
  const stock = async (at: string) => (await send(at, 'GET', `/tools/${tool}`)).body.available_quantity;
  const took: number[] = [];
  for (let round = 1; round <= 10; round += 1) {
    const [admin, there] = round % 2 === 0 ? [admins[0], b] : [admins[1], a];
    const before = await stock(there);
    const body = { kind: 'restock', pieces: 1, reason: 'delivery' };
    const changed = await admin.call('POST', `/tools/${tool}/stock`, body);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const written = performance.now();
    await expect.poll(() => stock(there), { ...POLL, interval: 2 }).toBe(before + 1);
    took.push(performance.now() - written);
  }
  await annotate(`written at one, read at the other after ${Math.max(...took).toFixed(0)} ms at most`);

  // Whatever two machines do in the background happens once.
  const orders: string[] = [];
  const purchase = async (at: string) => {
    const buyer = await newCustomer(at);
    const order = await orderOf(nginx.origin, buyer, { tool: 'Claw Hammer' });
    await payFor(nginx.origin, buyer, order);
    orders.push(order.number);
  };
  while (orders.length < PURCHASES) await Promise.all([purchase(a), purchase(b)]);
  await allDone(sql);
  const subjects = mailbox.mails().map((it) => it.subject);
  for (const id of orders) {
    const its = subjects.filter((subject) => subject.endsWith(` ${id}`));
    expect(
      its.filter((subject) => subject.startsWith('Receipt')),
      id,
    ).toHaveLength(1);
    expect(its, id).toHaveLength(2);
  }

  // The one that leads dies under a stream of orders and of questions.
  const victim = leading()[0] as Machine;
  const survivor = machines.find((it) => it !== victim) as Machine;
  const buyers = await endlessBuyers(nginx.origin, [tool]);
  onTestFinished(buyers.abandon);
  const asking = askEndlessly(nginx.origin, tool);
  onTestFinished(asking.stop);
  await expect.poll(() => buyers.books.placed.size, POLL).toBeGreaterThan(BEFORE);
  const many = burstOfOrders(await newCustomer(nginx.origin), tool);
  // Some of them are answered, so the others are in hand.
  await Promise.race(many);
  const killed = performance.now();
  victim.child.kill('SIGKILL');
  const burst = await Promise.all(many);
  expect(burst.filter(({ status }) => status !== 200)).toEqual([]);
  const ofBurst = new Set<string>(burst.map(({ body }) => body.insertedId));
  expect(ofBurst.size).toBe(BURST);
  const again = await buyers.servedSince(killed);
  const then = buyers.books.placed.size;
  await expect.poll(() => buyers.books.placed.size, POLL).toBeGreaterThan(then + AFTER);
  await expect.poll(() => survivor.said().includes(LEADS), POLL).toBe(true);
  const led = performance.now() - killed;
  await annotate(
    `an order begun after the kill was acknowledged after ${again.toFixed(0)} ms; led again after ${led.toFixed(0)} ms`,
  );

  // It comes back, and is asked again.
  const back = await startShopProcess(victim.wish);
  onTestFinished(async () => void (await back.stop()));
  const address = `127.0.0.1:${victim.wish.port}`;
  const since = (await nginx.answered()).length;
  await expect
    .poll(
      async () => (await nginx.answered()).slice(since).some((it) => it.asked.at(-1) === address && it.status === 200),
      POLL,
    )
    .toBe(true);
  await buyers.stop();
  await asking.stop();

  const [kept] =
    await sql`select count(*) as orders from orders where id::text = any(string_to_array(${[...ofBurst].join()}, ','))`;
  expect(kept?.orders).toBe(BURST);
  const { placed, paid } = buyers.books;
  const emails = buyers.people.map((it) => it.email).join();
  const rows = await sql`select id, state from orders where email = any(string_to_array(${emails}, ','))`;
  const states = new Map(rows.map((row) => [row.id as string, row.state as string]));
  expect([...placed].filter((id) => !states.has(id))).toEqual([]);
  expect(states.size).toBe(placed.size);
  expect([...paid].filter((id) => states.get(id) !== 'paid')).toEqual([]);
  expect(await examine(sql)).toEqual([]);

  const answered = await nginx.answered();
  // A busy shop says so before it does anything: that is an answer.
  const busy = answered.filter((it) => it.status === 503);
  const failed = answered.filter((it) => it.status >= 500 && it.status !== 503);
  const repeated = answered.filter((it) => it.asked.length > 1);
  await annotate(
    `${answered.length} answers, ${repeated.length} asked twice, ${busy.length} busy, ${failed.length} failed`,
  );
  // What may be sent again never fails; of all else at most what the dead one had in hand, one for each buyer.
  expect(failed.filter((it) => it.withKey || it.method === 'GET')).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(buyers.people.length);
  expect(asking.failed).toEqual([]);
}, 600_000);

/** So many submits at once, each with a key of its own, and sent again while the shop is busy. */
function burstOfOrders(buyer: Somebody, tool: string): Promise<Heard>[] {
  const body = { phone: '5550142200', address: '1 Main Street', quantity: 1, tools_price: 1, tools_id: tool };
  return Array.from({ length: BURST }, async (_, n) => {
    for (;;) {
      const heard = await buyer.call('POST', '/orders', body, { 'idempotency-key': `burst-order-${n}` });
      if (heard.status !== 503) return heard;
      await pause(200);
    }
  });
}

/** Reads a tool again and again; keeps what did not work. */
function askEndlessly(origin: string, tool: string) {
  const failed: (number | string)[] = [];
  let stopped = false;
  const asking = (async () => {
    while (!stopped) {
      const status = await fetch(`${origin}/tools/${tool}`).then(
        async (response) => {
          await response.text();
          return response.status;
        },
        (error: Error) => String(error.cause ?? error),
      );
      if (status !== 200 && status !== 503) failed.push(status);
      await pause(20);
    }
  })();
  return {
    failed,
    stop: async () => {
      stopped = true;
      await asking;
    },
  };
}
