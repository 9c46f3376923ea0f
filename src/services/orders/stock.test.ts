import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { sweepPayments } from '../payments/sweep-payments.ts';

const shop = await ownShop();
const pay = payments(shop);
const INITIAL = 40;
const MINUTE = 60_000;

type Order = { id: string; amount: number };
type Step =
  | { do: 'place'; quantity: number }
  | { do: 'begin' | 'pay' | 'confirm'; which: number }
  | { do: 'wait'; minutes: number }
  | { do: 'work' | 'sweep' | 'ship' };

const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('place' as const), quantity: fc.integer({ min: 5, max: 20 }) }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom('begin' as const, 'pay' as const, 'confirm' as const),
        which: fc.nat(5),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 30, 61) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('work' as const, 'sweep' as const, 'ship' as const) }) },
  ),
  { minLength: 5, maxLength: 25 },
);

test('whatever is ordered, paid, left and expired: what is available, held and sold is always what there was', async () => {
  const admin = await shop.person('admin');
  await fc.assert(
    fc.asyncProperty(steps, async (made: Step[]) => {
      const tool = await shop.tool({ available: INITIAL });
      const buyer = await shop.person();
      const orders: Order[] = [];
      const secrets = new Map<string, { clientSecret: string; intentId: string }>();

      const act = async (step: Step): Promise<void> => {
        const who = await shop.renewed(buyer);
        const order = 'which' in step ? orders[step.which % Math.max(orders.length, 1)] : undefined;
        const secret = order && secrets.get(order.id);
        switch (step.do) {
          case 'place': {
            const placed = await ordered(shop, who, tool, step.quantity).catch(() => undefined);
            if (placed) orders.push(placed);
            return;
          }
          case 'begin': {
            const begin = order && (await begun(shop, who, order).catch(() => undefined));
            if (begin) secrets.set(order.id, begin);
            return;
          }
          case 'pay':
            if (secret) await pay.confirm(secret.clientSecret);
            return;
          case 'confirm': {
            if (!order || !secret) return;
            const body = { order_id: order.id, transactionId: secret.intentId };
            await shop.call('confirmPayment', { params: { id: order.id }, body }, who);
            return;
          }
          case 'wait':
            shop.passTime(step.minutes * MINUTE);
            return;
          case 'work':
            return shop.work();
          case 'sweep':
            await sweepPayments(shop.context);
            return;
          case 'ship': {
            const [first] = orders;
            if (first) await shop.call('shipOrder', { params: { id: first.id } }, await shop.renewed(admin));
          }
        }
      };

      for (const step of made) {
        await act(step);
        await expectConserved(tool.id);
      }
      // At rest every payment that the buyer made has paid its order: no money without goods.
      shop.passTime(2 * MINUTE);
      await sweepPayments(shop.context);
      await shop.work();
      for (const [id, { intentId }] of secrets) {
        if ((await pay.retrieve(intentId)).status !== 'captured') continue;
        const [row] = await shop.sql`
          select orders.state, purchase.paid_intent, hold_quantity, quantity from orders join purchase using (id) where id = ${id}`;
        expect(['paid', 'shipped']).toContain(row?.state);
        expect(row).toMatchObject({ paid_intent: intentId, hold_quantity: row?.quantity });
      }
      await expectConserved(tool.id);
    }),
    { numRuns: 15 },
  );
}, 60_000);

async function expectConserved(toolId: string) {
  const [row] = await shop.sql`
    select available,
           (select sum(delta)::int from stock_move where tool_id = tool.id) as moved,
           coalesce((select sum(hold_quantity)::int from orders where tool_id = tool.id), 0) as kept
      from tool where id = ${toolId}`;
  expect(row?.available).toBeGreaterThanOrEqual(0);
  expect(row?.available).toBe(row?.moved);
  expect(row?.available + row?.kept).toBe(INITIAL);
}

test('the statement that places an order calculates what the price rule says', async () => {
  const one = fc.record({ price: fc.integer({ min: 1, max: 20_000 }), quantity: fc.integer({ min: 1, max: 40 }) });
  await fc.assert(
    fc.asyncProperty(one, async ({ price, quantity }) => {
      const tool = await shop.tool({ price, minQuantity: 1, available: 40 });
      const buyer = await shop.person();
      for (const first of [true, false]) {
        await shop.sql`update tool set available = 40 where id = ${tool.id}`;
        const { id } = await ordered(shop, buyer, tool, quantity);
        const [row] =
          await shop.sql`select total_cents as total, discount_cents as discount from orders where id = ${id}`;
        const { total, discount } = orderPrice(
          { price, steps: [] },
          quantity,
          first ? SHOP_FACTS.firstOrderPercent : 0,
        );
        expect(row).toEqual({ total, discount });
      }
    }),
    { numRuns: 20 },
  );
}, 60_000);
