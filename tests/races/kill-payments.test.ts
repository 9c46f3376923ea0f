import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { ordered } from '../harness/own-payments.ts';
import { payPalOf } from '../harness/own-paypal.ts';
import { ownShop, type Person, SANDBOX } from '../harness/own-shop.ts';
import { paidPurchase } from '../harness/paid-purchase.ts';
import { PAYPAL } from '../harness/paypal-sandbox.ts';
import { findings } from '../harness/purchases.ts';

const KILLS = import.meta.env.MODE === 'night' ? 200 : 20;
const MINUTE = 60_000;
const PROGRAM = fileURLToPath(new URL('./work-payments-once.ts', import.meta.url));

const shop = await ownShop();
const paypal = await payPalOf(shop);
const tool = await shop.tool({ price: 50, available: 1_000_000 });
let buyer: Person;
let admin: Person;
beforeAll(async () => {
  buyer = await shop.person();
  admin = await shop.person('admin');
});

/** A process of its own works on payments, and is killed once that is true. */
async function killedWhen(seen: () => Promise<void> | void, claims = false): Promise<void> {
  const [{ database } = {}] = await shop.sql`select current_database() as database`;
  const world = {
    database: { ...inject('admin'), database },
    stripe: { secretKey: SANDBOX.secretKey, apiBase: shop.sandboxAddress },
    paypal: { ...PAYPAL, live: false, apiBase: shop.payPalAddress },
    ...{ now: shop.context.clock().getTime(), claims },
  };
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(world)], { stdio: 'inherit' });
  const gone = once(child, 'exit');
  try {
    await vi.waitFor(seen, { timeout: 30_000, interval: 20 });
  } finally {
    child.kill('SIGKILL');
  }
  expect(await gone).toEqual([null, 'SIGKILL']);
}

/** Its lease is over, and others go on. */
async function restarted(): Promise<void> {
  shop.passTime(MINUTE + 1_000);
  await shop.work();
}

async function nextRound(): Promise<void> {
  shop.setTrouble(() => 'none');
  shop.passTime(MINUTE);
  buyer = await shop.renewed(buyer);
  admin = await shop.renewed(admin);
}

const refundsAt = async (id: string): Promise<number[]> => {
  const listed = await shop.context.payments.listRefunds(id);
  if (!listed.ok) throw new Error(listed.failure.message);
  return listed.value.map(({ amount }) => amount);
};

async function paidBy(provider: 'stripe' | 'paypal') {
  if (provider === 'stripe') {
    const { id, amount, intentId } = await paidPurchase(shop, [{ tool, quantity: 5 }]);
    return { id, amount, payment: intentId };
  }
  const its = await ordered(shop, buyer, tool);
  const payment = await paypal.approved(buyer, its);
  await shop.work();
  return { ...its, payment };
}

test(
  'killed between a refund and its answer, money goes back once',
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await nextRound();
      const { id, amount, payment } = await paidBy(kill % 2 === 0 ? 'paypal' : 'stripe');
      const body = { lines: [{ order: id, pieces: 2 }], back: false, amount: amount * 0.4, reason: 'Broken' };
      expect((await shop.call('refundPurchase', { params: { id }, body }, admin)).status).toBe(200);
      shop.passTime(MINUTE);
      shop.setTrouble(({ method, path }) => (method === 'POST' && /refunds?$/.test(path) ? 'silent-after' : 'none'));
      await killedWhen(async () => expect(await refundsAt(payment)).toHaveLength(1));
      const rows = () =>
        shop.sql`select state, amount_cents from refund where purchase_id = ${id}`.then((its) => [...its]);
      expect(await rows()).toEqual([{ state: 'sent', amount_cents: amount * 40 }]);
      shop.setTrouble(() => 'none');
      await restarted();
      expect(await rows()).toEqual([{ state: 'succeeded', amount_cents: amount * 40 }]);
      expect(await refundsAt(payment)).toEqual([amount * 40]);
    }
    expect(await findings(shop)).toEqual([]);
  },
  120_000 + KILLS * 20_000,
);

const PLACES = ['claimed', 'asked', 'taken'] as const;

test(
  'killed between claiming and taking, or before the answer, the money is taken once',
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await nextRound();
      const place = PLACES[kill % PLACES.length];
      const its = await ordered(shop, buyer, tool);
      const id = await paypal.begun(buyer, its);
      await paypal.approve(id);
      shop.passTime(MINUTE);
      const standing = async () =>
        (
          await shop.sql`select purchase.state, payment.state as payment from purchase join payment on order_id = purchase.id
                        where purchase.id = ${its.id}`
        )[0];
      let captures = 0;
      let end: (how: 'fail-before') => void = () => {};
      const held = new Promise<'fail-before'>((over) => {
        end = over;
      });
      shop.setTrouble(({ path }) => {
        if (!path.endsWith('/capture')) return 'none';
        captures += 1;
        return place === 'asked' ? held : 'silent-after';
      });
      await killedWhen(async () => {
        if (place === 'claimed') expect(await standing()).toMatchObject({ payment: 'capturing' });
        else if (place === 'asked') expect(captures).toBe(1);
        else expect((await paypal.look(id)).status).toBe('captured');
      }, place === 'claimed');
      end('fail-before');
      expect(await standing()).toEqual({ state: 'unpaid', payment: 'capturing' });
      captures = 0;
      shop.setTrouble(({ path }) => {
        if (path.endsWith('/capture')) captures += 1;
        return 'none';
      });
      await restarted();
      expect(await standing()).toEqual({ state: 'paid', payment: 'succeeded' });
      expect({ place, captures }).toEqual({ place, captures: place === 'taken' ? 0 : 1 });
      expect((await paypal.look(id)).amountReceived).toBe(its.amount * 100);
    }
    expect(await findings(shop)).toEqual([]);
  },
  120_000 + KILLS * 20_000,
);
