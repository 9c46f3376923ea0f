import { afterAll, beforeAll, expect } from 'vitest';
import { workOutbox } from '#services/kernel/send-messages.ts';
import { payments } from '../harness/own-payments.ts';
import { ownShop, type Person, SENDERS } from '../harness/own-shop.ts';
import { paidPurchase } from '../harness/paid-purchase.ts';
import { findings } from '../harness/purchases.ts';
import { atOnce, race } from './race.ts';

const shop = await ownShop();
const pay = payments(shop);
let admins: Person[] = [];

beforeAll(async () => {
  admins = [await shop.person('admin'), await shop.person('admin')];
});

afterAll(async () => {
  expect(await findings(shop)).toEqual([]);
  expect(await shop.sql`select deadlocks from pg_stat_database where datname = current_database()`).toEqual([
    { deadlocks: 0 },
  ]);
  expect(shop.troubles).toEqual([]);
});

race('RACE-P4: pieces are shipped, undone and refunded at once, and no piece is both', [20, 400], async (round) => {
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
  const undo = (n: number) => shop.call('undoShipping', { params: { id: (n % 2 ? first : second) as string } }, by(n));
  const send = () => workOutbox(shop.context, SENDERS).then(() => ({ status: 200 }));
  const deeds: ((n: number) => Promise<{ status: number }>)[] = [ship, refund, undo, send];
  const answers = await atOnce(16, (n) => (deeds[(n + round) % deeds.length] ?? send)(n));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  // What is written is due by the database's clock, which the shop's is behind.
  await shop.sql`update job set run_at = run_at - interval '1 day' where done_at is null`;
  await shop.work();
  await shop.work();
  const [sum] = await shop.sql`
    select (select coalesce(sum(amount_cents), 0)::int from refund where purchase_id = ${its.id}) as planned,
           (select sum(given_up)::int from orders where purchase_id = ${its.id}) as given`;
  const atProvider = (await pay.refunds(its.intentId)).reduce((all, { amount }) => all + amount, 0);
  expect([sum?.planned, atProvider]).toEqual([sum?.given * 700, sum?.given * 700]);
});
