import { afterAll, beforeAll, expect } from 'vitest';
import { workOutbox } from '#services/kernel/send-messages.ts';
import { orderSenders } from '#services/orders/waiting/serve-waiting.ts';
import { payments } from '../harness/own-payments.ts';
import { ownShop, type Person, SENDERS } from '../harness/own-shop.ts';
import { type PaidPurchase, paidPurchase } from '../harness/paid-purchase.ts';
import { findings } from '../harness/purchases.ts';
import { atOnce, race } from './race.ts';

const shop = await ownShop();
const pay = payments(shop);
let admins: Person[] = [];

beforeAll(async () => {
  admins = [await shop.person('admin'), await shop.person('admin')];
});

afterAll(async () => {
  await workAll();
  expect(await findings(shop)).toEqual([]);
  expect(await shop.sql`select deadlocks from pg_stat_database where datname = current_database()`).toEqual([
    { deadlocks: 0 },
  ]);
  expect(shop.troubles).toEqual([]);
});

race(
  'RACE-P4: pieces are shipped, undone, taken back and refunded at once, and no piece is both',
  [100, 2_000],
  async (round) => {
    const tools = [
      await shop.tool({ available: 50, price: 10, minQuantity: 1 }),
      await shop.tool({ available: 50, price: 10, minQuantity: 1 }),
    ];
    const its = await paidPurchase(
      shop,
      tools.map((tool) => ({ tool, quantity: 10 })),
    );
    const [first, second] = its.lines;
    const params = { id: its.id };
    const by = (n: number) => admins[n % 2] as Person;
    const ship = (n: number) =>
      shop.call('shipPurchase', { params, body: { lines: [{ order: n % 2 ? first : second, pieces: 4 }] } }, by(n));
    // 30 percent are off: three pieces are $21.
    const refund = (n: number) =>
      shop.call(
        'refundPurchase',
        { params, body: { lines: [{ order: n % 2 ? second : first, pieces: 3 }], amount: 21, reason: 'Late' } },
        by(n),
      );
    const undo = (n: number) =>
      shop.call('undoShipping', { params: { id: (n % 2 ? first : second) as string } }, by(n));
    const send = () => workOutbox(shop.context, SENDERS).then(() => ({ status: 200 }));
    const takeBack = async (n: number) => {
      const [sent] = await shop.sql`select id from shipment where purchase_id = ${its.id} order by no desc limit 1`;
      if (!sent) return { status: 200 };
      return shop.call('takeBackShipment', { params: { ...params, shipment: sent.id } }, by(n));
    };
    const deeds: ((n: number) => Promise<{ status: number }>)[] = [ship, refund, undo, takeBack, send];
    const answers = await atOnce(16, (n) => (deeds[(n + round) % deeds.length] ?? send)(n));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await settled([its]);
  },
);

race(
  'RACE-P9: a delivery comes while those who wait cancel, and are shipped and refunded',
  [20, 2_000],
  async (round) => {
    const day = new Date(shop.context.clock().getTime() + 9 * 86_400_000).toISOString().slice(0, 10);
    const tool = await shop.tool({ available: 10, price: 10, minQuantity: 1, restockAt: day, backorderLimit: 90 });
    const all: PaidPurchase[] = [];
    for (let n = 0; n < 3; n += 1) all.push(await paidPurchase(shop, [{ tool, quantity: 20, mayWait: true }]));
    const of = (n: number) => all[n % all.length] as PaidPurchase;
    const by = (n: number) => admins[n % 2] as Person;
    const lines = (n: number, pieces: number) => [{ order: of(n).id, pieces }];
    const deeds: ((n: number) => Promise<{ status: number }>)[] = [
      (n) =>
        shop.call('cancelWaiting', { params: { id: of(n).id }, body: { lines: lines(n, 4), amount: 28 } }, of(n).buyer),
      (n) =>
        shop.call(
          'changeStock',
          { params: { id: tool.id }, body: { kind: 'restock', pieces: 7, reason: 'Delivery' } },
          by(n),
        ),
      () => orderSenders.allocate(shop.context, { toolId: tool.id }).then(() => ({ status: 200 })),
      (n) =>
        shop.call(
          'refundPurchase',
          { params: { id: of(n).id }, body: { lines: lines(n, 3), amount: 21, reason: 'Late' } },
          by(n),
        ),
      (n) => shop.call('shipPurchase', { params: { id: of(n).id }, body: {} }, by(n)),
    ];
    const answers = await atOnce(20, (n) => (deeds[(n + round) % deeds.length] as (typeof deeds)[0])(n));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await settled(all);
    const [left] = await shop.sql`
    select available, waiting, (select sum(waiting)::int from orders where tool_id = tool.id) as awaited,
           (select sum(hold_quantity)::int from orders where tool_id = tool.id) as held,
           (select sum(delta)::int from stock_move where tool_id = tool.id and order_id is null) as put
      from tool where id = ${tool.id}`;
    expect(left).toMatchObject({ waiting: left?.awaited, available: left?.put - left?.held });
    expect(Math.min(left?.available, left?.waiting)).toBe(0);
  },
);

/** What is written is due by the database's clock, which the shop's is behind. */
async function workAll(): Promise<void> {
  await shop.sql`update job set run_at = run_at - interval '1 day' where done_at is null`;
  await shop.work();
  await shop.work();
}

/** At the provider is what was decided, and that is $7 for each piece given up. */
async function settled(all: readonly PaidPurchase[]): Promise<void> {
  await workAll();
  for (const { id, intentId } of all) {
    const [sum] = await shop.sql`
      select (select coalesce(sum(amount_cents), 0)::int from refund where purchase_id = ${id}) as planned,
             (select sum(given_up)::int from orders where purchase_id = ${id}) as given`;
    const atProvider = (await pay.refunds(intentId)).reduce((cents, { amount }) => cents + amount, 0);
    expect([sum?.planned, atProvider]).toEqual([sum?.given * 700, sum?.given * 700]);
  }
}
