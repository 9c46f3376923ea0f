import { afterAll, beforeAll, expect } from 'vitest';
import { sweepPayments } from '#services/payments/sweep-payments.ts';
import { begun, ordered, payments } from '../harness/own-payments.ts';
import { payPalOf } from '../harness/own-paypal.ts';
import { ownShop, type Person } from '../harness/own-shop.ts';
import { findings } from '../harness/purchases.ts';
import { type Random, randomOf } from '../simulation/random.ts';
import { race } from './race.ts';

const shop = await ownShop();
const paypal = await payPalOf(shop);
const card = payments(shop);
const MINUTE = 60_000;

let buyer: Person;
let tool: Awaited<ReturnType<typeof shop.tool>>;
beforeAll(async () => {
  buyer = await shop.person();
  tool = await shop.tool({ price: 50, available: 100_000 });
});

afterAll(async () => {
  expect(await findings(shop)).toEqual([]);
  expect(await shop.sql`select deadlocks from pg_stat_database where datname = current_database()`).toEqual([
    { deadlocks: 0 },
  ]);
});

const stateOf = async (id: string) => {
  const [row] = await shop.sql`select state, amount_cents from purchase where id = ${id}`;
  return row as { state: string; amount_cents: number };
};

race('RACE-P3: webhooks, returns and sweeps hear of an approval at once: it is taken once', [100, 2_000], async () => {
  shop.passTime(MINUTE);
  buyer = await shop.renewed(buyer);
  const its = await ordered(shop, buyer, tool);
  const id = await paypal.begun(buyer, its);
  await paypal.approve(id);
  const [approved] = await paypal.events(id, 1);
  if (!approved) throw new Error('no event');
  let captures = 0;
  shop.setTrouble(({ path }) => {
    if (path.endsWith('/capture')) captures += 1;
    return 'none';
  });
  shop.passTime(MINUTE);
  const sweep = () => sweepPayments(shop.context).then(() => ({ status: 200 }));
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => paypal.deliver(approved)),
    ...Array.from({ length: 5 }, () => paypal.back(buyer, its.id, id)),
    ...Array.from({ length: 2 }, sweep),
  ]);
  expect(answers.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
  await Promise.all([shop.work(), shop.work(), sweep()]);
  await shop.work();
  expect((await stateOf(its.id)).state).toBe('paid');
  expect(captures).toBe(1);
  expect((await paypal.look(id)).amountReceived).toBe(its.amount * 100);
});

race('whatever happens in whatever order, money is there once or back', [12, 2_000], async (round) => {
  const random = randomOf(7_000 + round);
  shop.setTrouble(() => 'none');
  // Each round takes hours, and a session ends after a month.
  buyer = round % 100 === 0 ? await shop.person() : await shop.renewed(buyer);
  const its = await ordered(shop, buyer, tool);
  const ids: string[] = [];
  const intents: { clientSecret: string; intentId: string }[] = [];
  const some = <T>(of: readonly T[], work: (one: T) => Promise<unknown>) =>
    of.length > 0 ? work(random.one(of)) : undefined;
  const deeds: (() => Promise<unknown> | undefined)[] = [
    async () => ids.push(...[await paypal.begun(buyer, its).catch(() => '')].filter(Boolean)),
    async () =>
      intents.push(...[await begun(shop, buyer, its).catch(() => undefined)].filter((it) => it !== undefined)),
    () => some(ids, (id) => paypal.approve(id, payerOf(random))),
    () => some(ids, (id) => paypal.approve(id)),
    () => some(ids, (id) => paypal.back(buyer, its.id, id)),
    () => some(intents, ({ clientSecret }) => card.confirm(clientSecret)),
    () => some(intents, ({ intentId }) => paypal.back(buyer, its.id, intentId)),
    () => some(ids, (id) => paypal.decide(id, random.chance(0.5) ? 'pass' : 'fail')),
    async () => shop.passTime(random.below(25) * MINUTE),
    () => sweepPayments(shop.context),
    () => shop.work(),
    () => (random.chance(0.3) ? shop.call('cancelOrder', { params: { id: its.id } }, buyer) : undefined),
    async () => shop.setTrouble(() => (random.chance(0.3) ? random.one(['fail-before', 'fail-after']) : 'none')),
  ];
  for (let step = 0; step < 22; step += 1) await random.one(deeds)();
  shop.setTrouble(() => 'none');
  // Everything that waits is tried again, the provider asked for what is open, and decides what it took meanwhile.
  for (let quarter = 0; quarter < 8; quarter += 1) {
    for (const id of ids) await paypal.decide(id, 'pass');
    shop.passTime(16 * MINUTE);
    await sweepPayments(shop.context);
    await shop.work();
  }
  const { state, amount_cents: amount } = await stateOf(its.id);
  expect(['paid', 'unpaid', 'cancelled', 'refunded']).toContain(state);
  let money = 0;
  for (const id of [...new Set([...ids, ...intents.map(({ intentId }) => intentId)])]) {
    const made = await shop.context.payments.look(id);
    const back = await shop.context.payments.listRefunds(id);
    // PayPal forgets an order that nobody took.
    if (!made.ok) expect(made.failure.code).toBe('not-found');
    else money += made.value.amountReceived - (back.ok ? back.value : []).reduce((sum, it) => sum + it.amount, 0);
  }
  expect({ round, state, money }).toEqual({ round, state, money: state === 'paid' ? amount : 0 });
});

const payerOf = (random: Random) => random.one(['pays', 'declined', 'pending', 'denied']);
