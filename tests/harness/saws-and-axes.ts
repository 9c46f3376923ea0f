import { expect } from 'vitest';
import type { Refund } from '../../src/outside/payments/provider.ts';
import { breachesQuery } from '../../src/services/reports/invariants.ts';
import { payments } from './own-payments.ts';
import type { Person, TestShop } from './own-shop.ts';
import { type PaidPurchase, paidPurchase } from './paid-purchase.ts';

/** Paid purchases of 30 saws and 20 axes, and what admins and the provider do with their money. */
export function sawsAndAxes(shop: TestShop, admin: Person) {
  const pay = payments(shop);
  const saws = () => shop.tool({ name: 'Saw', available: 100, price: 7, minQuantity: 1 });
  const axes = () => shop.tool({ name: 'Axe', available: 100, price: 11, minQuantity: 1 });
  const worked = async () => {
    shop.passTime(2_000);
    await shop.work();
    await shop.work();
  };
  return {
    ...{ saws, axes, worked },
    /** $430, $301 with the offer; a saw is $4.90, an axe $7.70. */
    async bought() {
      const [saw, axe] = [await saws(), await axes()];
      const its = await paidPurchase(shop, [
        { tool: saw, quantity: 30 },
        { tool: axe, quantity: 20 },
      ]);
      return { ...its, saw, axe };
    },
    refund: (id: string, body: object, key?: string) =>
      shop.call(
        'refundPurchase',
        { params: { id }, body: { reason: 'Damaged', ...body }, ...(key && { headers: { 'idempotency-key': key } }) },
        admin,
      ),
    ship: (id: string, body: object = {}) => shop.call('shipPurchase', { params: { id }, body }, admin),
    available: async ({ id }: { id: string }) =>
      (await shop.sql`select available from tool where id = ${id}`)[0]?.available,
    see: async ({ id, buyer }: Pick<PaidPurchase, 'id' | 'buyer'>) =>
      (await shop.call('getPurchase', { params: { id } }, buyer)).body,
    atProvider: async (intentId: string) => (await pay.refunds(intentId)).map(({ amount }) => amount),
    /** The shop whose provider says that these of its refunds have failed: all if not said. */
    failing(which: (one: Refund) => unknown = () => true) {
      const { listRefunds } = shop.context.payments;
      const failed = async (id: string) => {
        const listed = await listRefunds(id);
        if (!listed.ok) return listed;
        return { ...listed, value: listed.value.map((it) => (which(it) ? { ...it, status: 'failed' as const } : it)) };
      };
      return { ...shop.context, payments: { ...shop.context.payments, listRefunds: failed } };
    },
    /** What the last mail about a refund says. */
    async lastMail({ buyer }: Pick<PaidPurchase, 'buyer'>) {
      await worked();
      const refunds = shop.mailbox
        .mails()
        .filter(({ recipients, subject }) => recipients.includes(buyer.email) && /^Refund|went back$/.test(subject));
      return refunds[0]?.text ?? '';
    },
    async sound() {
      const { rows } = await shop.context.db.execute(breachesQuery(shop.context.clock()));
      expect(rows).toEqual([]);
    },
  };
}
